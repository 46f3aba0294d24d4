//! What administrators read of payments and differences in manual review.

use service::Mode;
use service::queues::{Figures, Measure, Queue};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::payment::id_of;
use crate::domain::review_case::{DifferenceFacts, HistoryEntry, OpenDifference, ProviderCall, ReviewTotals};
use crate::domain::{PaymentId, mode_of};

/// As many as an administrator can look through.
const MOST: i64 = 100;

/// Reconciliations that may fail before an administrator is told: one or two may meet a provider that is away.
const COMPARISONS_MISSED: i64 = 3;

/// The queues of manual review. Reconciliation takes place every `reconcile_interval_s` seconds.
pub fn queues(reconcile_interval_s: u32) -> [Queue; 4] {
    [
        Queue::new("payments_need_person", "select count(*) from payment where needs_human"),
        Queue::new(
            "stray_differences",
            "select count(*) from reconciliation_difference
                where payment_id is null and resolved_at is null and settled_at is null",
        ),
        Queue {
            limit: Some(COMPARISONS_MISSED * i64::from(reconcile_interval_s)),
            ..Queue::new(
                "books_not_compared",
                "select count(*) from reconciliation_run
                    where extract(epoch from began_at - ended_at) >= $1",
            )
        },
        Queue::new("brands_closed_to_guests", "select count(*) from brand_closure where until > now()"),
    ]
}

/// Money that is authorised and neither captured nor released, in minor units. No hold lasts for a month. The first three
/// conditions are those of the index `payment_tried_idx`.
pub const HELD: Figures = Figures {
    labels: &["mode", "currency"],
    measures: &[Measure {
        name: "payments.held",
        unit: "{minor_unit}",
        description: "Money that is authorised and neither captured nor released",
    }],
    query: "select mode, currency, sum(authorised_minor)::bigint
        from payment
        where mode in ('test', 'live')
            and created_at > now() - interval '31 days'
            and status <> 'captured'
            and status in ('authorised', 'capture_sent', 'void_sent')
        group by mode, currency",
};

/// A payment, and when it was begun.
#[derive(Debug)]
pub struct PaymentInReview {
    pub mode: Mode,
    pub id: PaymentId,
    pub created_at: OffsetDateTime,
}

struct PaymentRow {
    id: Uuid,
    mode: String,
    simulated: bool,
    created_at: OffsetDateTime,
}

impl From<PaymentRow> for PaymentInReview {
    fn from(row: PaymentRow) -> Self {
        Self { mode: mode_of(&row.mode), id: id_of(row.id, row.simulated), created_at: row.created_at }
    }
}

struct DifferenceRow {
    mode: String,
    object_id: String,
    what: String,
    currency: String,
    ours_minor: i64,
    theirs_minor: i64,
    object_at: OffsetDateTime,
    found_at: OffsetDateTime,
}

impl From<DifferenceRow> for OpenDifference {
    fn from(row: DifferenceRow) -> Self {
        let DifferenceRow { mode, object_id, what, currency, ours_minor, theirs_minor, object_at, found_at } =
            row;
        let mode = mode_of(&mode);
        let facts = DifferenceFacts { mode, object_id, what, currency, ours_minor, theirs_minor };
        Self { facts, object_at, found_at }
    }
}

/// The oldest payments in manual review, the oldest first.
#[tracing::instrument(name = "db.review_queue.payments", skip_all)]
pub async fn payments(pool: &PgPool) -> sqlx::Result<Vec<PaymentInReview>> {
    let rows = sqlx::query_as!(
        PaymentRow,
        r#"
        select
            id,
            mode,
            simulated,
            created_at
        from payment
        where needs_human
        order by created_at, id
        limit $1
        "#,
        MOST,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(PaymentInReview::from).collect())
}

/// How many payments are in manual review, and how many differences without a payment.
#[tracing::instrument(name = "db.review_queue.totals", skip_all)]
pub async fn totals(pool: &PgPool) -> sqlx::Result<ReviewTotals> {
    sqlx::query_as!(
        ReviewTotals,
        r#"
        select
            (select count(*) from payment where needs_human) as "payments!",
            (
                select count(*)
                from reconciliation_difference
                where payment_id is null and resolved_at is null and settled_at is null
            ) as "differences!"
        "#,
    )
    .fetch_one(pool)
    .await
}

/// A payment, whether or not it is in manual review.
#[tracing::instrument(name = "db.review_queue.find", skip_all)]
pub async fn find(pool: &PgPool, id: Uuid) -> sqlx::Result<Option<PaymentInReview>> {
    let row = sqlx::query_as!(
        PaymentRow,
        r#"
        select
            id,
            mode,
            simulated,
            created_at
        from payment
        where id = $1
        "#,
        id,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(PaymentInReview::from))
}

