//! The database is lost, and restored from a backup that was taken in the middle of booking load. What came after the backup
//! is found and listed; what was under way in it comes to its one end; the restored system sells.

use std::time::Duration;

use anyhow::{bail, ensure};
use futures::future::join_all;
use reqwest::Method;
use sqlx::{Connection, PgConnection};
use tokio::time::Instant;
use uuid::Uuid;

use crate::backup::Backup;
use crate::books::Books;
use crate::fleet::{Fleet, GATEWAY, NATS, POSTGRES};
use crate::report::Report;
use crate::sandbox;
use crate::shop::{Shop, all_confirmed};
use crate::shopper::Told;
use crate::until::until;

const SHOPPERS: usize = 4;
const FINISHES: Duration = Duration::from_secs(240);
const ORDERS: &str = "duffel.orders.create";
/// Purchases that the restored system has to take.
const AFTERWARDS: usize = 3;

pub async fn run(fleet: &mut Fleet, purchases: usize, report: &mut Report) -> anyhow::Result<()> {
    let (shop, backup) = (Shop::open(fleet)?, Backup::of(fleet));
    let told = sell(&shop, &backup, purchases, report).await?;
    let mut confirmed = all_confirmed(&told, report);
    Books::finished(fleet, FINISHES).await?;
    lose_everything(fleet, &shop).await?;
    let lost = Instant::now();
    restore(fleet, &backup, report).await?;
    Books::finished(fleet, FINISHES).await?;
    let found = backup.check().await?;
    report.row("loss to all checked, s", lost.elapsed().as_secs());
    fleet.revive(GATEWAY).await?;
    fleet.until_open().await?;
    found.tell(report);
    let listed = found.listed();
    let before = confirmed.len();
    confirmed.retain(|id| !listed.bookings.contains(&id.to_string()));
    report.row(
        "confirmed bookings, in the backup / listed",
        format!("{} / {}", confirmed.len(), before - confirmed.len()),
    );
    confirmed.extend(sell_again(&shop).await?);
    fleet.check_alive()?;
    let mut books = Books::finished(fleet, FINISHES).await?;
    books.set_aside(&listed);
    books.tell(&confirmed, report);
    Ok(())
}

/// Booking load with a backup in its middle. A trip of before the backup is cancelled after it, and a cardholder who was
/// asked before it answers after it.
async fn sell(
    shop: &Shop,
    backup: &Backup,
    purchases: usize,
    report: &mut Report,
) -> anyhow::Result<Vec<Told>> {
    let (traveller, asked) = (shop.shopper(), shop.asked_shopper());
    let trip = traveller.buy(shop.trips.next()).await?;
    let Told::Confirmed(cancelled) = trip else { bail!("the first purchase was refused") };
    let (order, _payment) = asked.prepare(shop.trips.next()).await?;
    let waiting = asked.submit(&order, &Uuid::now_v7().to_string()).await?;
    let backed_up = async {
        shop.wait_for(purchases).await?;
        let took = backup.take().await?;
        traveller.cancel(cancelled).await?;
        let of_asked = asked.outcome(&waiting).await?;
        shop.wait_for(purchases).await?;
        anyhow::Ok((took, of_asked))
    };
    let (mut told, (took, of_asked)) = shop.during(SHOPPERS, backed_up).await?;
    told.extend([trip, of_asked]);
    report.row("backup in mid-load, ms", took.as_millis());
    Ok(told)
}

/// Kills every program of ours while purchases are under way, as soon as the first of their orders has reached the airline.
async fn lose_everything(fleet: &mut Fleet, shop: &Shop) -> anyhow::Result<()> {
    let mut buyers = Vec::new();
    for _ in 0..SHOPPERS {
        let shopper = shop.shopper();
        let (order, _payment) = shopper.prepare(shop.trips.next()).await?;
        buyers.push((shopper, order));
    }
    let sandbox = fleet.sandbox();
    let before = sandbox::calls(&sandbox, ORDERS).await?;
    let buying = join_all(buyers.iter().map(|(shopper, order)| async move {
        let key = Uuid::now_v7().to_string();
        // Cut off: they never hear what became of it.
        let _cut_off = shopper.call(Method::POST, "/api/bookings", Some(&key), Some(order)).await;
    }));
    let killing = async {
        until("an order reaches the airline", FINISHES, async || {
            let calls = sandbox::calls(&sandbox, ORDERS).await.map_err(|error| error.to_string())?;
            if calls > before { Ok(()) } else { Err("none has".to_owned()) }
        })
        .await?;
        for name in fleet.names().into_iter().chain([NATS, POSTGRES]) {
            fleet.kill(name).await?;
        }
        anyhow::Ok(())
    };
    let (_cut_off, killed) = tokio::join!(buying, killing);
    killed
}

/// Brings the backup back, hours later by its own times, and starts every program but the gateway.
async fn restore(fleet: &mut Fleet, backup: &Backup, report: &mut Report) -> anyhow::Result<()> {
    for server in [POSTGRES, NATS] {
        fleet.revive(server).await?;
    }
    report.row("restore, ms", backup.restore().await?.as_millis());
    let under_way = age(&fleet.database()).await?;
    report.row("bookings under way in the backup", under_way);
    ensure!(under_way > 0, "no booking was under way in the backup: it was not taken in mid-load");
    for name in fleet.names().into_iter().filter(|name| *name != GATEWAY) {
        fleet.revive(name).await?;
    }
    Ok(())
}

/// Offers and the time for a bank's question have ended long before a real restore: so they have here. Answers how many
/// bookings were under way.
async fn age(database: &str) -> anyhow::Result<u64> {
    let mut database = PgConnection::connect(database).await?;
    let aged = sqlx::query(
        "update booking.booking
        set
            created_at = created_at - interval '3 hours',
            offer_expires_at = offer_expires_at - interval '3 hours',
            first_unknown_at = first_unknown_at - interval '3 hours'
        where state not in ('TICKETED', 'FAILED')",
    )
    .execute(&mut database)
    .await?;
    database.close().await?;
    Ok(aged.rows_affected())
}

async fn sell_again(shop: &Shop) -> anyhow::Result<Vec<Uuid>> {
    let mut confirmed = Vec::new();
    for _ in 0..AFTERWARDS {
        match shop.shopper().buy(shop.trips.next()).await? {
            Told::Confirmed(id) => confirmed.push(id),
            Told::Refused(code) => bail!("the restored system refused a good purchase: {code}"),
        }
    }
    Ok(confirmed)
}
