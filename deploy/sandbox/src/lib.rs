//! A stand-in for the two third parties, faithful on the wire: Duffel's v2 and Stripe's v1 API on one listener,
//! test and live side by side, with books that survive a crash and faults on demand.
//! It shares nothing with the rest of the system but the `seeds/`, so that one mistake is not made twice.

mod books;
mod cards;
mod clock;
pub mod config;
mod control;
mod duffel;
mod events;
mod faults;
mod hosted;
mod ids;
mod journal;
mod ledger;
mod mailbox;
mod mode;
mod money;
mod provider;
mod stripe;
mod wire;
pub mod world;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, OnceLock};

use anyhow::Context;
use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use url::Url;

pub use config::Config;
pub use duffel::Whim;
pub use hosted::{Announcement, Announcements, Hosted};

/// Both providers, whole: what they believe, what they are told to do wrong, and the time by which they live.
pub struct Sandbox {
    config: Config,
    clock: Arc<clock::Clock>,
    world: Arc<world::World>,
    ledger: ledger::Ledger,
    families: ids::Families,
    faults: faults::Faults,
    calls: wire::Calls,
    limits: wire::Limits,
    waiting: wire::Waiting,
    searches: duffel::Searches,
    in_flight: stripe::InFlight,
    mailbox: mailbox::Mailbox,
    http: reqwest::Client,
    public_url: OnceLock<Url>,
    deliveries: Mutex<Option<mpsc::UnboundedReceiver<books::outbox::Event>>>,
}

impl Sandbox {
    /// Loads the world and replays the journal.
    pub fn build(config: Config) -> anyhow::Result<Self> {
        let world = Arc::new(world::World::load(&config.seeds)?);
        Self::in_world(config, world)
    }

    /// Like `build`, in a world that others may share.
    pub fn in_world(config: Config, world: Arc<world::World>) -> anyhow::Result<Self> {
        // Another library of the same process may have chosen one; any will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let clock = Arc::new(clock::Clock::default());
        let (ledger, deliveries) = ledger::Ledger::open(config.journal.as_deref(), Arc::clone(&clock))?;
        Ok(Self {
            world,
            ledger,
            families: ids::Families::default(),
            faults: faults::Faults::default(),
            calls: wire::Calls::default(),
            limits: wire::Limits::default(),
            waiting: wire::Waiting::default(),
            searches: duffel::Searches::default(),
            in_flight: stripe::InFlight::default(),
            mailbox: mailbox::Mailbox::default(),
            http: reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build()?,
            public_url: config.public_url.clone().map_or_else(OnceLock::new, OnceLock::from),
            deliveries: Mutex::new(Some(deliveries)),
            clock,
            config,
        })
    }

    /// Where a browser reaches this process.
    fn public_url(&self) -> &Url {
        self.public_url.get().expect("set before anything is served")
    }

    /// Serves until told to stop; calls under way are given a moment to end.
    pub async fn run(self, listener: TcpListener, shutdown: CancellationToken) -> anyhow::Result<()> {
        let sandbox = Arc::new(self);
        let address = listener.local_addr()?;
        sandbox.public_url.get_or_init(|| bound_url(address));
        let deliveries =
            sandbox.deliveries.lock().expect("taken here alone").take().context("run only once")?;
        let dispatcher = tokio::spawn(events::dispatch(Arc::clone(&sandbox), deliveries));
        let bank = tokio::spawn(stripe::keep_settling(Arc::clone(&sandbox)));
        let postman = match sandbox.config.smtp_listen {
            Some(address) => {
                let mail =
                    TcpListener::bind(address).await.with_context(|| format!("listening on {address}"))?;
                Some(tokio::spawn(mailbox::serve(Arc::clone(&sandbox), mail)))
            }
            None => None,
        };
        wire::serve(listener, router(&sandbox), shutdown).await;
        dispatcher.abort();
        bank.abort();
        postman.inspect(tokio::task::JoinHandle::abort);
        Ok(())
    }
}

fn router(sandbox: &Arc<Sandbox>) -> Router {
    Router::new()
        .merge(duffel::routes(sandbox))
        .merge(stripe::routes(sandbox))
        .merge(control::routes())
        .merge(mailbox::routes())
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .with_state(Arc::clone(sandbox))
}

/// Where a browser of this machine finds the listener, also when it listens everywhere.
fn bound_url(address: SocketAddr) -> Url {
    let host = if address.ip().is_unspecified() { "127.0.0.1".into() } else { address.ip().to_string() };
    let host = if address.is_ipv6() && !address.ip().is_unspecified() { format!("[{host}]") } else { host };
    Url::parse(&format!("http://{host}:{}", address.port())).expect("an address makes a URL")
}
