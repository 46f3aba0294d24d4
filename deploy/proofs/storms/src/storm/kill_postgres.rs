//! Postgres dies without warning, again and again, while shoppers book. Travellers told "confirmed" have their trip.

use std::time::Duration;

use tokio::time::Instant;

use crate::books::Books;
use crate::fleet::{Fleet, POSTGRES};
use crate::report::Report;
use crate::shop::{Shop, all_confirmed};

const SHOPPERS: usize = 6;
const FINISHES: Duration = Duration::from_secs(240);
/// So many more purchases come to their end between two kills, so that each kill meets the system at work.
const BETWEEN: usize = 2;

pub async fn run(fleet: &mut Fleet, kills: usize, report: &mut Report) -> anyhow::Result<()> {
    let shop = Shop::open(fleet)?;
    let (told, recoveries) = shop.during(SHOPPERS, kill_again_and_again(fleet, kills, &shop)).await?;
    fleet.check_alive()?;
    report.row("kills", recoveries.len());
    report.times("kill to the next purchase that ended", recoveries);
    let confirmed = all_confirmed(&told, report);
    Books::finished(fleet, FINISHES).await?.tell(&confirmed, report);
    Ok(())
}

async fn kill_again_and_again(fleet: &mut Fleet, kills: usize, shop: &Shop) -> anyhow::Result<Vec<Duration>> {
    let mut recoveries = Vec::new();
    for _ in 0..kills {
        shop.wait_for(BETWEEN).await?;
        let killed = Instant::now();
        fleet.kill(POSTGRES).await?;
        fleet.revive(POSTGRES).await?;
        shop.wait_for(1).await?;
        recoveries.push(killed.elapsed());
    }
    Ok(recoveries)
}
