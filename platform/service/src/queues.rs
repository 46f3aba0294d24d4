//! How long the queues are that a person may have to look at, as metrics.

use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::metrics::Gauge;
use sqlx::{PgPool, Postgres};
use tokio_util::sync::CancellationToken;

const PERIOD: Duration = Duration::from_secs(30);

/// Something that waits in a service's database.
#[derive(Debug, Clone, Copy)]
pub struct Queue {
    /// As docs/telemetry.md lists it.
    pub name: &'static str,
    /// One row of one bigint.
    pub count: &'static str,
    /// The query's `$1`, if it has one.
    pub limit: Option<i64>,
}

impl Queue {
    /// A query without a limit.
    pub const fn new(name: &'static str, count: &'static str) -> Self {
        Self { name, count, limit: None }
    }
}

/// Measures the queues now and then, until `shutdown`. A database that is away leaves the last figures.
pub async fn watch(service: &'static str, pool: PgPool, queues: Vec<Queue>, shutdown: CancellationToken) {
    let gauge = crate::telemetry::queue_length();
    let measuring = async {
        loop {
            for queue in &queues {
                match length(&pool, *queue).await {
                    Ok(length) => record(&gauge, service, queue.name, length),
                    Err(error) => tracing::warn!(%error, queue = queue.name, "a queue could not be measured"),
                }
            }
            tokio::time::sleep(PERIOD).await;
        }
    };
    // A database that is away would hold each figure up, and with it the end of the service.
    let _ended: Option<()> = shutdown.run_until_cancelled(measuring).await;
}

/// How much waits.
pub async fn length(pool: &PgPool, queue: Queue) -> sqlx::Result<i64> {
    let count = sqlx::query_scalar::<Postgres, _>(queue.count);
    match queue.limit {
        Some(limit) => count.bind(limit).fetch_one(pool).await,
        None => count.fetch_one(pool).await,
    }
}

fn record(gauge: &Gauge<i64>, service: &'static str, name: &'static str, length: i64) {
    gauge.record(length, &[KeyValue::new("service", service), KeyValue::new("queue", name)]);
}
