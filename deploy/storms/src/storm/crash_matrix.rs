//! A program is stopped at each point, and there it is killed, or Postgres, the broker or the providers are. Every
//! purchase ends as it would have.

use std::time::Duration;

use anyhow::Context;
use serde_json::json;
use uuid::Uuid;

use super::crash_points::{Point, points};
use super::faults::End;
use crate::books::Books;
use crate::day;
use crate::fleet::{Fleet, NATS, POSTGRES, SANDBOX};
use crate::report::Report;
use crate::sandbox;
use crate::shop::Shop;
use crate::shopper::Told;
use crate::until::until;

const SETTLES: Duration = Duration::from_secs(240);
const ITSELF: &str = "itself";
/// Whoever dies here was about to send the order: nobody can know that he had not.
const UNSENT: &str = "booking.PlaceOrder.post_intent";
/// A purchase comes by its point within this.
const COMES_BY: Duration = Duration::from_secs(90);

pub async fn run(fleet: &mut Fleet, cases: usize, report: &mut Report) -> anyhow::Result<()> {
    let (shop, points) = (Shop::open(fleet)?, points());
    let victims = [ITSELF, POSTGRES, NATS, SANDBOX];
    let (mut confirmed, mut held) = (Vec::new(), Vec::new());
    for victim in victims.iter().take(cases.div_ceil(points.len())) {
        let struck = victims.iter().position(|it| it == victim).unwrap_or_default() * points.len();
        let mut fitting = 0;
        for point in points.iter().take(cases - struck) {
            let name = format!("{} x {victim}", point.0);
            let killed = if *victim == ITSELF { point.1 } else { victim };
            let end = if *victim == ITSELF && point.0 == UNSENT { End::HeldForADay } else { point.3 };
            let told = crash(fleet, &shop, point, end, killed).await.with_context(|| name.clone())?;
            let fits = matches!(told, Told::Confirmed(_)) == (end != End::Failed);
            report.require(fits, || format!("{name}: {told:?}, not {end:?}"));
            fitting += usize::from(fits);
            match told {
                Told::Confirmed(id) if end == End::Ticketed => confirmed.push(id),
                Told::Confirmed(id) => held.push(id),
                Told::Refused(_) => {}
            }
        }
        report.row(format!("points at which {victim} was killed, all well"), fitting);
    }
    fleet.check_alive()?;
    day::still_held(&Books::read(fleet).await?, &held, report);
    day::passes(&fleet.database(), &held).await?;
    Books::settled(fleet, SETTLES).await?.tell(&confirmed, report);
    Ok(())
}

/// One purchase that is stopped at the point, and goes on when the victim has died and is back.
async fn crash(
    fleet: &mut Fleet,
    shop: &Shop,
    point: &Point,
    end: End,
    victim: &'static str,
) -> anyhow::Result<Told> {
    let (name, _, fault, _) = point;
    if let Some((on, effect)) = fault {
        sandbox::plan(&fleet.sandbox(), &json!({ "on": on, "times": 1, "effect": effect })).await?;
    }
    let armed = fleet.failpoints().join(name);
    let stopped = fleet.failpoints().join(format!("{name}.hit"));
    std::fs::write(&armed, "")?;
    let shopper = shop.shopper();
    let buying = async {
        if end != End::HeldForADay {
            return shopper.buy(shop.trips.next()).await;
        }
        let (order, _payment) = shopper.prepare(shop.trips.next()).await?;
        let answer = shopper.submit(&order, &Uuid::now_v7().to_string()).await?;
        Ok(Told::Confirmed(answer.booking().context("a booking that waits")?))
    };
    let striking = async {
        until("the point is reached", COMES_BY, async || {
            stopped.exists().then_some(()).ok_or_else(|| "nobody has come by".to_owned())
        })
        .await?;
        fleet.kill(victim).await?;
        fleet.revive(victim).await?;
        Ok(std::fs::remove_file(&stopped)?)
    };
    let (told, struck) = tokio::join!(buying, striking);
    struck.and(told)
}
