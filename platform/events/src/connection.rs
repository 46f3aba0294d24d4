use std::time::Duration;

use anyhow::Context;
use async_nats::ConnectOptions;
use tokio::sync::broadcast;

/// Where the event broker is.
#[derive(Debug, Clone, clap::Args)]
pub struct NatsArgs {
    /// NATS server with JetStream.
    #[arg(long, env = "NATS_URL", default_value = "nats://127.0.0.1:4222", value_name = "URL")]
    pub nats_url: String,
}

/// A connection that comes back by itself.
#[derive(Debug, Clone)]
pub struct Nats {
    pub(crate) client: async_nats::Client,
    /// Sends once for every time the connection was made.
    pub(crate) connected: broadcast::Sender<()>,
}

/// Returns at once; connects, and connects again after a loss, in the background.
pub async fn connect(args: &NatsArgs) -> anyhow::Result<Nats> {
    let (connected, _) = broadcast::channel(8);
    let announce = connected.clone();
    let client = ConnectOptions::new()
        .retry_on_initial_connect()
        .connection_timeout(Duration::from_secs(2))
        .reconnect_delay_callback(|attempt| Duration::from_millis(50 << attempt.min(6)))
        .event_callback(move |event| {
            let announce = announce.clone();
            async move { report(&event, &announce) }
        })
        .connect(&args.nats_url)
        .await
        .context("NATS_URL cannot be used")?;
    Ok(Nats { client, connected })
}

fn report(event: &async_nats::Event, connected: &broadcast::Sender<()>) {
    match event {
        async_nats::Event::Connected => {
            tracing::info!("the event broker is connected");
            // Nobody listening is fine: only live caches care.
            let _listeners = connected.send(());
        }
        async_nats::Event::Disconnected => {
            tracing::warn!("the event broker is away; events wait in the outbox");
        }
        other => tracing::debug!(event = %other, "event broker"),
    }
}
