//! What takes bookings in and drives them: the whole of a replica but for its listener, its broker and its database,
//! which are given to it.

use std::sync::Arc;

use duffel::{Clients, WebhookArgs};
use secrecy::SecretSlice;
use service::SharedClock;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use url::Url;
use uuid::Uuid;

use crate::accounts::Accounts;
use crate::cancelling::{Cancelling, Turns};
use crate::change_notifier::ChangeNotifier;
use crate::door::Door;
use crate::intake::Intake;
use crate::repository::Repository;
use crate::upstreams::Upstreams;
use crate::worker::{Pace, Worker};

/// What an engine is made of.
#[derive(Clone)]
pub struct Parts {
    pub store: Arc<dyn Repository>,
    pub clock: SharedClock,
    pub upstreams: Upstreams,
    pub duffel: Clients,
    pub webhooks: WebhookArgs,
    /// Tells purchases with the same key apart.
    pub hmac_key: SecretSlice<u8>,
    /// Where links in mails lead when the brand's own address is not known.
    pub system_url: Url,
}

/// A worker, and the door of what it drives.
pub struct Engine {
    pub(crate) worker: Arc<Worker>,
    pub(crate) door: Arc<Door>,
}

impl Engine {
    pub fn new(parts: Parts) -> Self {
        let (notifier, wake) = (ChangeNotifier::new(), Arc::new(Notify::new()));
        let door = door(parts.clone(), &notifier, &wake);
        let worker = Worker {
            id: Uuid::now_v7(),
            store: parts.store,
            clock: parts.clock,
            notifier,
            upstreams: parts.upstreams,
            duffel: parts.duffel,
            wake,
            told: Arc::default(),
            posted: Arc::default(),
        };
        Self { worker: Arc::new(worker), door: Arc::new(door) }
    }

    pub fn door(&self) -> Arc<Door> {
        self.door.clone()
    }

    /// Drives what is due until `shutdown`; then lets the calls under way finish.
    pub async fn run(self, pace: Pace, shutdown: CancellationToken) {
        self.worker.run(pace, shutdown).await;
    }
}

fn door(parts: Parts, notifier: &ChangeNotifier, wake: &Arc<Notify>) -> Door {
    let Parts { store, clock, upstreams, duffel, webhooks, hmac_key, system_url } = parts;
    Door {
        store: store.clone(),
        clock: clock.clone(),
        accounts: Accounts { store: store.clone(), notifier: notifier.clone(), upstreams: upstreams.clone() },
        cancelling: Cancelling {
            store: store.clone(),
            clock: clock.clone(),
            notifier: notifier.clone(),
            duffel,
            wake: wake.clone(),
            turns: Turns::default(),
        },
        intake: Intake {
            store,
            clock,
            notifier: notifier.clone(),
            upstreams,
            hmac_key,
            system_url,
            wake: wake.clone(),
        },
        webhooks,
        wake: wake.clone(),
    }
}
