use std::sync::Arc;

use axum::serve::ListenerExt;
use service::{Lifecycle, SharedClock, SystemClock};
use tokio::net::TcpListener;

use crate::Config;
use crate::card_fields::CardFields;
use crate::context::background_context;
use crate::engine::{Engine, Parts};
use crate::preflight::{Preflight, Report};
use crate::services::Channels;

/// The gateway, ready to run.
#[derive(Debug)]
pub struct App {
    engine: Engine,
}

impl App {
    /// Succeeds with every service away, and without a web app to serve.
    pub async fn build(config: Config, clock: SharedClock) -> anyhow::Result<Self> {
        config.tls.measure("gateway")?;
        let channels = Channels::connect(&config.services, &config.tls)?;
        let broker = Some(events::connect(&config.nats).await?);
        let engine = Engine::new(Parts { channels, clock, broker, site: config.site, check: config.check })?;
        Ok(Self { engine })
    }

    /// Serves until it is to end; then requests under way are finished.
    pub async fn run(self, listener: TcpListener, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let listener = listener.tap_io(|stream| {
            // Without it small answers wait for the peer's acknowledgement. A socket that refuses still works.
            let _slower = stream.set_nodelay(true);
        });
        self.engine.run(listener, lifecycle).await
    }
}

/// Checks what a gateway with these settings needs for live mode. Fails where the settings themselves are wrong.
pub async fn preflight(config: &Config) -> anyhow::Result<Report> {
    service::install_crypto();
    let channels = Channels::connect(&config.services, &config.tls)?;
    let fields = CardFields::new(&config.site.card_fields)?;
    let clock = Arc::new(SystemClock);
    let preflight = Preflight::new(channels, &config.site, &fields, config.check.clone(), clock);
    Ok(preflight.check(&background_context()).await)
}
