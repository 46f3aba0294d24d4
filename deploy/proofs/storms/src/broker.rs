//! The broker's side of the events: what its streams hold, against what our outboxes say they published.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::Context;
use async_nats::header::NATS_MESSAGE_ID;
use async_nats::jetstream::{self, stream::Stream};
use async_nats::{Client, ConnectOptions, HeaderMap};
use servers::LOCAL_PASSWORD;
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

/// Stream, and the schema of its owner.
pub const STREAMS: [(&str, &str); 3] =
    [("BOOKING", "booking"), ("PAYMENT", "payments"), ("IDENTITY", "identity")];

pub struct Broker {
    client: Client,
}

/// An event as it stands in an outbox.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Kept {
    pub id: Uuid,
    pub subject: String,
    pub payload: Vec<u8>,
}

impl Broker {
    pub async fn connect(url: &str) -> anyhow::Result<Self> {
        let operator = ConnectOptions::with_user_and_password("operator".into(), LOCAL_PASSWORD.into());
        Ok(Self { client: operator.connect(url).await.context("connecting to the broker")? })
    }

    /// A stream as it is now.
    pub async fn stream(&self, name: &str) -> anyhow::Result<Stream> {
        jetstream::new(self.client.clone())
            .get_stream(name)
            .await
            .with_context(|| format!("looking for {name}"))
    }

    /// The ids of the events that a stream holds.
    pub async fn held(&self, name: &str) -> anyhow::Result<BTreeSet<Uuid>> {
        let stream = self.stream(name).await?;
        let state = &stream.cached_info().state;
        let mut ids = BTreeSet::new();
        for sequence in state.first_sequence.max(1)..=state.last_sequence {
            let message = stream.get_raw_message(sequence).await?;
            let id = message.headers.get(NATS_MESSAGE_ID).context("an event without an id")?;
            ids.insert(id.as_str().parse()?);
        }
        Ok(ids)
    }

    /// Forgets within a moment which events it has had, so that it takes them again.
    pub async fn forget_duplicates(&self, name: &str) -> anyhow::Result<()> {
        let stream = self.stream(name).await?;
        let config = jetstream::stream::Config {
            duplicate_window: Duration::from_millis(100),
            ..stream.cached_info().config.clone()
        };
        jetstream::new(self.client.clone()).update_stream(config).await.context("shortening the window")?;
        Ok(())
    }

    /// Sends an event, even if it was sent before. True: the broker took it as a new one.
    pub async fn publish(&self, event: Kept) -> anyhow::Result<bool> {
        let mut headers = HeaderMap::new();
        headers.insert(NATS_MESSAGE_ID, event.id.to_string());
        let broker = jetstream::new(self.client.clone());
        let ack = broker.publish_with_headers(event.subject, headers, event.payload.into()).await?.await?;
        Ok(!ack.duplicate)
    }

    /// Events that consumers of a stream have not taken to their end yet.
    pub async fn unheard(&self, name: &str) -> anyhow::Result<u64> {
        use futures::TryStreamExt;

        let consumers: Vec<_> = self.stream(name).await?.consumers().try_collect().await?;
        Ok(consumers.iter().map(|it| it.num_pending + it.num_ack_pending as u64).sum())
    }
}

/// What a service's outbox holds, in order.
pub async fn kept(database: &str, schema: &str) -> anyhow::Result<Vec<Kept>> {
    let mut database = PgConnection::connect(database).await?;
    sqlx::query("select set_config('search_path', $1, false)").bind(schema).execute(&mut database).await?;
    let events = sqlx::query_as("select id, subject, payload from outbox order by seq")
        .fetch_all(&mut database)
        .await?;
    database.close().await?;
    Ok(events)
}
