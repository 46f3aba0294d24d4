use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use axum::serve::ListenerExt;
use service::{SharedClock, Shutdown, SystemClock};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::card_fields::CardFields;
use crate::engine::{Engine, Parts};
use crate::modes::background_context;
use crate::preflight::{Preflight, Report};
use crate::{Config, services};

const PROBE_PATIENCE: Duration = Duration::from_secs(2);

/// The gateway, ready to run.
#[derive(Debug)]
pub struct App {
    engine: Engine,
}

impl App {
    /// Succeeds with every service away, and without a web app to serve.
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        let channels = services::connect(&config.services, &config.tls)?;
        let broker = Some(events::connect(&config.nats).await?);
        let engine =
            Engine::new(Parts { channels, clock, broker, site: config.site, secrets: config.secrets })?;
        Ok(Self { engine })
    }

    /// Serves until `shutdown`; then requests under way are finished.
    pub async fn run(
        self,
        listener: TcpListener,
        shutdown: impl Into<Shutdown> + Send,
    ) -> anyhow::Result<()> {
        let listener = listener.tap_io(|stream| {
            // Without it small answers wait for the peer's acknowledgement. A socket that refuses still works.
            let _slower = stream.set_nodelay(true);
        });
        self.engine.run(listener, shutdown).await
    }
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

/// Checks what a gateway with these settings needs for live mode. Fails where the settings themselves are wrong.
pub async fn preflight(config: &Config) -> anyhow::Result<Report> {
    service::install_crypto();
    let channels = services::connect(&config.services, &config.tls)?;
    let fields = CardFields::new(&config.site.card_fields)?;
    let clock = Arc::new(SystemClock);
    let preflight = Preflight::new(&channels, &config.site, &fields, config.secrets.clone(), clock);
    Ok(preflight.check(&background_context()).await)
}
