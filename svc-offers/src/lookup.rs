//! Offers and seat maps as the provider has them now, or had them a moment ago.

use std::sync::Arc;
use std::time::Duration as StdDuration;

use duffel::wire::{Offer, SeatMap, ServiceKind};
use duffel::{Client, Clients, LONGEST_LOOK_UP, Services};
use moka::future::Cache;
use service::{Mode, SharedClock};
use time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep_until, timeout};

use crate::error::Error;
use crate::recent::{Key, Recent};
use crate::replacements::Replacements;

/// How old the detail of an offer may be that a traveller looks at.
pub(crate) const DETAIL: Duration = Duration::seconds(10);
/// How old the answer may be that an offer can still be sold. Travellers ask every 15 to 30 s.
pub(crate) const STANDING: Duration = Duration::seconds(5);
/// How old a seat map may be that a traveller chooses from.
pub(crate) const SEATS: Duration = Duration::minutes(1);
/// How old an offer may be whose price with a bag stands in a list.
const IN_LIST: Duration = Duration::minutes(1);
/// For what is about to be paid.
pub(crate) const NOW: Duration = Duration::ZERO;

/// What a traveller who looks waits for an airline at most. One read ends after 40 s, but behind an airline that hangs
/// those who ask for the same offer queue up, and the gateway waits 45 s.
const LOOKING: StdDuration = StdDuration::from_secs(41);
/// What a sale waits: its caller gives up after 20 s, and should be told why.
const SELLING: StdDuration = StdDuration::from_secs(15);

/// What a list waits for an offer that somebody else reads: it shows its flights meanwhile. More than a look-up of its own
/// takes: a call that is dropped while it is under way is counted nowhere. Less than a sale waits, which may find the
/// offer being looked up.
const LISTING: StdDuration = StdDuration::from_secs(9);
/// What an offer waits for its turn to be read for a list.
const TURN: StdDuration = StdDuration::from_secs(2);
const _: () = assert!(TURN.saturating_add(LONGEST_LOOK_UP).as_nanos() < LISTING.as_nanos());
const _: () = assert!(LISTING.as_nanos() < SELLING.as_nanos());
/// Offers of one mode that are read for lists at once. Others of them wait. As many as a call may name: one list alone
/// waits for no turn.
pub(crate) const LOOK_UPS_AT_ONCE: usize = 10;

/// What is about to be paid takes no old answer. Everyone else is a traveller who sees that the airline is asked.
fn patience(max_age: Duration) -> StdDuration {
    if max_age == NOW { SELLING } else { LOOKING }
}

/// Frees memory of what nobody asks for again. Longer than any reader takes a value for recent.
const KEPT: StdDuration = StdDuration::from_mins(2);
/// An offer lives half an hour: after this nobody can hold one of a request that was sold.
const TAKEN: StdDuration = StdDuration::from_hours(1);

/// What the provider says of an offer's id.
#[derive(Debug, Clone)]
enum Standing {
    OnSale(Arc<Offer>),
    Gone,
    Unknown,
}

/// For whom an offer is read.
#[derive(Debug, Clone, Copy)]
enum Reader {
    /// Somebody who has chosen it.
    Chooser,
    /// Somebody with a list in which it stands, who gives up unless it has its turn by then.
    List(Instant),
}

#[derive(Debug)]
pub(crate) struct Lookup {
    clients: Clients,
    offers: Recent<Standing>,
    seat_maps: Recent<Arc<Vec<SeatMap>>>,
    /// Offer requests of which somebody has an offer, by mode and request key: the provider sells no second one.
    taken: Cache<Key, ()>,
    replacements: Replacements,
    test_look_ups: Semaphore,
    live_look_ups: Semaphore,
    clock: SharedClock,
    sells_bags: bool,
}

impl Lookup {
    pub fn new(clients: Clients, clock: SharedClock, sells_bags: bool) -> Self {
        Self {
            clients,
            offers: Recent::new(4_000, KEPT, clock.clone()),
            seat_maps: Recent::new(200, KEPT, clock.clone()),
            taken: Cache::builder().max_capacity(100_000).time_to_live(TAKEN).build(),
            replacements: Replacements::new(clock.clone()),
            test_look_ups: Semaphore::new(LOOK_UPS_AT_ONCE),
            live_look_ups: Semaphore::new(LOOK_UPS_AT_ONCE),
            clock,
            sells_bags,
        }
    }

    pub fn clients(&self) -> &Clients {
        &self.clients
    }

