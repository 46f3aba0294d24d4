//! What answers visitors: the whole of a replica but for its listener, its broker and its way to the services, which
//! are given to it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Response;
use axum::serve::Listener;
use events::{Live, Nats};
use futures::Stream;
use service::health::Health;
use service::metrics::Tally;
use service::security_log::SecurityLog;
use service::{Lifecycle, SettingsCheck, SharedClock, Shutdown, Workers};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, CompressionLevel};

use crate::booked_trips::BookedTrips;
use crate::brands::Brands;
use crate::card_fields::CardFields;
use crate::client::Proxies;
use crate::cookies::CookieRules;
use crate::dependencies::Dependencies;
use crate::edge::{
    Metrics, give_up_late, hold_body, identify, observe, recover, require_host, secure, serve,
};
use crate::limits::Limits;
use crate::live::{self, Followers};
use crate::modes::Modes;
use crate::preflight::Preflight;
use crate::search_pages::SearchPages;
use crate::searches::Searches;
use crate::services::{Channels, Services};
use crate::state::{Gateway, Shared};
use crate::streams::Streams;
use crate::web::Web;
use crate::{SiteArgs, api};

/// Updates that a slow event stream may be behind by.
const UPDATE_BUFFER: usize = 256;
/// How often readiness is checked: from what is in memory, and first when brand and mode are still to come.
const READINESS_INTERVAL: Duration = Duration::from_millis(250);

/// How often the security log looks whether a minute is over.
const SUMMARY_INTERVAL: Duration = Duration::from_secs(15);

/// What an engine is made of.
pub struct Parts {
    pub channels: Channels,
    pub clock: SharedClock,
    /// Brings news of brands, mode and bookings. Without one the gateway learns of brands and mode by asking alone, and
    /// open pages hear nothing.
    pub broker: Option<Nats>,
    pub site: SiteArgs,
    /// What the program's own settings say about real sales.
    pub check: SettingsCheck,
}

/// Every call and page, and what goes on beside them.
#[derive(Debug)]
pub struct Engine {
    gateway: Gateway,
    broker: Option<Nats>,
}

impl Engine {
    /// Succeeds with every service away, and without a web app to serve; it is not ready where one is wanted.
    pub fn new(parts: Parts) -> anyhow::Result<Self> {
        let Parts { channels, clock, broker, site, check } = parts;
        let services = Services::new(&channels);
        let card_fields = CardFields::new(&site.card_fields)?;
        let gateway = Gateway {
            brands: Brands::new(services.brand.clone()),
            services,
            proxies: Proxies::new(site.trusted_proxies.clone(), check.is_for_real_sales()),
            environment: check.environment,
            preflight: Preflight::new(channels.clone(), &site, &card_fields, check, clock.clone()),
            dependencies: Dependencies::new(channels, broker.clone(), clock.clone()),
            modes: Modes::new(),
            card_fields,
            security_log: SecurityLog::new(clock.clone()),
            limits: Limits::new(site.gateway_replicas, clock.clone()),
            booked_trips: BookedTrips::new(clock),
            web: Web::load(&site.web_dir)?,
            cookies: CookieRules { https: site.https },
            https: site.https,
            updates: broadcast::Sender::new(UPDATE_BUFFER),
            streams: Streams::new("events"),
            search_streams: Streams::new("search"),
            look_up_streams: Streams::of_look_ups(),
            failed_streams: Tally::new(
                "http.server.streams.failed",
                "Event streams that failed after they had begun",
                "kind",
            ),
            searches: Searches::new(site.searches_at_once),
            search_pages: SearchPages::new(),
            draining: CancellationToken::new(),
            shutdown: CancellationToken::new(),
        };
        Ok(Self { gateway, broker })
    }

    /// Serves until it is to end; then requests under way are finished.
    pub async fn run(
        mut self,
        listener: impl Listener<Addr = SocketAddr>,
        lifecycle: Lifecycle,
    ) -> anyhow::Result<()> {
        let Lifecycle { shutdown: steps, health } = lifecycle;
        let Shutdown { draining, stopping: shutdown } = steps.clone();
        (self.gateway.draining, self.gateway.shutdown) = (draining, shutdown.clone());
        health.measure("gateway");
        let gateway = Arc::new(self.gateway);
        let mut workers = Workers::new(shutdown.clone());
        if let Some(broker) = self.broker {
            let news = events::live(broker, live::SUBJECTS, shutdown).await?;
            workers.spawn("listener", listen(Arc::clone(&gateway), news));
        }
        workers.spawn("mode", ask_for_the_mode(Arc::clone(&gateway)));
        workers.spawn("dependencies", watch_dependencies(Arc::clone(&gateway), health.clone()));
        workers.spawn("readiness", watch_readiness(Arc::clone(&gateway), health));
        workers.spawn("limits", sweep_limits(Arc::clone(&gateway)));
        workers.spawn("security log", write_security_summaries(Arc::clone(&gateway)));

        let proxies = gateway.proxies.clone();
        tracing::info!(trusted_proxies = %proxies.trusted, "visitors are told apart by address");
        workers.run_with(serve(router(&gateway), proxies, listener, steps)).await
    }
}

async fn listen(gateway: Shared, news: impl Stream<Item = Live> + Unpin) {
    let Gateway { brands, modes, updates, .. } = &*gateway;
    live::listen(Followers { brands, modes, updates }, news).await;
}

async fn ask_for_the_mode(gateway: Shared) {
    gateway.modes.poll(gateway.services.identity.clone(), gateway.shutdown.clone()).await;
}

async fn watch_dependencies(gateway: Shared, health: Health) {
    gateway.dependencies.watch(&health, &gateway.shutdown).await;
}

async fn watch_readiness(gateway: Shared, health: Health) {
    health.watch(READINESS_INTERVAL, &gateway.draining, || gateway.readiness()).await;
    // It goes on being what it is: not ready.
    gateway.shutdown.cancelled().await;
}

async fn sweep_limits(gateway: Shared) {
    gateway.shutdown.run_until_cancelled(gateway.limits.sweep()).await;
}

/// Soon after each minute the security log says what got no line in it, also where nothing more happens.
async fn write_security_summaries(gateway: Shared) {
    let writing = async {
        loop {
            tokio::time::sleep(SUMMARY_INTERVAL).await;
            gateway.security_log.write_summaries();
        }
    };
    let _ended: Option<()> = gateway.shutdown.run_until_cancelled(writing).await;
}

/// Every call and page. The layers run from the last to the first.
fn router(gateway: &Shared) -> Router {
    let pages = Router::new().fallback(page).layer(from_fn(hold_body));
    api::router(gateway)
        .merge(pages)
        .layer(from_fn(require_host))
        .layer(from_fn_with_state(Arc::clone(gateway), identify))
        .layer(CatchPanicLayer::custom(recover))
        .layer(from_fn(give_up_late))
        // What is compressed here is made for one visitor: what more effort saves is less than what it costs. Pages of offers
        // and streamed searches come compressed.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(from_fn_with_state(Arc::clone(gateway), secure))
        .layer(from_fn_with_state(Metrics::new(), observe))
        .with_state(Arc::clone(gateway))
}

async fn page(State(gateway): State<Shared>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    gateway.web.answer(&parts, &gateway.brands, &gateway.card_fields.sources).await
}