/// The calls to the provider for a payment, in the order they were made.
#[tracing::instrument(name = "db.review_queue.calls", skip_all)]
pub async fn calls(pool: &PgPool, payment: Uuid) -> sqlx::Result<Vec<ProviderCall>> {
    sqlx::query_as!(
        ProviderCall,
        r#"
        select
            op,
            n,
            prepared_at,
            answered_at,
            class,
            http_status,
            request_id
        from payment_attempt
        where payment_id = $1
        order by prepared_at, op, n
        "#,
        payment,
    )
    .fetch_all(pool)
    .await
}

/// The open differences of a payment that no administrator has resolved.
#[tracing::instrument(name = "db.review_queue.differences", skip_all)]
pub async fn differences(pool: &PgPool, payment: Uuid) -> sqlx::Result<Vec<OpenDifference>> {
    let rows = sqlx::query_as!(
        DifferenceRow,
        r#"
        select
            mode,
            object_id,
            what,
            currency,
            ours_minor,
            theirs_minor,
            object_at,
            found_at
        from reconciliation_difference
        where payment_id = $1 and resolved_at is null and settled_at is null
        order by found_at, object_id, what
        "#,
        payment,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(OpenDifference::from).collect())
}

/// Why a payment needs review, apart from its own sums.
pub struct OtherReasons {
    pub payment_id: Uuid,
    /// When the latest news of a dispute came, if any has since an administrator last resolved the payment.
    pub disputed_at: Option<OffsetDateTime>,
    /// It has a reconciliation difference that is open.
    pub differs: bool,
}

impl OtherReasons {
    pub fn are_none(&self) -> bool {
        self.disputed_at.is_none() && !self.differs
    }
}

/// For each of the payments.
#[tracing::instrument(name = "db.review_queue.other_reasons", skip_all)]
pub async fn other_reasons(
    connection: &mut PgConnection,
    payments: &[Uuid],
) -> sqlx::Result<Vec<OtherReasons>> {
    sqlx::query_as!(
        OtherReasons,
        r#"
        select
            id as payment_id,
            (
                select max(received_at)
                from webhook
                where webhook.mode = payment.mode
                    and webhook.intent_id = payment.intent_id
                    and webhook.detail is not null
                    and webhook.received_at > coalesce(
                        (
                            select max(at)
                            from payment_ruling
                            where payment_ruling.payment_id = payment.id and action = 'settled_by_hand'
                        ),
                        '-infinity'
                    )
            ) as disputed_at,
            exists(
                select from reconciliation_difference
                where payment_id = payment.id and resolved_at is null and settled_at is null
            ) as "differs!"
        from payment
        where id = any($1)
        "#,
        payments,
    )
    .fetch_all(connection)
    .await
}

/// The open differences without a payment, the oldest first.
#[tracing::instrument(name = "db.review_queue.stray_differences", skip_all)]
pub async fn stray_differences(pool: &PgPool) -> sqlx::Result<Vec<OpenDifference>> {
    let rows = sqlx::query_as!(
        DifferenceRow,
        r#"
        select
            mode,
            object_id,
            concat_ws(': ', what, detail) as "what!",
            currency,
            ours_minor,
            theirs_minor,
            object_at,
            found_at
        from reconciliation_difference
        where payment_id is null and resolved_at is null and settled_at is null
        order by found_at, object_id, what
        limit $1
        "#,
        MOST,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(OpenDifference::from).collect())
}

/// Changes, webhooks and decisions, in their order. An event of a dispute stands at the time when the provider wrote
/// it, since events may come in any order.
#[tracing::instrument(name = "db.review_queue.history", skip_all)]
pub async fn history(pool: &PgPool, payment: Uuid) -> sqlx::Result<Vec<HistoryEntry>> {
    sqlx::query_as!(
        HistoryEntry,
        r#"
        select
            at as "at!",
            what as "what!",
            from_status as "from_status!",
            to_status as "to_status!",
            operator,
            note
        from (
            select
                at,
                cause as what,
                from_status,
                to_status,
                null::uuid as operator,
                null::text as note,
                version as place
            from payment_event
            where payment_id = $1
            union all
            select
                coalesce(made_at, received_at),
                concat_ws(': ', kind, detail),
                '',
                '',
                null,
                null,
                (kind <> 'charge.dispute.created')::integer
            from webhook
            join payment on payment.mode = webhook.mode and payment.intent_id = webhook.intent_id
            where payment.id = $1
            union all
            select at, action, status, status, operator, note, n
            from payment_ruling
            where payment_id = $1
        ) as entries
        order by at, place
        "#,
        payment,
    )
    .fetch_all(pool)
    .await
}
