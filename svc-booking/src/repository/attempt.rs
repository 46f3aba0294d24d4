//! The calls of a booking that change something at another company, and what came of them.

use serde::{Deserialize, Serialize};
use texts::Locale;
use time::OffsetDateTime;

use crate::domain::ticket::Ticket;
use crate::domain::{Reason, cancellation, saga};
use crate::texts::Texts;

/// A call that changes something at another company.
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
    pub fn as_str(self) -> &'static str {
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
        /// Empty for orders from before tickets were kept.
        #[serde(default)]
        tickets: Vec<Ticket>,
    },
    Refused {
        code: String,
        /// In English, for the last release, which knows no reasons.
        message: String,
        /// Empty in what an earlier release stored.
        #[serde(default)]
        reason: String,
    },
    /// 200 or 202: the provider will have the order, or word of its failure.
    Promised,
}

impl Evidence {
    pub fn refused(reason: Reason) -> Self {
        Self::Refused {
            code: reason.code().as_str().to_owned(),
            message: reason.words(Texts::of(Locale::English)),
            reason: reason.as_str().to_owned(),
        }
    }
}

/// The dispatch of a booking's order, and what its answer proved, if one has come.
#[derive(Debug)]
pub struct Dispatch {
    pub at: OffsetDateTime,
    pub evidence: Option<Evidence>,
}
