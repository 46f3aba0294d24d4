//! Guests who buy, two at a time. Their searches are not counted.

use std::time::Duration;

use anyhow::bail;
use futures::future::try_join_all;
use serde_json::Value;
use storms::shop::Shop;
use storms::shopper::{Shopper, Told};
use tokio::time::{Instant, sleep};

use crate::cpu::{self, Spent};
use crate::idle::cpu_a_second;
use crate::results::Sample;

const AT_ONCE: usize = 2;
const WARM_UP: u32 = 10;
/// Until nothing follows any more: of a search, and of a purchase its events, webhooks and mails.
const SETTLES: Duration = Duration::from_secs(10);
/// For which the system is watched while nobody asks anything.
const IDLE: Duration = Duration::from_secs(10);

pub type Guest = (Shopper, Value);

/// Buys what nobody counts.
pub async fn warm_up(shop: &Shop) -> anyhow::Result<()> {
    buy_all(&guests(shop, WARM_UP).await?).await
}

/// What a purchase costs with all that follows from it, without what the idle system spends in that time.
pub async fn measure(
    shop: &Shop,
    processes: &[(&'static str, u32)],
    purchases: u32,
) -> anyhow::Result<Sample> {
    let guests = guests(shop, purchases).await?;
    sleep(SETTLES).await;
    let idle = cpu_a_second(processes, IDLE).await?;
    let (begun, before) = (Instant::now(), cpu::spent(processes)?);
    buy_all(&guests).await?;
    let took = begun.elapsed();
    sleep(SETTLES).await;
    let spent = cpu::since(&before, &cpu::spent(processes)?);
    Sample::of(&without_idle(spent, &idle, begun.elapsed()), purchases, took)
}

/// Each has an offer of a trip of their own, whose page they have opened.
pub async fn guests(shop: &Shop, count: u32) -> anyhow::Result<Vec<Guest>> {
    let mut guests = Vec::new();
    for _ in 0..count {
        let shopper = shop.shopper();
        let offer = shopper.find(shop.trips.next()).await?;
        guests.push((shopper, offer));
    }
    Ok(guests)
}

async fn buy_all(guests: &[Guest]) -> anyhow::Result<()> {
    try_join_all(guests.chunks(guests.len().div_ceil(AT_ONCE)).map(buy_one_by_one)).await?;
    Ok(())
}

async fn buy_one_by_one(guests: &[Guest]) -> anyhow::Result<()> {
    for (shopper, offer) in guests {
        if let Told::Refused(code) = shopper.buy_offer(offer).await? {
            bail!("a good purchase was refused: {code}");
        }
    }
    Ok(())
}

fn without_idle(spent: Spent, idle: &Spent, length: Duration) -> Spent {
    let of = |name: &str| idle.get(name).unwrap_or(&0.0) * length.as_secs_f64();
    spent.into_iter().map(|(name, seconds)| (name, seconds - of(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_idle_system_spends_is_not_the_purchases() {
        let spent = Spent::from([("gateway", 3.0), ("svc-brand", 1.0)]);

        let left = without_idle(spent, &Spent::from([("gateway", 0.25)]), Duration::from_secs(4));

        assert_eq!(left, Spent::from([("gateway", 2.0), ("svc-brand", 1.0)]));
    }
}
