//! Durable consumers: the effect and the inbox row in one transaction, then the acknowledgement.

use std::convert::Infallible;
use std::time::Duration;

use anyhow::Context;
use async_nats::HeaderValue;
use async_nats::jetstream::context::{GetStreamError, GetStreamErrorKind};
use async_nats::jetstream::stream::Stream;
use async_nats::jetstream::{
    self, AckKind, Context as Broker, ErrorCode,
    consumer::{PullConsumer, pull},
};
use failpoint::failpoint;
use futures::StreamExt;
use opentelemetry::KeyValue;
use opentelemetry::metrics::Gauge;
use service::metrics::meter;
use service::telemetry::{TRACE_PARENT, join_parent, mark_failed};
use sqlx::{PgConnection, PgPool};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, Span};

use crate::{Event, Nats};

/// Deliveries before an event is parked in `dead_letter`.
const MAX_TRIES: i64 = 20;
const RECONNECT: Duration = Duration::from_secs(2);
/// On a new broker a stream is made by the service that publishes to it, which may start after us.
const STREAM_IS_MADE_WITHIN: Duration = Duration::from_secs(30);
const LOOK_AGAIN: Duration = Duration::from_millis(200);
/// How often is asked how many events wait.
const LOOK_AT_PENDING: Duration = Duration::from_secs(30);

/// Who listens, to what. All replicas of a service share `durable`.
#[derive(Debug, Clone, Copy)]
pub struct Consumer {
    /// The stream that keeps the events.
    pub stream: &'static str,
    /// The consumer's name at the broker and in the inbox.
    pub durable: &'static str,
    /// One subject, wildcards allowed: servers before 2.10 know no more.
    pub subject: &'static str,
}

/// What becomes of an event. A trait and not a closure: its future has to be `Send` whatever it borrows.
pub trait Handler: Send + Sync {
    /// The effect, all of it through `connection`, which is in the transaction of the event's inbox row.
    fn handle(
        &self,
        connection: &mut PgConnection,
        event: &Event,
    ) -> impl Future<Output = anyhow::Result<()>> + Send;
}

/// Hands each event to `handler` once, in a transaction that also holds its inbox row, until `shutdown`.
///
/// A failing handler is tried again with growing pauses, 20 times; then the event is parked and an error logged.
pub async fn consume(
    nats: Nats,
    pool: PgPool,
    consumer: Consumer,
    shutdown: CancellationToken,
    handler: impl Handler,
) {
    while !shutdown.is_cancelled() {
        if let Err(error) = listen(&nats, &pool, consumer, &shutdown, &handler).await {
            tracing::warn!(
                durable = consumer.durable,
                error = format!("{error:#}"),
                "listening again shortly"
            );
            tokio::select! {
                () = sleep(RECONNECT) => {}
                () = shutdown.cancelled() => {}
            }
        }
    }
}

async fn listen(
    nats: &Nats,
    pool: &PgPool,
    consumer: Consumer,
    shutdown: &CancellationToken,
    handler: &impl Handler,
) -> anyhow::Result<()> {
    let broker = jetstream::new(nats.client.clone());
    let found = shutdown.run_until_cancelled(stream_once_made(&broker, consumer.stream)).await;
    let Some(stream) = found.transpose().context("looking for the stream")? else { return Ok(()) };
    let config = pull::Config {
        durable_name: Some(consumer.durable.to_owned()),
        filter_subject: consumer.subject.to_owned(),
        ack_wait: Duration::from_secs(30),
        max_ack_pending: 256,
        ..Default::default()
    };
    let durable = stream.get_or_create_consumer(consumer.durable, config).await?;
    let mut messages = durable.messages().await?;
    let taking = async {
        loop {
            tokio::select! {
                () = shutdown.cancelled() => return Ok(()),
                message = messages.next() => match message {
                    Some(message) => receive(&message?, pool, consumer, handler).await?,
                    None => return Ok(()),
                }
            }
        }
    };
    // Beside the events: neither they nor the end wait for an answer about their number.
    tokio::select! {
        ended = taking => ended,
        never = look_at_pending(&durable, consumer) => match never {},
    }
}

/// Tells now and then how many events wait.
async fn look_at_pending(durable: &PullConsumer, consumer: Consumer) -> Infallible {
    let (pending, mut looks) = (pending(), interval(LOOK_AT_PENDING));
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        looks.tick().await;
        match durable.get_info().await {
            Ok(info) => pending.record(info.num_pending, &[KeyValue::new("consumer", consumer.durable)]),
            Err(error) => {
                tracing::warn!(durable = consumer.durable, %error, "how many events wait is unknown");
            }
        }
    }
}

