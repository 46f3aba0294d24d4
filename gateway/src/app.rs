use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use events::{Nats, connect};
use service::{SharedClock, Workers};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, CompressionLevel};

use crate::brands::Brands;
use crate::card_fields::CardFields;
use crate::dependencies::Dependencies;
use crate::edge::{Metrics, count, favour_purchases, give_up_late, observe, recover, secure, serve};
use crate::limits::Limits;
use crate::modes::Modes;
use crate::request::{CookieRules, TrustedProxies};
use crate::searches::Searches;
use crate::services::{self, Services};
use crate::state::{Gateway, Shared};
use crate::streams::Streams;
use crate::web::Web;
use crate::{Config, api, live, web};

/// Updates that a slow event stream may be behind by.
const UPDATE_BUFFER: usize = 256;
const PROBE_PATIENCE: Duration = Duration::from_secs(2);

/// The gateway, ready to run.
#[derive(Debug)]
pub struct App {
    gateway: Gateway,
    nats: Nats,
}

impl App {
    /// Succeeds with every service away, and without a web app to serve.
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        let channels = services::connect(&config.services, &config.tls)?;
        let nats = connect(&config.nats).await?;
        let services = Services::new(&channels);
        let gateway = Gateway {
            brands: Brands::new(services.brand.clone()),
            services,
            dependencies: Dependencies::new(channels, nats.clone(), clock.clone()),
            modes: Modes::new(),
            card_fields: CardFields::new(&config.card_fields)?,
            limits: Limits::new(clock),
            web: Web::load(&config.web_dir)?,
            cookies: CookieRules { https: config.https },
            proxies: TrustedProxies(config.trusted_proxies),
            environment: config.environment,
            https: config.https,
            updates: broadcast::Sender::new(UPDATE_BUFFER),
            streams: Streams::new(),
            search_streams: Streams::new(),
            searches: Searches::new(config.searches_at_once),
            shutdown: CancellationToken::new(),
        };
        Ok(Self { gateway, nats })
    }

    /// Serves until `shutdown`; then requests under way are finished.
    pub async fn run(mut self, listener: TcpListener, shutdown: CancellationToken) -> anyhow::Result<()> {
        self.gateway.shutdown = shutdown.clone();
        let gateway = Arc::new(self.gateway);
        let news = events::live(self.nats, live::SUBJECTS, shutdown.clone()).await?;
        let mut workers = Workers::new(shutdown.clone());
        workers.spawn("listener", live::listen(Arc::clone(&gateway), news));
        workers.spawn("mode", ask_for_the_mode(Arc::clone(&gateway)));
        workers.spawn("dependencies", watch_dependencies(Arc::clone(&gateway)));
        workers.spawn("limits", sweep_limits(Arc::clone(&gateway)));

        let proxies = gateway.proxies.clone();
        workers.run_with(serve(router(gateway), proxies, listener, shutdown)).await
    }
}

async fn ask_for_the_mode(gateway: Shared) {
    gateway.modes.poll(gateway.services.identity.clone(), gateway.shutdown.clone()).await;
}

async fn watch_dependencies(gateway: Shared) {
    gateway.dependencies.watch(&gateway.shutdown).await;
}

async fn sweep_limits(gateway: Shared) {
    gateway.shutdown.run_until_cancelled(gateway.limits.sweep()).await;
}

/// Every call and page. The layers run from the last to the first.
fn router(gateway: Shared) -> Router {
    api::router()
        .fallback(web::serve)
        .layer(from_fn_with_state(Arc::clone(&gateway), count))
        .layer(CatchPanicLayer::custom(recover))
        .layer(from_fn(give_up_late))
        .layer(from_fn_with_state(Arc::clone(&gateway), favour_purchases))
        // A page of offers is large and made for one visitor: what more effort saves is less than what it costs.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(from_fn_with_state(Arc::clone(&gateway), secure))
        .layer(from_fn_with_state(Metrics::new(), observe))
        .with_state(gateway)
}

/// Succeeds when the gateway that listens as `config` says is ready.
pub async fn probe(config: &Config) -> anyhow::Result<()> {
    let ask = async {
        let mut stream = TcpStream::connect(("127.0.0.1", config.listen.port())).await?;
        stream.write_all(b"GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n").await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        anyhow::Ok(answer)
    };
    let answer = tokio::time::timeout(PROBE_PATIENCE, ask).await.context("no answer in time")??;
    ensure!(answer.split(' ').nth(1) == Some("200"), "the gateway is not ready");
    Ok(())
}
