//! How a program is: what it finds out about itself, for its admin port and its callers.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use opentelemetry::KeyValue;
use serde::Serialize;
use time::OffsetDateTime;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::metrics::meter;

/// A program that has given no sign of life for this long hangs.
const LONGEST_SILENCE: Duration = Duration::from_secs(10);
/// Signs of life in the longest silence.
const SIGNS: u32 = 10;

/// Nothing, or a sentence that says what is wrong.
pub type Finding = Result<(), String>;

/// Whether work should come to a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// It does not serve yet.
    Starting,
    /// It serves.
    Ready,
    /// It has begun, and lacks something: what.
    NotReady(&'static str),
    /// It was asked to end.
    Stopping,
}

/// A program that this one calls.
#[derive(Debug, Clone, Serialize)]
pub struct Dependency {
    /// Its name.
    pub name: &'static str,
    /// Whether a replica answers and says itself that it can work.
    pub ok: bool,
    /// How many of its replicas do.
    pub serving: usize,
    /// How many replicas of it are known.
    pub replicas: usize,
    /// When `ok` became what it is.
    #[serde(with = "time::serde::rfc3339")]
    pub since: OffsetDateTime,
}

/// The health of one program. Clones share it.
#[derive(Debug, Clone)]
pub struct Health(Arc<State>);

#[derive(Debug)]
struct State {
    readiness: watch::Sender<Readiness>,
    dependencies: Mutex<Vec<Dependency>>,
    longest_silence: Duration,
    created: Instant,
    /// Milliseconds between `created` and the last sign of life.
    last_sign: AtomicU64,
}

impl Default for Health {
    fn default() -> Self {
        Self::with_longest_silence(LONGEST_SILENCE)
    }
}

impl Health {
    /// Of a program that hangs after this long without a sign of life; for tests.
    pub fn with_longest_silence(longest_silence: Duration) -> Self {
        Self(Arc::new(State {
            readiness: watch::Sender::new(Readiness::Starting),
            dependencies: Mutex::default(),
            longest_silence,
            created: Instant::now(),
            last_sign: AtomicU64::new(0),
        }))
    }

    /// Measures whether `service` is ready, as long as the process lives.
    pub fn measure(&self, service: &'static str) {
        let readiness = self.0.readiness.subscribe();
        let label = [KeyValue::new("service", service)];
        meter()
            .u64_observable_gauge("service.ready")
            .with_description("Whether the service takes work")
            .with_callback(move |gauge| {
                gauge.observe((*readiness.borrow() == Readiness::Ready).into(), &label);
            })
            .build();
    }

    /// Gives a sign of life again and again, as long as the runtime runs tasks. Never ends.
    pub async fn give_signs_of_life(self) {
        let mut ticks = tokio::time::interval(self.0.longest_silence / SIGNS);
        loop {
            ticks.tick().await;
            self.0.last_sign.store(millis(self.0.created.elapsed()), Ordering::Relaxed);
        }
    }

    /// Checks every `interval` whether the program is ready, until it drains. The first check ends its start.
    pub async fn watch<F>(&self, interval: Duration, draining: &CancellationToken, check: impl Fn() -> F)
    where
        F: Future<Output = Result<(), &'static str>>,
    {
        while let Some(found) = draining.run_until_cancelled(check()).await {
            self.set(found.map_or_else(Readiness::NotReady, |()| Readiness::Ready));
            let _drains = draining.run_until_cancelled(tokio::time::sleep(interval)).await;
        }
        self.set(Readiness::Stopping);
    }

    /// Notes that the program has begun and can't serve before it has what it lacks. Ends its start, so that nothing
    /// restarts it while it waits.
    pub fn wait_for(&self, what: &'static str) {
        self.set(Readiness::NotReady(what));
    }

    /// What the last check found, and each change from now on.
    pub fn changes(&self) -> watch::Receiver<Readiness> {
        self.0.readiness.subscribe()
    }

    /// Keeps what is known of the programs that this one calls.
    pub fn set_dependencies(&self, known: &[Dependency]) {
        *self.0.dependencies.lock().expect("nothing panics under this lock") = known.to_vec();
    }

    /// What was last known of the programs that this one calls.
    pub fn dependencies(&self) -> Vec<Dependency> {
        self.0.dependencies.lock().expect("nothing panics under this lock").clone()
    }

    /// Whether the program has begun to serve, or waits for what it needs first.
    pub fn startup(&self) -> Finding {
        match *self.0.readiness.borrow() {
            Readiness::Starting => Err("starting".to_owned()),
            Readiness::Ready | Readiness::NotReady(_) | Readiness::Stopping => Ok(()),
        }
    }

    /// Whether work should come here. A program that hangs is not ready, whatever its last check found.
    pub fn readiness(&self) -> Finding {
        match *self.0.readiness.borrow() {
            Readiness::Starting => Err("starting".to_owned()),
            Readiness::Ready => self.liveness(),
            Readiness::NotReady(reason) => Err(format!("not ready: {reason}")),
            Readiness::Stopping => Err("stopping".to_owned()),
        }
    }

    /// Whether the runtime runs tasks. Says nothing of Postgres, the broker and other programs: a restart mends none.
    pub fn liveness(&self) -> Finding {
        let last_sign = Duration::from_millis(self.0.last_sign.load(Ordering::Relaxed));
        let silence = self.0.created.elapsed().saturating_sub(last_sign);
        if silence > self.0.longest_silence {
            return Err(format!("hangs: no sign of life for {} s", silence.as_secs()));
        }
        Ok(())
    }

    fn set(&self, readiness: Readiness) {
        self.0.readiness.send_if_modified(|known| std::mem::replace(known, readiness) != readiness);
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
