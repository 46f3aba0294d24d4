use std::net::IpAddr;
use std::sync::Arc;

use service::metrics::{InFlight, UnderWay};
use service::network_prefix;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use crate::client::ClientAddress;
use crate::problem::{ApiError, Code};
use crate::shares::{Full, Share, Shares};

const MOST: usize = 5_000;
/// An address may be an office or a mobile carrier's.
const MOST_OF_ADDRESS: usize = 200;
/// Each look-up of dates sends many searches, and its reader waits for it.
const MOST_LOOK_UPS_OF_ADDRESS: usize = 3;
/// One a tab.
const MOST_OF_SESSION: usize = 20;

/// How many event streams of a kind are open: in all, from each address and, where sessions are known, of each session.
#[derive(Debug)]
pub(crate) struct Streams {
    all: Arc<Semaphore>,
    addresses: Arc<Shares<IpAddr>>,
    sessions: Arc<Shares<Uuid>>,
    open: InFlight,
}

/// Held as long as a stream is open.
#[derive(Debug)]
pub(crate) struct OpenStream {
    _permit: OwnedSemaphorePermit,
    _address: Option<Share<IpAddr>>,
    _session: Option<Share<Uuid>>,
    _counted: UnderWay,
}

impl Streams {
    /// Of a kind, as docs/telemetry.md lists it.
    pub fn new(kind: &'static str) -> Self {
        Self::up_to(MOST_OF_ADDRESS, kind)
    }

    /// Of look-ups of dates.
    pub fn of_look_ups() -> Self {
        Self::up_to(MOST_LOOK_UPS_OF_ADDRESS, "look_up")
    }

    fn up_to(most_of_address: usize, kind: &'static str) -> Self {
        Self {
            all: Arc::new(Semaphore::new(MOST)),
            addresses: Shares::new(most_of_address),
            sessions: Shares::new(MOST_OF_SESSION),
            open: InFlight::new(
                "http.server.streams.active",
                "Event streams that are open",
                &[("kind", kind)],
            ),
        }
    }

    pub fn open(&self, client: ClientAddress, session_id: Option<Uuid>) -> Result<OpenStream, ApiError> {
        let too_many =
            |code| ApiError::new(code, "Too many pages are open. Please close some, or try again shortly.");
        let own = |Full| too_many(Code::RateLimited);
        let session = self.sessions.take(session_id).map_err(own)?;
        let address = self.addresses.take(client.0.map(network_prefix)).map_err(own)?;
        let permit = Arc::clone(&self.all).try_acquire_owned();
        let permit = permit.map_err(|_| too_many(Code::ServiceUnavailable))?;
        let counted = self.open.begin();
        Ok(OpenStream { _permit: permit, _address: address, _session: session, _counted: counted })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_a_session_nor_an_address_takes_every_stream() {
        let streams = Streams::new("events");
        let nowhere = ClientAddress(None);
        let bot = ClientAddress(Some("192.0.2.7".parse().unwrap()));
        let other = ClientAddress(Some("192.0.2.8".parse().unwrap()));
        let tabs: Vec<_> =
            (0..20).map(|_| streams.open(nowhere, Some(Uuid::from_u128(1))).unwrap()).collect();
        let bots: Vec<_> = (0..200).map(|_| streams.open(bot, None).unwrap()).collect();

        let session = streams.open(nowhere, Some(Uuid::from_u128(1))).unwrap_err();
        let address = streams.open(bot, Some(Uuid::from_u128(2))).unwrap_err();
        let spared = streams.open(other, Some(Uuid::from_u128(2)));
        drop((tabs, bots));

        assert_eq!((session.code, address.code), (Code::RateLimited, Code::RateLimited));
        assert!(spared.is_ok());
        assert!(streams.open(bot, Some(Uuid::from_u128(1))).is_ok(), "a closed stream is given back");
    }

    #[test]
    fn day07_an_address_has_three_look_ups_open_at_once() {
        let streams = Streams::of_look_ups();
        let of = |address: &str| streams.open(ClientAddress(Some(address.parse().unwrap())), None);
        let open: Vec<_> = (0..3).map(|_| of("192.0.2.7").unwrap()).collect();

        let refused = of("192.0.2.7").unwrap_err();
        let spared = of("192.0.2.8");
        drop(open);

        assert_eq!(refused.code, Code::RateLimited);
        assert!(spared.is_ok());
        assert!(of("192.0.2.7").is_ok());
    }
}
