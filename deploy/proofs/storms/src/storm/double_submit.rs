//! Many submits of the same purchase at once: three shoppers with one search result between them, each with a card of
//! their own, each in many tabs, with a key of the page, a key of each tab, and none. One order, one charge.

use std::time::Duration;

use anyhow::Context;
use futures::StreamExt;
use futures::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::Value;
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::books::Books;
use crate::fleet::Fleet;
use crate::report::Report;
use crate::shop::Shop;
use crate::shopper::{Answer, Shopper};

/// Shoppers x tabs = 51 submits. A session may send 20 purchases a minute, the card among them.
const SHOPPERS: usize = 3;
const TABS: usize = 17;
const AT_ONCE: usize = 4;
const FINISHES: Duration = Duration::from_secs(120);
/// Every so many offers are submitted once more when their keys are a month old.
const LATER: usize = 10;

/// A shopper's purchase, and what its tabs were told.
struct Purchase {
    shopper: Shopper,
    order: Value,
    key: String,
    answers: Vec<Answer>,
}

pub async fn run(fleet: &mut Fleet, offers: usize, report: &mut Report) -> anyhow::Result<()> {
    let shop = Shop::open(fleet)?;
    let sold = futures::stream::iter(0..offers).map(|_| storm(&shop)).buffer_unordered(AT_ONCE);
    let sold: Vec<Vec<Purchase>> =
        sold.collect::<Vec<_>>().await.into_iter().collect::<anyhow::Result<_>>()?;
    let books = Books::finished(fleet, FINISHES).await?;
    let mut acknowledged = Vec::new();
    for purchases in &sold {
        acknowledged.extend(judge(purchases, report));
    }
    a_month_later(&fleet.database(), &sold, report).await?;
    let after = Books::read(fleet).await?;
    report.require(after.theirs.orders.len() == books.theirs.orders.len(), || {
        "a late repeat ordered".to_owned()
    });
    report.row("offers", offers);
    report.row("submits", sold.iter().flatten().map(|purchase| purchase.answers.len()).sum::<usize>());
    after.tell(&acknowledged, report);
    Ok(())
}

/// All see one offer, all pay for it, all submit at once.
async fn storm(shop: &Shop) -> anyhow::Result<Vec<Purchase>> {
    let (trip, mut purchases) = (shop.trips.next(), Vec::new());
    for _ in 0..SHOPPERS {
        let shopper = shop.shopper();
        let (order, _payment) = shopper.prepare(trip).await?;
        purchases.push((shopper, order, Uuid::now_v7().to_string()));
    }
    let submitted = purchases.into_iter().map(|(shopper, order, key)| async move {
        let tabs = (0..TABS).map(|tab| submit(&shopper, &order, &key, tab));
        let answers = join_all(tabs).await.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        Ok(Purchase { shopper, order, key, answers })
    });
    join_all(submitted).await.into_iter().collect()
}

/// A third of the tabs share a key, a third have one each, a third have none.
async fn submit(shopper: &Shopper, order: &Value, key: &str, tab: usize) -> anyhow::Result<Answer> {
    let own = format!("{key}-{tab}");
    let key = [Some(key), Some(own.as_str()), None][tab % 3];
    shopper.call(Method::POST, "/api/bookings", key, Some(order)).await
}

/// One shopper's tabs all name one booking; the others are told that the offer is gone.
fn judge(purchases: &[Purchase], report: &mut Report) -> Option<Uuid> {
    let booked: Vec<Uuid> = purchases.iter().flat_map(|it| &it.answers).filter_map(booking).collect();
    let first = booked.first().copied();
    report.require(booked.iter().all(|id| Some(*id) == first), || {
        format!("one offer, many bookings: {booked:?}")
    });
    report.require(first.is_some(), || format!("nobody booked: {:?}", purchases[0].answers[0]));
    for purchase in purchases {
        let won = purchase.answers.iter().any(|answer| booking(answer).is_some());
        for answer in &purchase.answers {
            let fits = if won { booking(answer).is_some() } else { answer.status == StatusCode::GONE };
            report.require(fits, || format!("a tab was told {answer:?} (its shopper has booked: {won})"));
        }
    }
    first
}

fn booking(answer: &Answer) -> Option<Uuid> {
    let is_booked = [StatusCode::CREATED, StatusCode::ACCEPTED].contains(&answer.status);
    answer.booking().filter(|_| is_booked)
}

/// The same submits again when everything is thirty days old: the same booking, and no second one.
async fn a_month_later(database: &str, sold: &[Vec<Purchase>], report: &mut Report) -> anyhow::Result<()> {
    let mut database = PgConnection::connect(database).await?;
    sqlx::query("update booking.http_key set created_at = created_at - interval '30 days'")
        .execute(&mut database)
        .await?;
    let mut repeats = 0;
    for purchases in sold.iter().step_by(LATER) {
        let won = purchases.iter().find(|it| it.answers.iter().any(|answer| booking(answer).is_some()));
        let won = won.context("nobody booked")?;
        let first = won.answers.iter().find_map(booking);
        let again = won.shopper.call(Method::POST, "/api/bookings", Some(&won.key), Some(&won.order)).await?;
        // The session's budget of a minute is spent by the storm itself.
        if again.status == StatusCode::TOO_MANY_REQUESTS {
            continue;
        }
        repeats += 1;
        report.require(booking(&again) == first, || format!("a month later: {again:?}, not {first:?}"));
    }
    report.row("repeats under keys of 30 days ago", repeats);
    Ok(())
}
