//! The sandbox inside a process that has a network and a clock of its own: a simulation.

use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use url::Url;

use crate::books::outbox::Event;
use crate::duffel::{self, Whim};
use crate::events::signature_header;
use crate::provider::Provider;
use crate::{Sandbox, control, router, stripe, wire};

/// Both providers, answering on whatever streams they are handed.
#[derive(Clone)]
pub struct Hosted {
    sandbox: Arc<Sandbox>,
    router: Router,
}

/// A provider's message, for its carrier.
pub struct Announcement {
    event: Event,
}

/// Announcements in the order in which they were made.
pub struct Announcements(mpsc::UnboundedReceiver<Event>);

impl Hosted {
    /// `public_url`: where a browser would find it.
    pub fn new(sandbox: Sandbox, public_url: Url) -> anyhow::Result<(Self, Announcements)> {
        let sandbox = Arc::new(sandbox);
        sandbox.public_url.get_or_init(|| public_url);
        let events = sandbox.deliveries.lock().expect("taken here alone").take().context("hosted once")?;
        let router = router(&sandbox);
        Ok((Self { sandbox, router }, Announcements(events)))
    }

    /// Answers what comes in on one connection, until it ends.
    pub async fn converse(&self, stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static) {
        wire::answer_all(stream, self.router.clone()).await;
    }

    /// Does what becomes due at the card provider, whether anybody asks or not. Never ends.
    pub async fn keep_settling(&self) {
        stripe::keep_settling(Arc::clone(&self.sandbox)).await;
    }

    /// What the providers believe, as `/_control/books` tells it.
    pub fn books(&self) -> Value {
        control::all_books(&self.sandbox)
    }

    /// Grows with every change of the books.
    pub fn revision(&self) -> u64 {
        self.sandbox.ledger.commits()
    }

    /// Plans a fault, in the JSON of `/_control/faults`.
    pub fn plan(&self, fault: Value) -> anyhow::Result<()> {
        self.sandbox.faults.plan(serde_json::from_value(fault)?);
        Ok(())
    }

    /// The airline changes or cancels an order by itself, and announces it. Nothing where there is none that stands.
    pub async fn follow(&self, whim: Whim, order_id: &str) -> anyhow::Result<()> {
        duffel::follow(&self.sandbox, order_id, whim).await.context("the journal")
    }

    /// The airline withdraws a service that it sold with an offer.
    pub async fn withdraw(&self, offer_id: &str, service_id: &str) -> anyhow::Result<()> {
        let withdrawn = control::withdraw(Arc::clone(&self.sandbox), offer_id, service_id).await;
        withdrawn.map_err(|status| anyhow::anyhow!("withdrawing a service: {status}"))
    }

    /// Lets time pass at the providers.
    pub fn advance(&self, ms: i64) {
        self.sandbox.clock.advance(ms);
    }

    /// Returns once what an announcement tells of has happened.
    pub async fn reach(&self, announcement: &Announcement) {
        self.sandbox.clock.reach(announcement.event.due_at).await;
    }

    /// The signature header of a body, as of now.
    pub fn sign(&self, body: &str, secret: &str) -> String {
        signature_header(secret, self.sandbox.clock.now(), body)
    }
}

impl Announcement {
    /// What is sent.
    pub fn body(&self) -> String {
        self.event.body.to_string()
    }

    /// Whether it is the card provider that tells it.
    pub fn is_of_bank(&self) -> bool {
        self.event.provider == Provider::Stripe
    }

    /// As the provider names what has happened: `order.created`.
    pub fn is_of(&self, kind: &str) -> bool {
        self.event.kind == kind
    }
}

impl Announcements {
    /// Waits for the next one; nothing once the sandbox is gone.
    pub async fn take(&mut self) -> Option<Announcement> {
        Some(Announcement { event: self.0.recv().await? })
    }
}
