//! Events between services: a transactional outbox in Postgres, a relay to JetStream, idempotent consumers.
//!
//! JetStream is transport, never truth: with the broker away nothing is lost and nothing waits for it.
//! A consumer may see an event more than once; its inbox row makes the effect happen once.

#![warn(missing_docs)]

mod broker_recovery;
mod bucket;
mod connection;
mod consumer;
mod live;
mod outbox;
mod relay;
mod stream;
mod sweep;
mod wakes;

use bytes::Bytes;
use service::queues::{Figures, Measure, Queue};
use uuid::Uuid;

pub use bucket::{Bucket, Writer, watch};
pub use connection::{Nats, NatsArgs, connect};
pub use consumer::{Consumer, Handler, consume};
pub use live::{Live, live};
pub use outbox::{NewEvent, append};
pub use relay::relay;
pub use stream::StreamArgs;

/// What waits on either side of the broker.
pub const QUEUES: [Queue; 2] = [
    Queue::new("outbox", "select count(*) from outbox where published_at is null"),
    Queue::new("dead_letters", "select count(*) from dead_letter"),
];

/// How long the oldest event has waited for the broker.
pub const OLDEST: Figures = Figures {
    labels: &[],
    measures: &[Measure {
        name: "outbox.oldest.age",
        unit: "s",
        description: "Age of the oldest event that the broker has not taken",
    }],
    query: "select coalesce(
            (
                select extract(epoch from now() - created_at)::bigint
                from outbox
                where published_at is null
                order by seq
                limit 1
            ),
            0
        )",
};

/// A stream and the subjects it keeps. A subject has one owner.
#[derive(Debug, Clone, Copy)]
pub struct Stream {
    /// The stream's name at the broker.
    pub name: &'static str,
    /// Wildcards allowed.
    pub subjects: &'static [&'static str],
    /// Servers of the broker that keep a copy.
    replicas: usize,
}

impl Stream {
    /// A stream with one copy.
    pub const fn new(name: &'static str, subjects: &'static [&'static str]) -> Self {
        Self { name, subjects, replicas: 1 }
    }

    /// The same stream with as many copies as the settings say.
    #[must_use]
    pub const fn with(self, args: StreamArgs) -> Self {
        Self { replicas: args.nats_stream_replicas as usize, ..self }
    }
}

/// An event as it was received.
#[derive(Debug, Clone)]
pub struct Event {
    /// The same at every delivery.
    pub id: Uuid,
    /// What happened, such as `booking.confirmed`.
    pub subject: String,
    /// A protobuf message.
    pub payload: Bytes,
}

impl Event {
    /// An event without an id is none of ours.
    fn of(message: &async_nats::Message) -> Option<Self> {
        let id = message.headers.as_ref()?.get(async_nats::header::NATS_MESSAGE_ID)?.as_str().parse().ok()?;
        Some(Self { id, subject: message.subject.to_string(), payload: message.payload.clone() })
    }
}
