//! How long the queues are that a person may have to look at, and other figures of a service's database, as metrics.

use std::collections::BTreeSet;
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::metrics::Gauge;
use sqlx::{PgPool, Postgres, Row};
use tokio_util::sync::CancellationToken;

use crate::metrics::meter;

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

/// A metric that a query has a column for.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    /// As docs/telemetry.md lists it.
    pub name: &'static str,
    /// The unit of its values, in the form of UCUM.
    pub unit: &'static str,
    /// What it says.
    pub description: &'static str,
}

/// Figures of a service's database, by labels that the database knows.
#[derive(Debug, Clone, Copy)]
pub struct Figures {
    /// The names of the query's first columns, which are texts.
    pub labels: &'static [&'static str],
    /// What the query's other columns are, which are bigints.
    pub measures: &'static [Measure],
    /// Any number of rows.
    pub query: &'static str,
}

/// The gauges of figures, and the labels that they were recorded with.
struct Gauged {
    figures: Figures,
    gauges: Vec<Gauge<i64>>,
    seen: BTreeSet<Vec<String>>,
}

impl Gauged {
    fn new(figures: Figures) -> Self {
        let gauge = |measure: &Measure| {
            meter()
                .i64_gauge(measure.name)
                .with_unit(measure.unit)
                .with_description(measure.description)
                .build()
        };
        Self { figures, gauges: figures.measures.iter().map(gauge).collect(), seen: BTreeSet::new() }
    }

    /// Records the rows, and nothing for what had a row before and has none now.
    async fn measure(&mut self, pool: &PgPool, service: &'static str) -> sqlx::Result<()> {
        let mut gone = self.seen.clone();
        for row in sqlx::query(self.figures.query).fetch_all(pool).await? {
            let count = self.figures.labels.len();
            let labels: Vec<String> =
                (0..count).map(|place| row.try_get(place)).collect::<sqlx::Result<_>>()?;
            for (place, gauge) in self.gauges.iter().enumerate() {
                gauge.record(row.try_get(count + place)?, &self.labelled(service, &labels));
            }
            gone.remove(&labels);
            self.seen.insert(labels);
        }
        for labels in &gone {
            self.gauges.iter().for_each(|gauge| gauge.record(0, &self.labelled(service, labels)));
        }
        Ok(())
    }

    fn labelled(&self, service: &'static str, labels: &[String]) -> Vec<KeyValue> {
        let of_row = self.figures.labels.iter().zip(labels);
        let of_row = of_row.map(|(name, text)| KeyValue::new(*name, text.clone()));
        std::iter::once(KeyValue::new("service", service)).chain(of_row).collect()
    }
}

/// Measures queues, figures and the pool's connections now and then, until `shutdown`. A database that is away leaves
/// the last figures.
pub async fn watch(
    service: &'static str,
    pool: PgPool,
    queues: Vec<Queue>,
    figures: Vec<Figures>,
    shutdown: CancellationToken,
) {
    crate::postgres::measure(&pool, service);
    let gauge = crate::telemetry::queue_length();
    let mut figures: Vec<_> = figures.into_iter().map(Gauged::new).collect();
    let measuring = async {
        loop {
            for queue in &queues {
                match length(&pool, *queue).await {
                    Ok(length) => record(&gauge, service, queue.name, length),
                    Err(error) => tracing::warn!(%error, queue = queue.name, "a queue could not be measured"),
                }
            }
            for gauged in &mut figures {
                if let Err(error) = gauged.measure(&pool, service).await {
                    let names: Vec<_> = gauged.figures.measures.iter().map(|measure| measure.name).collect();
                    tracing::warn!(%error, ?names, "figures could not be measured");
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
