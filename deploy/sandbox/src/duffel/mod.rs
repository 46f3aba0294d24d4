//! Duffel's v2 API, test and live: search, orders, cancellations, holds and webhooks.
//! Left out: order changes, what a change by the airline consists of, cards paid through Duffel.

mod announcements;
mod batches;
mod cancellations;
mod endpoints;
mod envelope;
mod error;
mod fare_moves;
mod gaps;
mod hostile_words;
mod offer;
mod offer_json;
mod offer_requests;
mod offers;
mod orders;
mod payments;
mod places;
mod request;
mod routes;
mod subject;
mod whims;

use std::collections::BTreeMap;

use serde_json::Value;

pub use cancellations::cancellation_json;
pub use error::Error;
pub use fare_moves::FareMove;
pub use offer::Offer;
pub use routes::routes;
pub use whims::{Whim, follow};

/// What is kept of searches in memory alone.
#[derive(Debug, Default)]
pub struct Searches {
    drafts: offer::DraftCache,
    batches: batches::Batches,
    pub fare_moves: fare_moves::FareMoves,
}

const MOST_PAIRS: usize = 50;
const LONGEST_KEY: usize = 40;
const LONGEST_VALUE: usize = 500;

/// Text pairs within Duffel's bounds.
fn metadata(pairs: BTreeMap<String, Value>) -> Result<BTreeMap<String, String>, Error> {
    let at = |key: &str| format!("/metadata/{key}");
    if pairs.len() > MOST_PAIRS {
        return Err(Error::new("validation_length").at("/metadata"));
    }
    let pair = |(key, value): (String, Value)| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if key.len() > LONGEST_KEY || !key.bytes().all(plain) {
            return Err(Error::new("validation_format").at(at(&key)));
        }
        let Value::String(value) = value else { return Err(Error::new("validation_type").at(at(&key))) };
        if value.chars().count() > LONGEST_VALUE {
            return Err(Error::new("validation_length").at(at(&key)));
        }
        Ok((key, value))
    };
    pairs.into_iter().map(pair).collect()
}
