//! Faults on demand. A fault names an operation, what goes wrong and how often; the first that fits a call is used up.
//! What concerns any answer (errors, cuts, pauses) is acted out in [`crate::wire`]; the rest is handed to the
//! operation it is about.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::mode::Mode;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    #[serde(default, skip_deserializing)]
    pub id: u64,
    /// An operation, such as `duffel.orders.create` or `stripe.webhooks.*`.
    pub on: String,
    /// How many calls it spoils; without it every one.
    #[serde(default)]
    pub times: Option<u32>,
    #[serde(default, rename = "match")]
    pub only: Match,
    pub effect: Effect,
}

/// What a call has to be about; what is left out fits all.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Match {
    pub mode: Option<Mode>,
    pub path: Option<String>,
    pub offer: Option<String>,
    /// The first slice, as in `LHR-JFK`.
    pub route: Option<String>,
    pub metadata: BTreeMap<String, String>,
}

/// What a call, or an event on its way out, is about.
#[derive(Debug, Clone, Default)]
pub struct Subject {
    pub mode: Option<Mode>,
    pub path: String,
    pub offer: Option<String>,
    pub route: Option<String>,
    pub metadata: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nothing has happened yet.
    #[default]
    Before,
    /// The call has taken effect.
    After,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// A late but good answer.
    Delay { ms: u64 },
    /// The provider's own error of that code. `stored`: Stripe keeps it under the idempotency key.
    Error {
        code: String,
        #[serde(default)]
        phase: Phase,
        #[serde(default)]
        stored: bool,
    },
    /// What a load balancer in front of the provider says: an HTML page.
    Html {
        status: u16,
        #[serde(default)]
        phase: Phase,
    },
    /// The connection closes without an answer, `ms` later.
    Cut {
        #[serde(default)]
        phase: Phase,
        #[serde(default)]
        ms: u64,
    },
    /// A good answer, once the call is let go on. Until then it stands, before its effect or after it.
    Wait {
        #[serde(default)]
        phase: Phase,
    },
    /// The connection closes in the middle of the body.
    CutBody,
    /// A complete answer whose JSON ends half-way.
    Truncate,
    /// An order is answered with `status` and comes out as `then` says, `after_ms` later.
    Outcome {
        status: u16,
        then: Then,
        #[serde(default)]
        after_ms: u32,
    },
    /// Duffel alone: each text that an airline may write as it likes holds an attack.
    HostileWords,
    /// An offer request that was booked is booked again: Duffel's guard is not promised.
    Rebook,
    /// The bank lets go of an authorisation before its time.
    ExpireAuthorization,
    /// An event is never sent.
    Lose,
    /// An event is sent so many times.
    Repeat { copies: u32 },
    /// An event is sent so much later; one event late is two events out of order.
    Late { ms: u64 },
    /// An event is signed with another secret.
    Forge,
    /// An event is signed with the secret that replaces the receiver's.
    Sign { secret: String },
    /// An event is signed as of so long ago.
    Stale { age_s: i64 },
    /// An event of one mode is sent and signed as one of the other.
    WrongMode,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// The order appears and is announced.
    Created,
    /// There is no order, and that is announced.
    Failed,
    /// There is no order, and nobody says so.
    Silent,
}

/// The fault an operation acts out itself.
#[derive(Debug, Clone, Default)]
pub struct Injected(pub Option<Effect>);

#[derive(Debug, Default)]
pub struct Faults {
    planned: Mutex<Planned>,
}

#[derive(Debug, Default)]
struct Planned {
    last_id: u64,
    faults: Vec<Fault>,
}

impl Faults {
    pub fn plan(&self, fault: Fault) -> Fault {
        let mut planned = self.lock();
        planned.last_id += 1;
        let fault = Fault { id: planned.last_id, ..fault };
        planned.faults.push(fault.clone());
        fault
    }

    pub fn list(&self) -> Vec<Fault> {
        self.lock().faults.clone()
    }

    pub fn clear(&self) {
        self.lock().faults.clear();
    }

    /// The effect on this call, if any; what was planned for it becomes one less.
    /// What the call is about is looked into only when a fault might concern it.
    pub fn take(&self, operation: &str, subject: impl FnOnce() -> Subject) -> Option<Effect> {
        if !self.lock().faults.iter().any(|fault| covers(&fault.on, operation)) {
            return None;
        }
        let subject = subject();
        let faults = &mut self.lock().faults;
        let at = faults.iter().position(|fault| {
            fault.times != Some(0) && covers(&fault.on, operation) && fault.only.fits(&subject)
        })?;
        let effect = faults[at].effect.clone();
        if let Some(times) = &mut faults[at].times {
            *times -= 1;
            if *times == 0 {
                faults.remove(at);
            }
        }
        Some(effect)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Planned> {
        self.planned.lock().expect("nothing panics while it holds the plan")
    }
}

impl Match {
    fn fits(&self, subject: &Subject) -> bool {
        fn same<T: PartialEq>(wanted: Option<&T>, found: Option<&T>) -> bool {
            wanted.is_none_or(|wanted| Some(wanted) == found)
        }
        same(self.mode.as_ref(), subject.mode.as_ref())
            && same(self.path.as_ref(), Some(&subject.path))
            && same(self.offer.as_ref(), subject.offer.as_ref())
            && same(self.route.as_ref(), subject.route.as_ref())
            && self.metadata.iter().all(|(key, value)| subject.metadata.get(key) == Some(value))
    }
}

fn covers(pattern: &str, operation: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => operation.starts_with(prefix),
        None => pattern == operation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(json: &str) -> Fault {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_fault_is_used_up() {
        let faults = Faults::default();
        faults.plan(fault(r#"{"on": "duffel.*", "times": 2, "effect": {"kind": "cut_body"}}"#));

        let taken: Vec<_> = (0..3).map(|_| faults.take("duffel.orders.get", Subject::default)).collect();

        assert_eq!(taken, [Some(Effect::CutBody), Some(Effect::CutBody), None]);
        assert!(faults.list().is_empty());
    }

    #[test]
    fn a_fault_strikes_only_what_it_names() {
        let faults = Faults::default();
        faults.plan(fault(
            r#"{"on": "duffel.orders.create", "match": {"route": "LHR-JFK", "metadata": {"id": "7"}}, "effect": {"kind": "rebook"}}"#,
        ));
        let subject = |route: &'static str, id: &'static str| {
            move || Subject {
                route: Some(route.into()),
                metadata: [("id".to_owned(), id.to_owned())].into(),
                ..Subject::default()
            }
        };

        assert_eq!(faults.take("duffel.orders.get", subject("LHR-JFK", "7")), None);
        assert_eq!(faults.take("duffel.orders.create", subject("LHR-LGW", "7")), None);
        assert_eq!(faults.take("duffel.orders.create", subject("LHR-JFK", "8")), None);
        assert_eq!(faults.take("duffel.orders.create", subject("LHR-JFK", "7")), Some(Effect::Rebook));
    }
}
