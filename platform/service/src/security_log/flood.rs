use std::collections::HashMap;
use std::net::IpAddr;

use super::{Entry, Event, Reason, network_of};

/// Networks can be made up: beyond so many in a minute, the others are counted as one.
const MOST_KEYS: usize = 10_000;
/// The same of one reason, where events are counted by it too.
const MOST_OF_A_REASON: usize = 20;

/// What is counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub event: Event,
    /// None stands for those whose network is not known, or not counted apart.
    pub network: Option<IpAddr>,
    /// Of events that are counted by it too.
    pub reason: Option<Reason>,
}

impl Key {
    pub fn of(entry: &Entry) -> Self {
        let Entry { event, address, reason, .. } = *entry;
        let reason = reason.filter(|_| event.is_counted_by_reason());
        Self { event, network: network_of(address), reason }
    }
}

/// How often each event came from each network in the minute under way, for each reason where that counts.
#[derive(Debug, Default)]
pub(super) struct Flood {
    minute: i64,
    counts: HashMap<Key, u32>,
    /// How many networks there are of each reason.
    networks: HashMap<Reason, usize>,
}

/// Events of a minute that got no line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LeftOut {
    pub key: Key,
    pub count: u32,
}

impl Flood {
    /// Counts an event. Returns whether it gets a line, and what got none in a minute that this event ends.
    pub fn count(&mut self, mut key: Key, now: i64) -> (bool, Vec<LeftOut>) {
        let left_out = self.finish_minute(now);
        if !self.counts.contains_key(&key) && !self.take_place(key) {
            key.network = None;
        }
        let count = self.counts.entry(key).or_default();
        *count = count.saturating_add(1);
        (*count <= key.event.lines_a_minute(), left_out)
    }

    /// Counts another network of this minute. Returns whether it is counted apart; else it is counted with others.
    fn take_place(&mut self, key: Key) -> bool {
        let Some(reason) = key.reason else { return self.counts.len() < MOST_KEYS };
        let networks = self.networks.entry(reason).or_default();
        *networks += 1;
        *networks <= MOST_OF_A_REASON && self.counts.len() < MOST_KEYS
    }

    /// Ends the minute under way if its time is over. Returns what got no line in it.
    pub fn finish_minute(&mut self, now: i64) -> Vec<LeftOut> {
        let minute = now.div_euclid(60);
        if minute == self.minute {
            return Vec::new();
        }
        self.minute = minute;
        self.networks.clear();
        let counts = std::mem::take(&mut self.counts).into_iter();
        let beyond = |(key, count): (Key, u32)| {
            let left_out = count.saturating_sub(key.event.lines_a_minute());
            (left_out > 0).then_some(LeftOut { key, count: left_out })
        };
        counts.filter_map(beyond).collect()
    }
}