/// How many events a consumer has still to be given.
fn pending() -> Gauge<u64> {
    meter()
        .u64_gauge("consumer.pending")
        .with_unit("{event}")
        .with_description("Events in the stream that the consumer was not given yet")
        .build()
}

/// The stream, as soon as it is there. Fails where it is still missing after half a minute.
async fn stream_once_made(broker: &Broker, name: &str) -> Result<Stream, GetStreamError> {
    let given_up_at = Instant::now() + STREAM_IS_MADE_WITHIN;
    loop {
        match broker.get_stream(name).await {
            Err(error) if is_missing(&error) && Instant::now() < given_up_at => sleep(LOOK_AGAIN).await,
            found => return found,
        }
    }
}

fn is_missing(error: &GetStreamError) -> bool {
    match error.kind() {
        GetStreamErrorKind::JetStream(told) => told.error_code() == ErrorCode::STREAM_NOT_FOUND,
        _ => false,
    }
}

async fn receive(
    message: &jetstream::Message,
    pool: &PgPool,
    consumer: Consumer,
    handler: &impl Handler,
) -> anyhow::Result<()> {
    let ack = match Event::of(&message.message) {
        None => {
            tracing::error!(subject = %message.subject, "an event without an id can't be taken in");
            AckKind::Term
        }
        Some(event) => {
            let span = span_of(&event, &message.message, consumer);
            take_in(message, &event, pool, consumer, handler).instrument(span).await?
        }
    };
    match ack {
        AckKind::Ack => message.double_ack().await,
        other => message.ack_with(other).await,
    }
    .map_err(|error| anyhow::anyhow!("acknowledging: {error}"))?;
    failpoint!("consumer.{}.acked", consumer.durable);
    Ok(())
}

/// An event at one consumer, in the trace of its publishing.
fn span_of(event: &Event, message: &async_nats::Message, consumer: Consumer) -> Span {
    let span = tracing::info_span!(
        "event.process",
        otel.name = format!("process {}", event.subject),
        otel.kind = "consumer",
        event.id = %event.id,
        consumer = consumer.durable,
    );
    let parent = message.headers.as_ref().and_then(|headers| headers.get(TRACE_PARENT));
    join_parent(&span, parent.map(HeaderValue::as_str));
    span
}

/// Applies an event, and says how it is to be acknowledged.
async fn take_in(
    message: &jetstream::Message,
    event: &Event,
    pool: &PgPool,
    consumer: Consumer,
    handler: &impl Handler,
) -> anyhow::Result<AckKind> {
    match apply(event, pool, consumer, handler).await {
        Ok(()) => Ok(AckKind::Ack),
        Err(error) => {
            mark_failed(&Span::current(), "not_applied");
            after_failure(message, event, &error, pool, consumer).await
        }
    }
}

async fn apply(
    event: &Event,
    pool: &PgPool,
    consumer: Consumer,
    handler: &impl Handler,
) -> anyhow::Result<()> {
    failpoint!("consumer.{}.pre_inbox", consumer.durable);
    let mut transaction = pool.begin().await?;
    let inserted =
        sqlx::query("insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing")
            .bind(consumer.durable)
            .bind(event.id)
            .execute(&mut *transaction)
            .await?;
    if inserted.rows_affected() == 1 {
        handler.handle(&mut transaction, event).await?;
    }
    transaction.commit().await?;
    failpoint!("consumer.{}.committed_unacked", consumer.durable);
    Ok(())
}

async fn after_failure(
    message: &jetstream::Message,
    event: &Event,
    error: &anyhow::Error,
    pool: &PgPool,
    consumer: Consumer,
) -> anyhow::Result<AckKind> {
    let tries = message.info().map_or(1, |info| info.delivered);
    if tries < MAX_TRIES {
        tracing::warn!(event.id = %event.id, tries, error = format!("{error:#}"), "an event's effect failed");
        let pause = Duration::from_secs(1_u64 << tries.clamp(0, 8)).min(Duration::from_secs(300));
        return Ok(AckKind::Nak(Some(pause)));
    }
    tracing::error!(event.id = %event.id, error = format!("{error:#}"), "an event is parked: a person must look");
    sqlx::query(
        "insert into dead_letter (consumer, event_id, subject, payload, error) values ($1, $2, $3, $4, $5)
         on conflict do nothing",
    )
    .bind(consumer.durable)
    .bind(event.id)
    .bind(&event.subject)
    .bind(event.payload.as_ref())
    .bind(format!("{error:#}"))
    .execute(pool)
    .await?;
    Ok(AckKind::Term)
}
