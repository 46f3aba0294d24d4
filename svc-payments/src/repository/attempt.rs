//! Calls to the provider: a row is written before each call, and its answer after it.

use std::fmt;

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::domain::{Payment, mode_text};

/// How long a key is used. The provider keeps it for 24 hours.
pub const KEY_LIFE: Duration = Duration::hours(23);

/// How long a call may take. After that it is given up, and another may be sent under its key.
pub const CALL_TAKES: Duration = Duration::seconds(20);

/// A write at the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    Create,
    Confirm,
    Capture,
    Cancel,
    /// The payment's refund of that number.
    Refund(i32),
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Create => f.write_str("create"),
            Self::Confirm => f.write_str("confirm"),
            Self::Capture => f.write_str("capture"),
            Self::Cancel => f.write_str("cancel"),
            Self::Refund(seq) => write!(f, "refund-{seq}"),
        }
    }
}

/// A call about to be sent, or sent and not answered yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    pub payment_id: Uuid,
    pub op: Op,
    pub n: i32,
    /// `{mode}:{payment}:{op}:{n}`
    pub key: String,
}

impl Attempt {
    /// The payment's `n`th of an operation.
    pub fn new(payment: &Payment, op: Op, n: i32) -> Self {
        let payment_id = payment.id.uuid();
        Self { payment_id, op, n, key: format!("{}:{payment_id}:{op}:{n}", mode_text(payment.mode)) }
    }
}

/// The last attempt of an operation, as far as it decides what the next call is sent under.
#[derive(Debug, Clone, Copy)]
pub struct LastAttempt {
    pub n: i32,
    pub prepared_at: OffsetDateTime,
    pub is_answered: bool,
    pub is_done: bool,
}

impl LastAttempt {
    /// Whether the next call goes under its key.
    pub fn is_open(&self, op: Op, now: OffsetDateTime) -> bool {
        let is_wanted = !self.is_answered || (op == Op::Create && self.is_done);
        is_wanted && self.prepared_at > now - KEY_LIFE
    }
}

/// What an answer says of its call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Done,
    /// Certainly without effect.
    DefinitelyNot,
    Unknown,
}

impl Class {
    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::DefinitelyNot => "definitely_not",
            Self::Unknown => "unknown",
        }
    }
}

/// What came back for a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub class: Class,
    pub http_status: Option<u16>,
    /// What the provider's support asks for.
    pub request_id: Option<String>,
    /// The provider keeps it under the key: a repeat would be answered alike.
    pub closes_key: bool,
}
