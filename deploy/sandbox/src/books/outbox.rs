//! Events that were written, and those that are still to be delivered.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::mode::Mode;
use crate::provider::Provider;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Event {
    pub id: String,
    pub provider: Provider,
    pub mode: Mode,
    pub kind: String,
    /// Not sent before: what it tells of has not happened yet.
    pub due_at: Timestamp,
    /// As sent.
    pub body: Value,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    Queued(Box<Event>),
    /// Taken, lost on purpose, or given up.
    Settled {
        id: String,
    },
}

impl From<Change> for super::Change {
    fn from(change: Change) -> Self {
        Self::Event(change)
    }
}

#[derive(Debug, Default)]
pub struct Outbox {
    events: BTreeMap<String, Event>,
    pending: BTreeSet<String>,
}

impl Outbox {
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::Queued(event) => {
                self.pending.insert(event.id.clone());
                self.events.insert(event.id.clone(), *event);
            }
            Change::Settled { id } => {
                self.pending.remove(&id);
            }
        }
    }

    pub fn get(&self, id: &str) -> Option<&Event> {
        self.events.get(id)
    }

    /// Oldest first.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.events.values()
    }

    pub fn pending(&self) -> impl Iterator<Item = &Event> {
        self.pending.iter().filter_map(|id| self.events.get(id))
    }
}
