//! What keeps a third party that is down from taking us with it: a breaker that answers for it while it fails, and a
//! bulkhead that bounds how many calls wait for it.
//!
//! Ours, as the known crates guard a tower service and allow a probe by its end: one that hangs for two minutes, as a
//! search may, would shut everybody out that long.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures::FutureExt;
use futures::future::BoxFuture;
use http::{Request, Response};
use opentelemetry::KeyValue;
use opentelemetry::metrics::Gauge;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};

use crate::{Transport, TransportError};

/// Failures in a row after which a third party counts as down.
const FAILURES: u32 = 5;
/// One call in this time finds out whether it is back.
const PROBE_EVERY: Duration = Duration::from_secs(2);
/// How long a guarded call waits for its turn among too many.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// A transport for calls that may as well not be made: reads, searches, and whatever begins something new. What
/// finishes something that was begun goes past it.
#[derive(Debug)]
pub struct Guarded<T> {
    inner: T,
    breaker: Breaker,
    turns: Arc<Semaphore>,
    /// Answers that say nothing about the third party itself. Without it timeouts count too.
    is_of_another: Option<fn(&Response<Bytes>) -> bool>,
    /// Whether the breaker is open.
    shown: Option<Shown>,
}

/// Where a breaker shows whether it is open.
#[derive(Debug)]
struct Shown {
    gauge: Gauge<u64>,
    labels: [KeyValue; 3],
}

impl<T> Guarded<T> {
    /// Lets `most` calls wait for answers at once.
    pub fn new(inner: T, most: usize) -> Self {
        let turns = Arc::new(Semaphore::new(most));
        Self { inner, breaker: Breaker::default(), turns, is_of_another: None, shown: None }
    }

    /// Shows the breaker as a metric: whose calls it guards, of which mode, and which of them.
    #[must_use]
    pub fn shown(self, provider: &'static str, mode: &'static str, calls: &'static str) -> Self {
        let gauge = opentelemetry::global::meter("fareway")
            .u64_gauge("provider.breaker.open")
            .with_description("Whether a provider is left alone")
            .build();
        let labels =
            [KeyValue::new("provider", provider), KeyValue::new("mode", mode), KeyValue::new("calls", calls)];
        gauge.record(0, &labels);
        Self { shown: Some(Shown { gauge, labels }), ..self }
    }

    /// The same transport and the same bound, with a breaker of its own: for calls that somebody behind the third party
    /// answers, such as one airline of many. What fails there says nothing about the third party itself: neither a
    /// timeout counts as a failure, nor an answer that `is_of_another`.
    #[must_use]
    pub fn despite_others(&self, is_of_another: fn(&Response<Bytes>) -> bool) -> Self
    where
        T: Clone,
    {
        let (inner, turns) = (self.inner.clone(), Arc::clone(&self.turns));
        Self { inner, breaker: Breaker::default(), turns, is_of_another: Some(is_of_another), shown: None }
    }

    /// Whether the outcome says something about the third party itself.
    fn counts(&self, outcome: &Result<Response<Bytes>, TransportError>) -> bool {
        match (self.is_of_another, outcome) {
            (None, _) => true,
            (Some(_), Err(error)) => *error != TransportError::Timeout,
            (Some(is_of_another), Ok(answer)) => !is_of_another(answer),
        }
    }
}

impl<T: Transport> Transport for Guarded<T> {
    fn send(
        &self,
        request: Request<Bytes>,
        within: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        async move {
            if !self.breaker.admits(Instant::now()) {
                return Err(TransportError::Resting);
            }
            let turn = timeout(PATIENCE.min(within), self.turns.acquire()).await;
            let Ok(Ok(_turn)) = turn else { return Err(TransportError::Resting) };
            let answer = self.inner.send(request, within).await;
            if self.counts(&answer) {
                let is_open = self.breaker.record(is_up(&answer), Instant::now());
                if let Some(Shown { gauge, labels }) = &self.shown {
                    gauge.record(is_open.into(), labels);
                }
            }
            answer
        }
        .boxed()
    }
}

/// Whether somebody is there who answers for themselves.
fn is_up(answer: &Result<Response<Bytes>, TransportError>) -> bool {
    answer.as_ref().is_ok_and(|answer| !answer.status().is_server_error())
}

/// Closed, it admits every call. After `FAILURES` in a row it is open, and admits one in `PROBE_EVERY`, whose success
/// closes it.
#[derive(Debug, Default)]
struct Breaker(Mutex<Record>);

#[derive(Debug, Default)]
struct Record {
    failures: u32,
    next_probe: Option<Instant>,
}

impl Breaker {
    fn admits(&self, now: Instant) -> bool {
        let mut record = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match record.next_probe {
            Some(at) if now < at => false,
            Some(_) => {
                record.next_probe = Some(now + PROBE_EVERY);
                true
            }
            None => true,
        }
    }

