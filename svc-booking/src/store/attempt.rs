use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::ticket::Ticket;
use crate::domain::{FailureCode, cancellation, saga};

/// A call that changes something at somebody else's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    PaymentClaim,
    OrderCreate,
    PaymentCapture,
    OrderCancel,
    PaymentVoid,
    PaymentRefund,
    CancelConfirm,
    CancelRefund,
}

impl Op {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PaymentClaim => "payment_claim",
            Self::OrderCreate => "order_create",
            Self::PaymentCapture => "payment_capture",
            Self::OrderCancel => "order_cancel",
            Self::PaymentVoid => "payment_void",
            Self::PaymentRefund => "payment_refund",
            Self::CancelConfirm => "cancel_confirm",
            Self::CancelRefund => "cancel_refund",
        }
    }

    /// Calls that only read have no attempt.
    pub fn of(call: saga::Call) -> Option<Self> {
        Some(match call {
            saga::Call::VerifyOffer | saga::Call::FindOrder => return None,
            saga::Call::ClaimPayment => Self::PaymentClaim,
            saga::Call::PlaceOrder => Self::OrderCreate,
            saga::Call::CapturePayment => Self::PaymentCapture,
            saga::Call::CancelOrder => Self::OrderCancel,
            saga::Call::VoidPayment => Self::PaymentVoid,
            saga::Call::RefundPayment => Self::PaymentRefund,
        })
    }

    pub fn of_cancellation(call: cancellation::Call) -> Option<Self> {
        Some(match call {
            cancellation::Call::Look => return None,
            cancellation::Call::Confirm => Self::CancelConfirm,
            cancellation::Call::Refund => Self::CancelRefund,
        })
    }
}

/// What an answer says. There is no fourth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Done,
    DefinitelyNot,
    Unknown,
}

impl Class {
    fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::DefinitelyNot => "definitely_not",
            Self::Unknown => "unknown",
        }
    }
}

/// The answer to an attempt.
#[derive(Debug, Clone)]
pub struct Answer {
    pub class: Class,
    pub http_status: Option<u16>,
    pub request_id: Option<String>,
    pub evidence: Option<Evidence>,
}

impl Answer {
    pub fn of(class: Class) -> Self {
        Self { class, http_status: None, request_id: None, evidence: None }
    }
}

/// What an answer proved, for a worker that comes later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    Order {
        id: String,
        reference: String,
        cancellable: bool,
        /// Absent of orders of before they were kept.
        #[serde(default)]
        tickets: Vec<Ticket>,
    },
    Refused {
        code: String,
        message: String,
    },
    /// 200 or 202: the provider will have the order, or word of its failure.
    Promised,
}

impl Evidence {
    pub fn refused(code: FailureCode, message: &str) -> Self {
        Self::Refused { code: code.as_str().to_owned(), message: message.to_owned() }
    }
}

/// The dispatch of a booking's order, as far as anybody has heard.
#[derive(Debug)]
pub struct Dispatch {
    pub at: OffsetDateTime,
    pub evidence: Option<Evidence>,
}

/// Writes down that a call is about to be made. Answers which attempt of its kind it is.
#[tracing::instrument(name = "db.attempt.open", skip_all)]
pub async fn open(
    connection: &mut PgConnection,
    booking: Uuid,
    op: Op,
    now: OffsetDateTime,
) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "insert into provider_attempt (booking_id, op, n, prepared_at)
        select $1, $2, coalesce(max(n), 0) + 1, $3
        from provider_attempt
        where booking_id = $1 and op = $2
        returning n",
        booking,
        op.as_str(),
        now,
    )
    .fetch_one(connection)
    .await
}

/// Writes down that an order is about to be sent again, which the provider turned away unread. An error where it may
/// have been read.
#[tracing::instrument(name = "db.attempt.send_again", skip_all)]
pub async fn send_again(
    connection: &mut PgConnection,
    booking: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "update provider_attempt
        set prepared_at = $2, answered_at = null, class = null, http_status = null, request_id = null
        where booking_id = $1
            and op = 'order_create'
            and class = 'definitely_not'
            and evidence is null
        returning n",
        booking,
        now,
    )
    .fetch_one(connection)
    .await
}

/// The attempt that was written down last.
#[tracing::instrument(name = "db.attempt.latest", skip_all)]
pub async fn latest(pool: &PgPool, booking: Uuid, op: Op) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        r#"select max(n) as "n!" from provider_attempt where booking_id = $1 and op = $2"#,
        booking,
        op.as_str(),
    )
    .fetch_one(pool)
    .await
}

/// Stores the answer, even of a worker that has lost the booking: the worker that has it now reads it.
#[tracing::instrument(name = "db.attempt.close", skip_all)]
pub async fn close(
    connection: &mut PgConnection,
    booking: Uuid,
    (op, n): (Op, i32),
    answer: &Answer,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update provider_attempt
        set answered_at = $4, class = $5, http_status = $6, request_id = $7, evidence = $8
        where booking_id = $1 and op = $2 and n = $3",
        booking,
        op.as_str(),
        n,
        now,
        answer.class.as_str(),
        answer.http_status.map(i32::from),
        answer.request_id,
        answer.evidence.as_ref().map(Json) as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The one dispatch of a booking's order.
#[tracing::instrument(name = "db.attempt.dispatch", skip_all)]
pub async fn dispatch(pool: &PgPool, booking: Uuid) -> sqlx::Result<Option<Dispatch>> {
    let row = sqlx::query!(
        r#"select prepared_at, evidence as "evidence: Json<Evidence>"
        from provider_attempt
        where booking_id = $1 and op = 'order_create'"#,
        booking,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Dispatch { at: row.prepared_at, evidence: row.evidence.map(|json| json.0) }))
}
