use std::time::Duration;

use bytes::Bytes;
use duffel::{Client, Clients};
use futures::future::BoxFuture;
use http::{Method, Request, Response};
use outbound::{Transport, TransportError};
use serde_json::json;
use testkit::MockClock;
use time::macros::{date, datetime};

use super::*;
use crate::cache::Cache;
use crate::domain::{Ages, CabinClass, Travellers};

/// What the caller of a view waits for its end.
const CALLER: Duration = Duration::from_secs(120);
const DATES: u32 = 12;

/// A provider that accepts a search at once. Its only airline answers after a while: it has no flights.
#[derive(Debug)]
struct SlowAirline {
    takes: Duration,
}

impl Transport for SlowAirline {
    fn send(
        &self,
        request: Request<Bytes>,
        _: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        Box::pin(async move {
            let remaining = u32::from(request.method() == Method::POST);
            if remaining == 0 {
                sleep(self.takes).await;
            }
            let batch = json!({
                "id": "orq_1", "live_mode": false, "total_batches": 1, "remaining_batches": remaining,
            });
            Ok(Response::new(json!({ "data": batch, "meta": null }).to_string().into()))
        })
    }
}

fn look_ups(takes: Duration) -> Arc<LookUps> {
    let provider = Arc::new(SlowAirline { takes });
    let test = Client::over(provider.clone(), provider, "http://provider.example", "duffel_test_a".into());
    let clock = MockClock::new(datetime!(2026-03-01 12:00 UTC));
    let cache = Arc::new(Cache::new(1 << 20, clock.clone()));
    let fares = Arc::new(FaresSeen::new(clock.clone(), true));
    let searches = Searches::new(Clients { test, live: None }, cache, fares.clone(), clock.clone());
    let allowance = Allowance { a_view: DATES, an_hour: 600 };
    let allowances = Allowances { test: allowance, live: Allowance::NONE };
    Arc::new(LookUps::new(Arc::new(searches), fares, allowances, clock))
}

fn query(departure_on: time::Date) -> Query {
    Query {
        origin: "LHR".parse().unwrap(),
        destination: "JFK".parse().unwrap(),
        departure_on,
        return_on: None,
        cabin: CabinClass::Economy,
        travellers: Travellers { adults: 1, children: 0, infants: 0, ages: Ages::default() },
    }
}

#[tokio::test(start_paused = true)]
async fn a_view_of_slow_dates_says_what_it_found_before_its_caller_gives_up() {
    // Two at a time: those of 25 s begin at 0, 25, 50 and 75 s, and no more at 100 s.
    for (takes_s, looked_up, reason) in [(5, 12, Reason::Complete), (25, 8, Reason::Busy)] {
        let begun_at = Instant::now();
        let look_ups = look_ups(Duration::from_secs(takes_s));
        let days = (0..DATES).map(|day| query(date!(2026 - 04 - 01) + time::Duration::days(day.into())));

        let told: Vec<_> = look_ups.fill(Mode::Test, "blue", days.collect()).unwrap().collect().await;

        let Some((Found::Done(done), dates)) = told.split_last() else { panic!("{told:?}") };
        assert_eq!((done.looked_up, done.of, done.reason), (looked_up, DATES, reason));
        assert_eq!(u32::try_from(dates.len()), Ok(looked_up));
        assert!(begun_at.elapsed() < CALLER, "{:?}", begun_at.elapsed());
    }
}
