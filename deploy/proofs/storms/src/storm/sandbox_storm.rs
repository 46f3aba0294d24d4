//! Each booking meets one fault of a provider. All end right by themselves, once the provider shows the truth; where it
//! shows nothing, the money is held for a day, and only then given back.

use std::time::Duration;

use anyhow::Context;
use futures::StreamExt;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::time::Instant;
use uuid::Uuid;

use super::faults::{Case, End, cases};
use crate::books::Books;
use crate::day;
use crate::fleet::Fleet;
use crate::report::Report;
use crate::sandbox;
use crate::shop::Shop;
use crate::shopper::Told;

const AT_ONCE: usize = 12;
const FINISHES: Duration = Duration::from_secs(240);

/// How one booking ended, and how long it took after the provider could show it.
struct Ended {
    name: &'static str,
    end: End,
    told: Told,
    took: Duration,
}

pub async fn run(fleet: &mut Fleet, orders: usize, report: &mut Report) -> anyhow::Result<()> {
    let (shop, sandbox, cases) = (Shop::open(fleet)?, fleet.sandbox(), cases());
    let ended = futures::stream::iter((0..orders).map(|n| cases[n % cases.len()].clone()))
        .map(|case| buy(&shop, &sandbox, case))
        .buffer_unordered(AT_ONCE);
    let ended: Vec<Ended> = ended.collect::<Vec<_>>().await.into_iter().collect::<anyhow::Result<_>>()?;
    let of = |end: End| ended.iter().filter(move |it| it.end == end);
    report.row("faulted bookings", ended.len());
    report.row("kinds of faults", cases.len().min(orders));
    report.times("ticketed after the truth could be seen", of(End::Ticketed).map(|it| it.took).collect());
    judge(&ended, report);
    let held: Vec<Uuid> = of(End::HeldForADay).filter_map(booking).collect();
    day::still_held(fleet, &held, report).await;
    day::passes(&fleet.database(), &held).await?;
    let confirmed: Vec<Uuid> = of(End::Ticketed).filter_map(booking).collect();
    Books::finished(fleet, FINISHES).await?.tell(&confirmed, report);
    Ok(())
}

async fn buy(shop: &Shop, sandbox: &str, (name, on, effect, end): Case) -> anyhow::Result<Ended> {
    let shopper = shop.shopper();
    let (order, payment) = shopper.prepare(shop.trips.next()).await?;
    plan(sandbox, on, &effect, &order, &payment).await.with_context(|| format!("planning: {name}"))?;
    let begun = Instant::now();
    let answer = shopper.submit(&order, &Uuid::now_v7().to_string()).await?;
    let told = match (end, answer.booking()) {
        (End::HeldForADay, Some(id)) if answer.status == StatusCode::ACCEPTED => Told::Confirmed(id),
        _ => shopper.outcome(&answer).await.with_context(|| format!("waiting for the end of: {name}"))?,
    };
    let hidden = effect["after_ms"].as_u64().or_else(|| effect["ms"].as_u64()).unwrap_or_default();
    Ok(Ended { name, end, told, took: begun.elapsed().saturating_sub(Duration::from_millis(hidden)) })
}

/// Events and orders are known by their offer, payments by their id.
async fn plan(sandbox: &str, on: &str, effect: &Value, order: &Value, payment: &str) -> anyhow::Result<()> {
    let whom = if on.starts_with("stripe.") {
        json!({ "metadata": { "payment_id": payment } })
    } else if on.contains(".webhooks.") {
        json!({})
    } else {
        json!({ "offer": order["offerId"] })
    };
    sandbox::plan(sandbox, &json!({ "on": on, "times": 1, "match": whom, "effect": effect })).await
}

fn booking(ended: &Ended) -> Option<Uuid> {
    match ended.told {
        Told::Confirmed(id) => Some(id),
        Told::Refused(_) => None,
    }
}

fn judge(ended: &[Ended], report: &mut Report) {
    for Ended { name, end, told, .. } in ended {
        let fits = matches!(told, Told::Confirmed(_)) == (*end != End::Failed);
        report.require(fits, || format!("{name}: {told:?}, not {end:?}"));
    }
}
