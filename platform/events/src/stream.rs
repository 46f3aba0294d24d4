//! The stream of a service at the broker: made by its relay, with as many copies as the settings say.

use std::time::Duration;

use anyhow::{Context, ensure};
use async_nats::jetstream;
use async_nats::jetstream::stream::{Config, Info, StorageType};
use tokio::time::Instant;

use crate::Stream;

/// How long a stream keeps an event.
pub(crate) const DAYS_KEPT: i64 = 7;
/// Between two tries to change the number of copies: a broker that elects is ready by then. A user who may not change it
/// is answered by silence alone, and each try holds up publishing for five seconds.
const TRY_AGAIN: Duration = Duration::from_secs(300);

/// How the broker keeps the stream of a service.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct StreamArgs {
    /// Servers of the event broker that each keep a copy of this program's stream: 3 of a cluster of three outlive the
    /// loss of one. The program that publishes changes a stream that exists. It does so when it begins to publish, and
    /// tries again every five minutes while the broker can't keep so many: until then the stream has the copies it had.
    #[arg(long, env = "NATS_STREAM_REPLICAS", default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u8).range(1..=5))]
    pub nats_stream_replicas: u8,
}

/// Makes the stream where it is missing, with one copy.
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
    broker.get_or_create_stream(config).await.context("making the stream")?;
    Ok(())
}

/// Gives a stream its number of copies, and knows what was in the way.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    last_try: Option<Instant>,
    /// The last warning's cause.
    warned_of: Option<String>,
}

impl Copies {
    /// Changes the number where it differs, unless that was tried a short while ago. A broker that can't keep so many
    /// leaves the stream as it is: events go on with the copies there are.
    pub async fn adjust(
        &mut self,
        broker: &jetstream::Context,
        stream: Stream,
        now: Instant,
    ) -> anyhow::Result<()> {
        if self.last_try.is_some_and(|last| now < last + TRY_AGAIN) {
            return Ok(());
        }
        self.last_try = Some(now);
        let found = broker.get_stream(stream.name).await.context("looking at the stream")?;
        let found = found.cached_info();
        let copies = found.config.num_replicas;
        if copies == stream.replicas {
            self.warned_of = None;
            return Ok(());
        }
        match change_copies(broker, found, stream.replicas).await {
            Ok(()) => {
                self.warned_of = None;
                let now = stream.replicas;
                tracing::info!(
                    stream = stream.name,
                    before = copies,
                    now,
                    "the stream's copies have changed"
                );
            }
            Err(error) => self.warn_once(stream, copies, format!("{error:#}")),
        }
        Ok(())
    }

    /// Warns where the cause is another one than last time.
    fn warn_once(&mut self, stream: Stream, copies: usize, error: String) {
        if self.warned_of.as_ref() == Some(&error) {
            return;
        }
        tracing::warn!(
            stream = stream.name,
            copies,
            wanted = stream.replicas,
            error,
            "the stream keeps the copies it has. Run a JetStream cluster of at least NATS_STREAM_REPLICAS servers, and \
             let this program's user publish to $JS.API.STREAM.UPDATE; or lower the setting. This program tries again \
             every five minutes"
        );
        self.warned_of = Some(error);
    }
}

/// A server without a cluster is not asked: it would note any number, and keep one copy.
async fn change_copies(broker: &jetstream::Context, found: &Info, replicas: usize) -> anyhow::Result<()> {
    ensure!(found.cluster.is_some(), "the broker is no cluster");
    let config = Config { num_replicas: replicas, ..found.config.clone() };
    broker.update_stream(&config).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn copies(broker: &jetstream::Context) -> usize {
        broker.get_stream("BOOKING").await.unwrap().cached_info().config.num_replicas
    }

    #[tokio::test]
    async fn a_number_of_copies_that_could_not_be_had_is_tried_again_after_a_while() {
        let cluster = testkit::nats_cluster().await;
        let broker = jetstream::new(async_nats::connect(&cluster.url).await.unwrap());
        let keeping = |replicas| Stream { replicas, ..Stream::new("BOOKING", &["booking.>"]) };
        let is_made = async {
            while ensure(&broker, keeping(1)).await.is_err() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(testkit::patience(20), is_made).await.expect("the cluster elects");
        let (mut keeper, start) = (Copies::default(), Instant::now());

        // Three servers keep no five copies.
        keeper.adjust(&broker, keeping(5), start).await.unwrap();
        let told = keeper.warned_of.clone();
        keeper.adjust(&broker, keeping(3), start + TRY_AGAIN / 2).await.unwrap();
        let soon_after = copies(&broker).await;
        let is_tried_again = async {
            let mut now = start;
            while copies(&broker).await != 3 {
                now += TRY_AGAIN;
                keeper.adjust(&broker, keeping(3), now).await.unwrap();
            }
        };
        tokio::time::timeout(testkit::patience(20), is_tried_again).await.expect("it gets its copies");

        assert!(told.is_some());
        assert_eq!(soon_after, 1);
        assert_eq!(keeper.warned_of, None, "a later trouble is told again");
    }
}
