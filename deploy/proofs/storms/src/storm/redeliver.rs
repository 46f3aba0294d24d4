//! Every webhook comes five times, and every event of ours is published four times more, in another order. Each has
//! its effect once.

use std::time::Duration;

use serde_json::json;
use sqlx::{Connection, PgConnection};

use crate::books::Books;
use crate::broker::{Broker, Kept, STREAMS, kept};
use crate::fleet::Fleet;
use crate::report::Report;
use crate::sandbox;
use crate::shop::{Shop, all_confirmed};
use crate::until::until;

const SHOPPERS: usize = 4;
const COPIES: u32 = 5;
const FINISHES: Duration = Duration::from_secs(120);
/// A step that is coprime to most lengths: an order unlike the one of time.
const STRIDE: usize = 37;

pub async fn run(fleet: &mut Fleet, purchases: usize, report: &mut Report) -> anyhow::Result<()> {
    let shop = Shop::open(fleet)?;
    for provider in ["duffel", "stripe"] {
        let fault = json!({
            "on": format!("{provider}.webhooks.*"), "effect": { "kind": "repeat", "copies": COPIES },
        });
        sandbox::plan(&fleet.sandbox(), &fault).await?;
    }
    let (told, ()) = shop.during(SHOPPERS, shop.wait_for(purchases)).await?;
    let confirmed = all_confirmed(&told, report);
    Books::finished(fleet, FINISHES).await?;
    let database = fleet.database();
    let before = until("all mails are sent", FINISHES, async || effects_at_rest(&database).await).await?;
    let (events, redelivered) = redeliver(fleet).await?;
    let after = effects(&database).await?;
    report.row("events", events);
    report.row("redelivered out of order", redelivered);
    for ((name, before), (_, after)) in before.into_iter().zip(after) {
        report.row(format!("{name}, before / after"), format!("{before} / {after}"));
        report.require(before == after, || format!("{name}: {before} became {after}"));
    }
    Books::read(fleet).await?.tell(&confirmed, report);
    Ok(())
}

/// Publishes everything again, and waits until every consumer has heard all of it.
async fn redeliver(fleet: &Fleet) -> anyhow::Result<(usize, usize)> {
    let broker = Broker::connect(&fleet.broker()).await?;
    let (mut events, mut redelivered) = (0, 0);
    for (stream, schema) in STREAMS {
        broker.forget_duplicates(stream).await?;
        let kept = kept(&fleet.database(), schema).await?;
        events += kept.len();
        for _ in 1..COPIES {
            for event in shuffled(&kept) {
                let (broker, what) = (&broker, format!("{} is taken again", event.id));
                until(&what, FINISHES, async || {
                    let taken = broker.publish(event.clone()).await.map_err(|error| error.to_string())?;
                    taken.then_some(()).ok_or_else(|| "it was dropped as a duplicate".to_owned())
                })
                .await?;
                redelivered += 1;
            }
        }
        until("all is heard", FINISHES, async || match broker.unheard(stream).await {
            Ok(0) => Ok(()),
            Ok(left) => Err(format!("{left} events of {stream}")),
            Err(error) => Err(format!("{error:#}")),
        })
        .await?;
    }
    Ok((events, redelivered))
}

fn shuffled(events: &[Kept]) -> Vec<&Kept> {
    let mut order: Vec<_> = events.iter().enumerate().collect();
    order.sort_by_key(|(n, _)| (n * STRIDE % events.len().max(1), *n));
    order.into_iter().map(|(_, event)| event).collect()
}

/// What events and webhooks could have done twice.
async fn effects(database: &str) -> anyhow::Result<Vec<(String, i64)>> {
    let mut database = PgConnection::connect(database).await?;
    let counts = sqlx::query_as(
        "select 'bookings', count(*) from booking.booking
        union all select 'turns of bookings', count(*) from booking.booking_event
        union all select 'events of bookings', count(*) from booking.outbox
        union all select 'mails', count(*) from booking.mail_outbox where sent_at is not null
        union all select 'turns of payments', count(*) from payments.payment_event
        union all select 'calls to the card provider', count(*) from payments.payment_attempt
        union all select 'events that were heard', count(*) from booking.inbox
        union all select 'webhooks', count(*) from booking.webhook",
    )
    .fetch_all(&mut database)
    .await?;
    database.close().await?;
    Ok(counts)
}

async fn effects_at_rest(database: &str) -> Result<Vec<(String, i64)>, String> {
    let waiting = async {
        let mut connection = PgConnection::connect(database).await?;
        let waiting: i64 = sqlx::query_scalar(
            "select count(*) from booking.mail_outbox where sent_at is null and gave_up_at is null",
        )
        .fetch_one(&mut connection)
        .await?;
        connection.close().await?;
        anyhow::Ok((waiting, effects(database).await?))
    };
    match waiting.await {
        Ok((0, effects)) => Ok(effects),
        Ok((waiting, _)) => Err(format!("{waiting} mails wait")),
        Err(error) => Err(format!("{error:#}")),
    }
}
