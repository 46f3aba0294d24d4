use std::collections::HashMap;
use std::net::IpAddr;

use super::{Event, network_of};

/// Networks can be made up: beyond so many in a minute, the others are counted as one.
const MOST_KEYS: usize = 10_000;

type Key = (Event, Option<IpAddr>);

/// How often each event came from each network in the minute under way.
#[derive(Debug, Default)]
pub(super) struct Flood {
    minute: i64,
    counts: HashMap<Key, u32>,
}

/// Events of a minute that got no line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LeftOut {
    pub event: Event,
    /// None stands for those whose network is not known, or not counted apart.
    pub network: Option<IpAddr>,
    pub count: u32,
}

impl Flood {
    /// Counts an event. Returns whether it gets a line, and what got none in a minute that this event ends.
    pub fn count(&mut self, event: Event, address: Option<IpAddr>, now: i64) -> (bool, Vec<LeftOut>) {
        let left_out = self.finish_minute(now);
        let mut key = (event, network_of(address));
        if self.counts.len() >= MOST_KEYS && !self.counts.contains_key(&key) {
            key = (event, None);
        }
        let count = self.counts.entry(key).or_default();
        *count = count.saturating_add(1);
        (*count <= event.lines_a_minute(), left_out)
    }

    /// Ends the minute under way if its time is over. Returns what got no line in it.
    pub fn finish_minute(&mut self, now: i64) -> Vec<LeftOut> {
        let minute = now.div_euclid(60);
        if minute == self.minute {
            return Vec::new();
        }
        self.minute = minute;
        let counts = std::mem::take(&mut self.counts).into_iter();
        let beyond = |((event, network), count): (Key, u32)| {
            let left_out = count.saturating_sub(event.lines_a_minute());
            (left_out > 0).then_some(LeftOut { event, network, count: left_out })
        };
        counts.filter_map(beyond).collect()
    }
}
