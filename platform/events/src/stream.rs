//! The stream of a service at the broker: made by its relay, with as many copies as the settings say.

use std::time::Duration;

use anyhow::{Context, ensure};
use async_nats::jetstream;
use async_nats::jetstream::stream::{Config, Info, StorageType};

use crate::Stream;

/// How long a stream keeps an event.
pub(crate) const DAYS_KEPT: i64 = 7;

/// How the broker keeps the stream of a service.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct StreamArgs {
    /// Servers of the event broker that each keep a copy of this program's stream: 3 of a cluster of three outlive the
    /// loss of one. A stream that exists is changed at start.
    #[arg(long, env = "NATS_STREAM_REPLICAS", default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u8).range(1..=5))]
    pub nats_stream_replicas: u8,
}

/// Makes the stream where it is missing, and gives it its number of copies. A broker that can't keep so many leaves the
/// stream as it is: events go on with the copies there are.
pub(crate) async fn ensure(broker: &jetstream::Context, stream: Stream) -> anyhow::Result<()> {
    let config = Config {
        name: stream.name.to_owned(),
        subjects: stream.subjects.iter().map(ToString::to_string).collect(),
        max_age: Duration::from_secs(DAYS_KEPT.unsigned_abs() * 24 * 3600),
        duplicate_window: Duration::from_secs(120),
        storage: StorageType::File,
        num_replicas: 1,
        ..Default::default()
    };
    let made = broker.get_or_create_stream(config).await.context("making the stream")?;
    let found = made.cached_info();
    let before = found.config.num_replicas;
    if before == stream.replicas {
        return Ok(());
    }
    match change_copies(broker, found, stream.replicas).await {
        Ok(()) => {
            tracing::info!(
                stream = stream.name,
                before,
                now = stream.replicas,
                "the stream's copies have changed"
            );
        }
        Err(error) => tracing::warn!(
            stream = stream.name,
            copies = before,
            wanted = stream.replicas,
            error = format!("{error:#}"),
            "the stream keeps the copies it has. Run a JetStream cluster of at least NATS_STREAM_REPLICAS servers, let \
             this program's user publish to $JS.API.STREAM.UPDATE, and restart it; or lower the setting"
        ),
    }
    Ok(())
}

/// A server without a cluster is not asked: it would note any number, and keep one copy.
async fn change_copies(broker: &jetstream::Context, found: &Info, replicas: usize) -> anyhow::Result<()> {
    ensure!(found.cluster.is_some(), "the broker is no cluster");
    let config = Config { num_replicas: replicas, ..found.config.clone() };
    broker.update_stream(&config).await?;
    Ok(())
}
