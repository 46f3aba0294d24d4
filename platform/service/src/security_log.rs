//! The security log: who tried what and how it ended, by ids and addresses alone. docs/security-log.md lists its events.
//!
//! Must not know any text of a visitor: an `Entry` takes ids, addresses, constants of the program and names of ours, and the
//! origin that a browser reports.

mod blocked;
mod entry;
mod event;
mod flood;

use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use opentelemetry::KeyValue;
use opentelemetry::metrics::Counter;

use crate::clock::{SharedClock, SystemClock};
use crate::network_prefix;
use crate::telemetry::{SECURITY, security_events};

pub use blocked::Blocked;
pub use entry::{Call, Entry, Reason};
pub use event::{Event, Outcome};
use flood::{Flood, Key, LeftOut};

/// Writes entries as lines with the target `security`, which no setting of the log turns off, and counts all of them.
///
/// Of one event from one network only so many a minute get a line, of some for each reason; a summary line tells how many
/// more there were. Clones share these counts.
#[derive(Debug, Clone)]
pub struct SecurityLog {
    clock: SharedClock,
    counter: Counter<u64>,
    flood: Arc<Mutex<Flood>>,
}

impl Default for SecurityLog {
    fn default() -> Self {
        Self::new(Arc::new(SystemClock))
    }
}

impl SecurityLog {
    /// Made after telemetry was set up: earlier ones count nowhere.
    pub fn new(clock: SharedClock) -> Self {
        let log = Self { clock, counter: security_events(), flood: Arc::default() };
        // So that an alarm sees the first event as a rise.
        for event in Event::ALL {
            log.count(*event, 0);
        }
        log
    }

    /// Counts the event, and writes its line unless too many like it came in this minute.
    pub fn write(&self, entry: &Entry) {
        self.count(entry.event, 1);
        let (gets_line, left_out) = self.with_flood(|flood, now| flood.count(Key::of(entry), now));
        left_out.iter().for_each(summarise);
        if gets_line {
            entry.write();
        }
    }

    /// Writes a summary line for what was left out in minutes that are over.
    pub fn write_summaries(&self) {
        self.with_flood(Flood::finish_minute).iter().for_each(summarise);
    }

    fn count(&self, event: Event, times: u64) {
        let labels = [KeyValue::new("event", event.name()), KeyValue::new("outcome", event.outcome().name())];
        self.counter.add(times, &labels);
    }

    /// `now` is in seconds since 1970.
    fn with_flood<T>(&self, act: impl FnOnce(&mut Flood, i64) -> T) -> T {
        let mut flood = self.flood.lock().expect("nobody panics while counting");
        act(&mut flood, self.clock.now().unix_timestamp())
    }
}

fn summarise(left_out: &LeftOut) {
    let LeftOut { key: Key { event, network, reason }, count } = left_out;
    tracing::info!(
        target: SECURITY,
        {
        security.event = event.name(),
        security.outcome = event.outcome().name(),
        reason = reason.map(Reason::as_str),
        client.network = network.map(tracing::field::display::<IpAddr>),
        left_out = count,
        },
        "security events without a line of their own"
    );
}

/// The network that lines are counted by.
fn network_of(address: Option<IpAddr>) -> Option<IpAddr> {
    address.map(network_prefix)
}

#[cfg(test)]
mod tests;
