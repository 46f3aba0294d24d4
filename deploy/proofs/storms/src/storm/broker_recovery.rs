//! The broker dies and loses its whole store, again and again, while shoppers book. Bookings go on, and in the end its
//! streams hold every event that our outboxes have.

use std::time::Duration;

use tokio::time::Instant;

use crate::books::Books;
use crate::broker::{Broker, STREAMS, kept};
use crate::fleet::{Fleet, NATS};
use crate::report::Report;
use crate::shop::{Shop, all_confirmed};
use crate::until::until;

const SHOPPERS: usize = 4;
const BETWEEN: usize = 4;
const FINISHES: Duration = Duration::from_secs(120);
/// All events stand again this soon after the last loss.
const GOAL: Duration = Duration::from_secs(60);

pub async fn run(fleet: &mut Fleet, losses: usize, report: &mut Report) -> anyhow::Result<()> {
    let shop = Shop::open(fleet)?;
    let (told, last_loss) = shop.during(SHOPPERS, lose_again_and_again(fleet, losses, &shop)).await?;
    fleet.check_alive()?;
    report.row("losses of the whole store", losses);
    let confirmed = all_confirmed(&told, report);
    let books = Books::finished(fleet, FINISHES).await?;
    let events = until("every event stands again", FINISHES, async || all_stand(fleet).await).await?;
    let took = last_loss.elapsed();
    report.row("events of our outboxes, all on the broker", events);
    report.row("last loss to all of them there, ms", took.as_millis());
    report.require(took < GOAL, || format!("the events took {took:?}"));
    books.tell(&confirmed, report);
    Ok(())
}

async fn lose_again_and_again(fleet: &mut Fleet, losses: usize, shop: &Shop) -> anyhow::Result<Instant> {
    let mut last = Instant::now();
    for _ in 0..losses {
        shop.wait_for(BETWEEN).await?;
        fleet.kill(NATS).await?;
        fleet.forget_events()?;
        last = Instant::now();
        fleet.revive(NATS).await?;
    }
    Ok(last)
}

/// How many events there are, once the streams hold all of them.
async fn all_stand(fleet: &Fleet) -> Result<usize, String> {
    let look = async {
        let broker = Broker::connect(&fleet.broker()).await?;
        let (mut events, mut missing) = (0, 0);
        for (stream, schema) in STREAMS {
            let ours = kept(&fleet.database(), schema).await?;
            let held = broker.held(stream).await?;
            events += ours.len();
            missing += ours.iter().filter(|event| !held.contains(&event.id)).count();
        }
        anyhow::Ok((events, missing))
    };
    match look.await {
        Ok((events, 0)) => Ok(events),
        Ok((events, missing)) => Err(format!("{missing} of {events} are missing")),
        Err(error) => Err(format!("{error:#}")),
    }
}
