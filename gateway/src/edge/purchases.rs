//! Watches how purchases fare at the flight provider, so that searches make room for them there.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use tokio::time::Instant;

use crate::problem::{ApiError, Code};
use crate::state::Shared;

/// An offer is read at its airline, which takes seconds at worst; the read is given up after twice this.
const SLOW: Duration = Duration::from_secs(5);

/// Tells the searches when the provider has no time for who is buying.
pub(crate) async fn favour_purchases(
    State((gateway, purpose)): State<(Shared, Purpose)>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let response = next.run(request).await;
    let code = response.extensions().get::<ApiError>().map(|error| error.code);
    if purpose.is_in_trouble(code, started.elapsed()) {
        gateway.searches.make_room();
    }
    response
}

/// What a call is for, on the way to a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Looking around. It may take as long as its airlines.
    Search,
    /// A chosen flight: its offer, its seats, whether it stands.
    Offer,
    Other,
}

impl Purpose {
    fn is_in_trouble(self, code: Option<Code>, took: Duration) -> bool {
        match self {
            Self::Search => false,
            Self::Offer => code == Some(Code::ProviderUnavailable) || took > SLOW,
            Self::Other => code == Some(Code::ProviderUnavailable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_is_a_provider_without_an_answer_for_who_is_buying() {
        let check = |purpose: Purpose, code: Option<Code>, seconds: u64, expected: bool| {
            let took = Duration::from_secs(seconds);
            assert_eq!(purpose.is_in_trouble(code, took), expected, "{purpose:?} {code:?} {seconds} s");
        };
        check(Purpose::Offer, None, 1, false);
        check(Purpose::Offer, None, 6, true);
        check(Purpose::Offer, Some(Code::OfferExpired), 1, false);
        check(Purpose::Offer, Some(Code::ServiceUnavailable), 1, false);
        check(Purpose::Offer, Some(Code::ProviderUnavailable), 0, true);
        check(Purpose::Other, Some(Code::ProviderUnavailable), 0, true);
        check(Purpose::Other, None, 60, false);
        check(Purpose::Search, Some(Code::ProviderUnavailable), 60, false);
    }
}
