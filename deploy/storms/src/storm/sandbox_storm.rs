//! Each booking meets one fault of a provider. All end right by themselves, once the provider shows the truth; where it
//! shows nothing, the money is held for a day, and only then given back.

use std::time::Duration;

use anyhow::{Context, ensure};
use futures::StreamExt;
use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tokio::time::Instant;
use uuid::Uuid;

use super::faults::{Case, End, cases};
use crate::books::Books;
use crate::fleet::Fleet;
use crate::report::Report;
use crate::shop::Shop;
use crate::shopper::Told;

const AT_ONCE: usize = 12;
const SETTLES: Duration = Duration::from_secs(240);

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
    still_held(&Books::read(fleet).await?, &held, report);
    a_day_passes(&fleet.database(), &held).await?;
    let confirmed: Vec<Uuid> = of(End::Ticketed).filter_map(booking).collect();
    Books::settled(fleet, SETTLES).await?.tell(&confirmed, report);
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
    let fault = json!({ "on": on, "times": 1, "match": whom, "effect": effect });
    let client = reqwest::Client::builder().timeout(Duration::from_secs(10)).build()?;
    let planned = client.post(format!("{sandbox}/_control/faults")).json(&fault).send().await?;
    ensure!(planned.status().is_success(), "{fault}: {}", planned.status());
    Ok(())
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

/// No early void: while nobody knows, the booking waits and the money is held.
fn still_held(books: &Books, held: &[Uuid], report: &mut Report) {
    let waits = |id: &Uuid| books.ours.bookings.iter().any(|it| it.id == *id && it.state == "ORDER_UNKNOWN");
    let holds = |id: &Uuid| {
        books.ours.payments.iter().any(|it| it.booking_id == Some(*id) && it.status == "authorised")
    };
    report.row("held while nobody knows", held.iter().filter(|id| waits(id) && holds(id)).count());
    for id in held.iter().filter(|id| !waits(id) || !holds(id)) {
        report.miss(format!("booking {id} was given up, or its money, while nobody knew"));
    }
}

/// Everything that these bookings remember is a day older.
async fn a_day_passes(database: &str, held: &[Uuid]) -> anyhow::Result<()> {
    let mut database = PgConnection::connect(database).await?;
    for statement in [
        "update booking.provider_attempt set prepared_at = prepared_at - interval '25 hours' where booking_id = any($1)",
        "update booking.booking
        set
            offer_expires_at = offer_expires_at - interval '25 hours',
            first_unknown_at = first_unknown_at - interval '25 hours',
            next_action_at = now()
        where id = any($1)",
    ] {
        sqlx::query(statement).bind(held).execute(&mut database).await?;
    }
    Ok(database.close().await?)
}
