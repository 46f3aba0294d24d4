//! From the provider's objects to Fareway's: the offer that every screen, quote and charge reads.

mod offer;
mod seat_map;

pub use offer::{instant, offer, price, priced_offer};
pub use seat_map::seat_maps;

/// An object that can't be sold as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Error {
    #[error("an amount: {0}")]
    Amount(#[from] money::Error),
    #[error("a journey without a flight")]
    NoFlight,
}
