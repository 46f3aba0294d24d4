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
    State(gateway): State<Shared>,
    request: Request,
    next: Next,
) -> Response {
    let call = Call::of(request.uri().path());
    let started = Instant::now();
    let response = next.run(request).await;
    let code = response.extensions().get::<ApiError>().map(|error| error.code);
    if call.is_in_trouble(code, started.elapsed()) {
        gateway.searches.make_room();
    }
    response
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    /// Of who is looking around. It may take as long as its airlines.
    Search,
    /// An offer, its seats, whether it stands.
    Offer,
    Other,
}

impl Call {
    fn of(path: &str) -> Self {
        match path.strip_prefix("/api/flights/") {
            Some(call) if call.starts_with("search") || call.ends_with("/fares") => Self::Search,
            Some(_) => Self::Offer,
            None => Self::Other,
        }
    }

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
    fn who_is_buying_is_known_by_the_path() {
        let check = |path: &str, expected: Call| assert_eq!(Call::of(path), expected, "{path}");
        check("/api/flights/offer/off_1", Call::Offer);
        check("/api/flights/verify-offer/off_1", Call::Offer);
        check("/api/flights/seatmaps/off_1", Call::Offer);
        check("/api/flights/offer/off_1/fares", Call::Search);
        check("/api/flights/search", Call::Search);
        check("/api/flights/search/stream", Call::Search);
        check("/api/bookings", Call::Other);
        check("/", Call::Other);
    }

    #[test]
    fn trouble_is_a_provider_without_an_answer_for_who_is_buying() {
        let check = |call: Call, code: Option<Code>, seconds: u64, expected: bool| {
            let took = Duration::from_secs(seconds);
            assert_eq!(call.is_in_trouble(code, took), expected, "{call:?} {code:?} {seconds} s");
        };
        check(Call::Offer, None, 1, false);
        check(Call::Offer, None, 6, true);
        check(Call::Offer, Some(Code::OfferExpired), 1, false);
        check(Call::Offer, Some(Code::ServiceUnavailable), 1, false);
        check(Call::Offer, Some(Code::ProviderUnavailable), 0, true);
        check(Call::Other, Some(Code::ProviderUnavailable), 0, true);
        check(Call::Other, None, 60, false);
        check(Call::Search, Some(Code::ProviderUnavailable), 60, false);
    }
}
