//! From the provider's objects to Fareway's: the offer that every screen, quote and charge reads.

mod offer;
mod seat_map;

use crate::wire::passing_over;

pub use offer::{check_documents, common_allowance, instant, offer, price, priced_offer};
pub use seat_map::seat_maps;

/// What can be sold of a list: one odd entry takes nothing else away.
fn sellable<T>(items: impl Iterator<Item = Result<T, Error>>) -> Vec<T> {
    passing_over(items.map(Result::ok))
}

/// An object that can't be sold as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Error {
    #[error("an amount: {0}")]
    Amount(#[from] money::Error),
    #[error("a journey without a flight")]
    NoFlight,
    #[error("the airline asks for identity documents other than passports")]
    OtherDocuments,
}