    /// An offer that can be sold, with what is sold beside it.
    pub async fn offer(&self, mode: Mode, id: &str, max_age: Duration) -> Result<Arc<Offer>, Error> {
        let known = self.standing(mode, id, max_age, Reader::Chooser);
        self.sellable(mode, timeout(patience(max_age), known).await.map_err(|_elapsed| Error::TimedOut)??)
    }

    /// The same for a list in which the offer stands. Such offers are read a few at once, and only while the provider
    /// has calls to spare.
    pub async fn look_up(&self, mode: Mode, id: &str) -> Result<Arc<Offer>, Error> {
        let known = self.standing(mode, id, IN_LIST, Reader::List(Instant::now() + TURN));
        self.sellable(mode, timeout(LISTING, known).await.map_err(|_elapsed| Error::TimedOut)??)
    }

    /// The same flights on the same fare, where an offer is gone; nothing where they aren't sold either.
    pub async fn replacement(&self, mode: Mode, id: &str) -> Result<Option<Arc<Offer>>, Error> {
        match self.offer(mode, id, STANDING).await {
            Err(Error::Expired) => {}
            Ok(_) | Err(Error::NotFound) => return Ok(None),
            Err(error) => return Err(error),
        }
        let can_be_sold = |offer: &Offer| self.can_be_sold(mode, offer);
        Ok(self.replacements.find(self.client(mode)?, (mode, id.to_owned()), can_be_sold).await)
    }

    /// The seat maps of an offer, in no particular order; none is a normal answer.
    pub async fn seat_maps(
        &self,
        mode: Mode,
        id: &str,
        max_age: Duration,
    ) -> Result<Arc<Vec<SeatMap>>, Error> {
        let client = self.client(mode)?;
        let read = async { client.seat_maps(id).await.map(Arc::new).map_err(refusal) };
        let known = self.seat_maps.get((mode, id.to_owned()), max_age, read);
        timeout(patience(max_age), known).await.map_err(|_elapsed| Error::TimedOut)?
    }

    /// From now on no offer of this request can be sold.
    pub async fn take(&self, mode: Mode, request_key: String) {
        self.taken.insert((mode, request_key), ()).await;
    }

    /// The booking that had taken the request got nothing. The provider knows whether it can be sold now.
    pub async fn release(&self, mode: Mode, request_key: String) {
        self.taken.invalidate(&(mode, request_key)).await;
    }

    /// Forgets what was read. What is taken stays taken.
    pub fn clear(&self) {
        self.offers.clear();
        self.seat_maps.clear();
    }

    async fn standing(
        &self,
        mode: Mode,
        id: &str,
        max_age: Duration,
        reader: Reader,
    ) -> Result<Standing, Error> {
        let client = self.client(mode)?;
        let key = (mode, id.to_owned());
        self.offers.get(key.clone(), max_age, Box::pin(self.read(client, &key, reader))).await
    }

    fn sellable(&self, mode: Mode, standing: Standing) -> Result<Arc<Offer>, Error> {
        match standing {
            Standing::OnSale(offer) if self.can_be_sold(mode, &offer) => Ok(offer),
            Standing::OnSale(_) | Standing::Gone => Err(Error::Expired),
            Standing::Unknown => Err(Error::NotFound),
        }
    }

    async fn read(&self, client: &Client, key: &Key, reader: Reader) -> Result<Standing, Error> {
        let offer = match reader {
            Reader::Chooser => client.get_offer(&key.1, Services::Included).await,
            Reader::List(by) => {
                let _turn = self.turn(key.0, by).await?;
                client.look_up_offer(&key.1).await
            }
        };
        let standing = standing(offer.map(|offer| self.with_what_we_sell(offer)))?;
        if let Standing::OnSale(offer) = &standing {
            self.replacements.remember(key.clone(), offer).await;
        }
        Ok(standing)
    }

    fn with_what_we_sell(&self, mut offer: Offer) -> Offer {
        if !self.sells_bags {
            offer.available_services.retain(|service| service.kind != ServiceKind::Baggage);
        }
        offer
    }

    fn client(&self, mode: Mode) -> Result<&Client, Error> {
        self.clients.of(mode).ok_or(Error::NotConfigured)
    }

    /// A turn to read an offer for a list. Refused once its time is over, even if one is free: the list has waited for
    /// another read of the offer.
    async fn turn(&self, mode: Mode, by: Instant) -> Result<SemaphorePermit<'_>, Error> {
        tokio::select! {
            biased;
            () = sleep_until(by) => Err(Error::NoTurn),
            turn = self.look_ups(mode).acquire() => Ok(turn.expect("never closed")),
        }
    }

    /// The turns to read an offer for a list. A provider that hangs in one mode keeps no list of the other waiting.
    fn look_ups(&self, mode: Mode) -> &Semaphore {
        if mode == Mode::Live { &self.live_look_ups } else { &self.test_look_ups }
    }

    fn can_be_sold(&self, mode: Mode, offer: &Offer) -> bool {
        let taken = self.taken.contains_key(&(mode, offer.request_key().to_owned()));
        !taken && self.clock.now() < offer.sold_until()
    }
}