    /// Answers whether the breaker is open from now on.
    fn record(&self, is_up: bool, now: Instant) -> bool {
        let mut record = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if is_up {
            *record = Record::default();
            return false;
        }
        record.failures = record.failures.saturating_add(1);
        if record.failures == FAILURES {
            record.next_probe = Some(now + PROBE_EVERY);
        }
        record.next_probe.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::future::join_all;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// A breaker that has seen this many failures in a row, just now.
    fn after(failures: u32, now: Instant) -> Breaker {
        let breaker = Breaker::default();
        for _ in 0..failures {
            breaker.record(false, now);
        }
        breaker
    }

    #[test]
    fn a_few_failures_stop_nobody() {
        let now = Instant::now();
        let breaker = after(FAILURES - 1, now);

        assert!(breaker.admits(now));
        assert!(!breaker.record(true, now));
        breaker.record(false, now);
        assert!(breaker.admits(now), "a success in between begins the count anew");
    }

    #[test]
    fn many_in_a_row_leave_one_probe_at_a_time_until_one_succeeds() {
        let now = Instant::now();
        let breaker = after(FAILURES, now);

        assert!(!breaker.admits(now + SECOND));
        assert!(breaker.admits(now + 2 * SECOND));
        assert!(!breaker.admits(now + 3 * SECOND), "the probe is under way");
        assert!(breaker.record(false, now + 3 * SECOND), "it stays open");
        assert!(breaker.admits(now + 4 * SECOND), "a probe that hangs keeps nobody out for longer");
        assert!(!breaker.record(true, now + 5 * SECOND));
        assert!(breaker.admits(now + 5 * SECOND) && breaker.admits(now + 5 * SECOND));
    }

    /// Answers with its status after its time; counts who came.
    #[derive(Debug)]
    struct Provider {
        status: u16,
        takes: Duration,
        asked: AtomicUsize,
    }

    impl Provider {
        fn new(status: u16, takes: Duration) -> Arc<Self> {
            Arc::new(Self { status, takes, asked: AtomicUsize::new(0) })
        }

        fn asked(&self) -> usize {
            self.asked.load(Ordering::Relaxed)
        }
    }

    impl Transport for Arc<Provider> {
        fn send(
            &self,
            _: Request<Bytes>,
            _: Duration,
        ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
            async {
                self.asked.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(self.takes).await;
                let mut answer = Response::new(Bytes::new());
                *answer.status_mut() = self.status.try_into().expect("a status");
                Ok(answer)
            }
            .boxed()
        }
    }

    async fn ask(guarded: &Guarded<Arc<Provider>>) -> Result<u16, TransportError> {
        let answer = guarded.send(Request::new(Bytes::new()), 10 * SECOND).await;
        answer.map(|answer| answer.status().as_u16())
    }

    #[tokio::test(start_paused = true)]
    async fn a_provider_that_keeps_failing_is_left_alone_and_asked_again() {
        let provider = Provider::new(503, Duration::ZERO);
        let guarded = Guarded::new(provider.clone(), 8);

        for _ in 0..FAILURES {
            assert_eq!(ask(&guarded).await, Ok(503));
        }
        assert_eq!(ask(&guarded).await, Err(TransportError::Resting));
        assert_eq!(provider.asked(), 5);
        tokio::time::advance(PROBE_EVERY).await;
        assert_eq!(ask(&guarded).await, Ok(503));
    }

    /// Never answers in time.
    #[derive(Debug, Clone)]
    struct Silent;

    impl Transport for Silent {
        fn send(
            &self,
            _: Request<Bytes>,
            _: Duration,
        ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
            async { Err(TransportError::Timeout) }.boxed()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn timeouts_of_one_airline_keep_nobody_from_the_others() {
        let all = Guarded::new(Silent, 8);
        let airlines = all.despite_others(|_| false);

        for _ in 0..=FAILURES {
            let answer = airlines.send(Request::new(Bytes::new()), SECOND).await;
            assert_eq!(answer.unwrap_err(), TransportError::Timeout);
        }
        for _ in 0..FAILURES {
            let _: Result<_, _> = all.send(Request::new(Bytes::new()), SECOND).await;
        }
        let answer = all.send(Request::new(Bytes::new()), SECOND).await;
        assert_eq!(answer.unwrap_err(), TransportError::Resting);
    }

    #[tokio::test(start_paused = true)]
    async fn failures_of_one_airline_keep_nobody_from_the_others() {
        for (status, sixth) in [(504, Ok(504)), (500, Err(TransportError::Resting))] {
            let all = Guarded::new(Provider::new(status, Duration::ZERO), 8);
            let airlines = all.despite_others(|answer| answer.status() == 504);

            for _ in 0..FAILURES {
                assert_eq!(ask(&airlines).await, Ok(status));
                assert_eq!(ask(&all).await, Ok(status));
            }

            assert_eq!(ask(&airlines).await, sixth, "{status}");
            assert_eq!(ask(&all).await, Err(TransportError::Resting), "{status}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_refusal_is_an_answer_and_no_failure() {
        let provider = Provider::new(422, Duration::ZERO);
        let guarded = Guarded::new(provider.clone(), 8);

        for _ in 0..3 * FAILURES {
            assert_eq!(ask(&guarded).await, Ok(422));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_finds_no_turn_among_too_many_is_told_so_and_never_sent() {
        let provider = Provider::new(200, 5 * SECOND);
        let guarded = Guarded::new(provider.clone(), 3);

        let airlines = guarded.despite_others(|_| false);
        let answers = join_all((0..5).map(|n| ask(if n % 2 == 0 { &guarded } else { &airlines }))).await;

        let turned_away = answers.iter().filter(|answer| **answer == Err(TransportError::Resting)).count();
        assert_eq!((turned_away, provider.asked()), (2, 3));
        assert_eq!(ask(&guarded).await, Ok(200), "the turns are given back");
    }
}
