//! SIGKILL of any one process, started again at once: how long until the next booking is answered well. Then of all.

use std::time::Duration;

use tokio::time::Instant;
use uuid::Uuid;

use crate::books::Books;
use crate::fleet::{Fleet, NATS, POSTGRES, SANDBOX};
use crate::report::Report;
use crate::shop::{Shop, all_confirmed};
use crate::shopper::Told;

const FINISHES: Duration = Duration::from_secs(120);
/// Goals of docs/reliability.md, for an optimised build.
const ONE: Duration = Duration::from_secs(3);
const ALL: Duration = Duration::from_secs(10);

pub async fn run(fleet: &mut Fleet, rounds: usize, report: &mut Report) -> anyhow::Result<()> {
    let shop = Shop::open(fleet)?;
    let victims: Vec<_> = [POSTGRES, NATS, SANDBOX].into_iter().chain(fleet.names()).collect();
    let (mut told, mut each, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        for victim in &victims {
            each.push(recover(fleet, &shop, &[victim], &mut told).await?);
        }
        whole.push(recover(fleet, &shop, &victims, &mut told).await?);
    }
    for (name, times, goal) in [("any one process", each, ONE), ("the whole system", whole, ALL)] {
        let slow = times.iter().filter(|time| **time > goal).count();
        report.require(slow == 0, || format!("{name}: {slow} of {} took longer than {goal:?}", times.len()));
        report.times(&format!("{name}, SIGKILL to the first good booking"), times);
    }
    let confirmed = all_confirmed(&told, report);
    Books::finished(fleet, FINISHES).await?.tell(&confirmed, report);
    Ok(())
}

/// The booking is paid for when the blow falls, so that its own answer is all that is timed.
async fn recover(
    fleet: &mut Fleet,
    shop: &Shop,
    victims: &[&'static str],
    told: &mut Vec<Told>,
) -> anyhow::Result<Duration> {
    let shopper = shop.shopper();
    let (order, _payment) = shopper.prepare(shop.trips.next()).await?;
    for victim in victims {
        fleet.kill(victim).await?;
    }
    let struck = Instant::now();
    let key = Uuid::now_v7().to_string();
    let reviving = async {
        for victim in victims {
            fleet.revive(victim).await?;
        }
        anyhow::Ok(())
    };
    let (revived, booked) =
        tokio::join!(reviving, async { (shopper.book(&order, &key).await, struck.elapsed()) });
    revived?;
    told.push(booked.0?);
    fleet.until_open().await?;
    Ok(booked.1)
}