/// Gone and unknown are answers; what is left is a provider that gave none.
fn standing(read: Result<Offer, duffel::Error>) -> Result<Standing, Error> {
    match read.map_err(refusal) {
        Ok(offer) => Ok(Standing::OnSale(Arc::new(offer))),
        Err(Error::Expired) => Ok(Standing::Gone),
        Err(Error::NotFound) => Ok(Standing::Unknown),
        Err(error) => Err(error),
    }
}

fn refusal(error: duffel::Error) -> Error {
    if error.is_offer_gone() {
        Error::Expired
    } else if error.is_not_found() {
        Error::NotFound
    } else {
        Error::Provider(error)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use bytes::Bytes;
    use duffel::LOOK_UP;
    use futures::future::{BoxFuture, join_all};
    use http::{Request, Response};
    use outbound::{Transport, TransportError};
    use testkit::MockClock;
    use time::macros::datetime;

    use super::*;

    /// A provider that takes requests and never answers.
    #[derive(Debug)]
    struct Hung;

    impl Transport for Hung {
        fn send(
            &self,
            _: Request<Bytes>,
            within: StdDuration,
        ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
            Box::pin(async move {
                tokio::time::sleep(within).await;
                Err(TransportError::Timeout)
            })
        }
    }

    /// An airline that takes its time to answer, and then has nothing to sell.
    #[derive(Debug)]
    struct Slow(StdDuration);

    impl Transport for Slow {
        fn send(
            &self,
            _: Request<Bytes>,
            within: StdDuration,
        ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
            let takes = self.0;
            Box::pin(async move {
                tokio::time::sleep(takes.min(within)).await;
                let answer = || Response::new(Bytes::from_static(br#"{"data": []}"#));
                if takes < within { Ok(answer()) } else { Err(TransportError::Timeout) }
            })
        }
    }

    /// A provider that does not answer the first request.
    #[derive(Debug, Default)]
    struct HungOnce(AtomicBool);

    impl Transport for HungOnce {
        fn send(
            &self,
            _: Request<Bytes>,
            within: StdDuration,
        ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
            let is_first = !self.0.swap(true, Ordering::Relaxed);
            Box::pin(async move {
                if is_first {
                    tokio::time::sleep(within).await;
                    return Err(TransportError::Timeout);
                }
                let answer = serde_json::json!({ "data": duffel::testing::offer() }).to_string();
                Ok(Response::new(Bytes::from(answer)))
            })
        }
    }

    /// A provider that answers for one offer, and for no other. Counts its answers.
    #[derive(Debug, Default)]
    struct HungButOne(AtomicUsize);

    impl Transport for HungButOne {
        fn send(
            &self,
            request: Request<Bytes>,
            within: StdDuration,
        ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
            Box::pin(async move {
                if !request.uri().path().ends_with("/off_1") {
                    tokio::time::sleep(within).await;
                    return Err(TransportError::Timeout);
                }
                self.0.fetch_add(1, Ordering::Relaxed);
                let answer = serde_json::json!({ "data": duffel::testing::offer() }).to_string();
                Ok(Response::new(Bytes::from(answer)))
            })
        }
    }

    fn lookup_over(transport: Arc<dyn Transport>) -> Lookup {
        let client = |transport: Arc<dyn Transport>, token: &str| {
            Client::over(transport.clone(), transport, "http://provider.example", token.into())
        };
        let test = client(transport.clone(), "duffel_test_a");
        let live = Some(client(transport, "duffel_live_a"));
        Lookup::new(Clients { test, live }, MockClock::new(datetime!(2026-03-01 12:00 UTC)), true)
    }

    /// Whether the provider was asked, and did not answer in time.
    fn hung(answer: &Result<Arc<Offer>, Error>) -> bool {
        matches!(answer, Err(Error::Provider(error)) if error.kind == duffel::ErrorKind::Timeout)
    }

    #[tokio::test(start_paused = true)]
    async fn an_airline_that_takes_eleven_seconds_is_waited_for() {
        let lookup = lookup_over(Arc::new(Slow(StdDuration::from_secs(11))));

        let maps = lookup.seat_maps(Mode::Test, "off_1", SEATS).await;

        assert!(maps.unwrap().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn bag07_lists_read_a_few_offers_at_once_and_do_not_wait_for_an_airline_that_hangs() {
        let started = Instant::now();
        let airline = StdDuration::from_secs(3);
        let lookup = lookup_over(Arc::new(Slow(airline)));
        let ids: Vec<_> = (0..=LOOK_UPS_AT_ONCE).map(|n| format!("off_{n}")).collect();

        let look_ups = join_all(ids.iter().map(|id| lookup.look_up(Mode::Test, id))).await;

        assert_eq!(started.elapsed(), airline);
        let waited = look_ups.iter().filter(|answer| matches!(answer, Err(Error::NoTurn))).count();
        assert_eq!(waited, 1, "one offer had to wait for its turn, which came too late for a list");
    }

    #[tokio::test(start_paused = true)]
    async fn bag07_a_look_up_that_hangs_is_ended_by_the_client_which_counts_it() {
        let lookup = lookup_over(Arc::new(Hung));
        let started = Instant::now();

        let first = lookup.look_up(Mode::Test, "off_1");
        let behind_it = async {
            tokio::task::yield_now().await;
            lookup.look_up(Mode::Test, "off_1").await
        };
        let (first, behind_it) = tokio::join!(first, behind_it);

        assert!(hung(&first));
        assert!(matches!(behind_it, Err(Error::NoTurn)), "no second call for an offer that was waited for");
        assert_eq!(started.elapsed(), LOOK_UP);
    }

    #[tokio::test(start_paused = true)]
    async fn bag07_a_list_does_not_wait_for_an_airline_as_long_as_somebody_who_has_chosen() {
        let lookup = lookup_over(Arc::new(Hung));
        let started = Instant::now();
        let list = async {
            tokio::task::yield_now().await;
            let listed = lookup.look_up(Mode::Test, "off_1").await;
            (listed, started.elapsed())
        };

        let (chosen, (listed, waited)) = tokio::join!(lookup.offer(Mode::Test, "off_1", DETAIL), list);

        assert!(hung(&chosen) && matches!(listed, Err(Error::TimedOut)));
        assert_eq!(waited, LISTING);
    }

    #[tokio::test(start_paused = true)]
    async fn bag07_behind_reads_that_hang_known_offers_and_those_of_the_other_mode_do_not_wait() {
        let provider = Arc::new(HungButOne::default());
        let lookup = lookup_over(provider.clone());
        lookup.look_up(Mode::Test, "off_1").await.unwrap();
        let ids: Vec<_> = (0..LOOK_UPS_AT_ONCE).map(|n| format!("off_hung_{n}")).collect();
        let started = Instant::now();
        let others = async {
            tokio::task::yield_now().await;
            let known = lookup.look_up(Mode::Test, "off_1").await;
            let live = lookup.look_up(Mode::Live, "off_1").await;
            (known, live, started.elapsed())
        };

        let look_ups = join_all(ids.iter().map(|id| lookup.look_up(Mode::Test, id)));
        let (all_hung, (known, live, waited)) = tokio::join!(look_ups, others);

        assert!(all_hung.iter().all(hung));
        assert_eq!([known.unwrap().id.as_str(), live.unwrap().id.as_str()], ["off_1", "off_1"]);
        assert_eq!(waited, StdDuration::ZERO);
        assert_eq!(provider.0.load(Ordering::Relaxed), 2, "an offer of one mode is none of the other");
    }

    #[tokio::test(start_paused = true)]
    async fn bag07_a_sale_has_time_left_behind_a_list_that_reads_the_same_offer() {
        let lookup = lookup_over(Arc::new(HungOnce::default()));
        let started = Instant::now();
        let sale = async {
            tokio::task::yield_now().await;
            lookup.offer(Mode::Test, "off_1", NOW).await
        };

        let (listed, sale) = tokio::join!(lookup.look_up(Mode::Test, "off_1"), sale);

        assert!(hung(&listed));
        assert_eq!(sale.unwrap().id, "off_1");
        assert_eq!(started.elapsed(), LOOK_UP);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_all_who_asked_a_hung_provider_before() {
        for (max_age, longest) in [(NOW, SELLING), (STANDING, LOOKING), (DETAIL, LOOKING)] {
            let lookup = lookup_over(Arc::new(Hung));
            let started = Instant::now();

            let answers = join_all((0..8).map(|_| lookup.offer(Mode::Test, "off_1", max_age))).await;

            assert!(answers.iter().all(Result::is_err));
            assert_eq!(started.elapsed(), longest, "{max_age}");
        }
    }
}
