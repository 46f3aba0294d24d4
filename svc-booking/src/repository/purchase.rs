//! Who buys, under which key, and what became of it.

use service::{Mode, RequestContext};
use uuid::Uuid;

/// Whose bookings a request may see.
#[derive(Debug, Clone)]
pub struct Reader {
    pub mode: Mode,
    pub brand: String,
    pub principals: Vec<String>,
    /// Who that is, for the security log.
    pub context: RequestContext,
}

impl From<&RequestContext> for Reader {
    fn from(context: &RequestContext) -> Self {
        Self {
            mode: context.mode,
            brand: context.brand.clone(),
            principals: context.principals(),
            context: context.clone(),
        }
    }
}

/// A caller's key, and what it stands for.
#[derive(Debug, Clone)]
pub struct Key {
    pub text: String,
    /// Made from the offer, because the caller sent none. Counts only while its booking has not failed.
    pub is_derived: bool,
    pub body_hmac: Vec<u8>,
    /// The same under the keys of before, by which an earlier request may be stored. None of them is stored anew.
    pub former_hmacs: Vec<Vec<u8>>,
}

impl Key {
    /// As the caller named it, for looking up what it stands for.
    pub fn of_caller(key: &str) -> Self {
        Self::of_text(format!("key:{key}"), false)
    }

    /// In place of the one that a caller did not send.
    pub fn of_offer(offer_id: &str) -> Self {
        Self::of_text(format!("offer:{offer_id}"), true)
    }

    fn of_text(text: String, is_derived: bool) -> Self {
        Self { text, is_derived, body_hmac: Vec::new(), former_hmacs: Vec::new() }
    }

    /// The known booking was asked for in the same words.
    pub fn is_of(&self, known: &Known) -> bool {
        known.body_hmac == self.body_hmac || self.former_hmacs.contains(&known.body_hmac)
    }
}

/// What became of a new booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    New,
    KeyTaken,
    /// The offer's request is sold, or was tried.
    RequestTaken,
    PaymentTaken,
}

/// The booking that a key stands for.
#[derive(Debug)]
pub struct Known {
    pub booking_id: Uuid,
    pub body_hmac: Vec<u8>,
}
