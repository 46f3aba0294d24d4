//! Programs of the last release on the schema of this one. Their `migrate` leaves it alone. Trips are bought and cancelled
//! while each program in turn is the last release's, then while all are, and then while one after the other rolls forward
//! again. No call is refused, and a trip that was bought under one mix of programs is cancelled under the next.

mod schema;

use std::collections::BTreeSet;
use std::iter::once;
use std::time::Duration;

use anyhow::ensure;
use tokio::time::sleep;
use uuid::Uuid;

use super::older::Purchase;
use crate::books::Books;
use crate::fleet::Fleet;
use crate::last_release::LastRelease;
use crate::report::Report;
use crate::shop::Shop;

const FINISHES: Duration = Duration::from_secs(300);
/// By then callers are connected to the programs that were exchanged.
const FOUND: Duration = Duration::from_secs(5);

pub async fn run(fleet: &mut Fleet, purchases: usize, report: &mut Report) -> anyhow::Result<()> {
    ensure!(purchases > 0, "without a purchase nothing is tried");
    let release = LastRelease::built()?;
    migrate_changes_nothing(fleet, &release, report).await?;
    let mixes = mixes(&fleet.names());
    let mut rollout = Rollout::of(fleet, release, purchases)?;
    let mut held = 0;
    for older in &mixes {
        held += usize::from(rollout.holds_with(older, report).await);
    }
    report.row("mixes of programs that sold and cancelled", format!("{held} of {}", mixes.len()));
    let confirmed = rollout.tell(report);
    fleet.check_alive()?;
    Books::finished(fleet, FINISHES).await?.tell(&confirmed, report);
    Ok(())
}

async fn migrate_changes_nothing(
    fleet: &Fleet,
    release: &LastRelease,
    report: &mut Report,
) -> anyhow::Result<()> {
    let before = schema::entries(&fleet.database()).await?;
    for line in fleet.command_lines().iter().filter(|line| line.setting("database-url").is_some()) {
        if let Err(error) = release.migrate(line.name, &fleet.owner_url(line.name)).await {
            report.miss(format!("{error:#}"));
        }
    }
    let after = schema::entries(&fleet.database()).await?;
    let sizes = format!("{} / {}", before.len(), after.len());
    report.row("entries of the schema, before / after the older `migrate`", sizes);
    report.require(before == after, || "`migrate` of the last release has changed the schema".to_owned());
    Ok(())
}

/// The programs that are the last release's, one step after the other.
fn mixes(names: &[&'static str]) -> Vec<Vec<&'static str>> {
    let alone = names.iter().map(|name| vec![*name]);
    let forward = (0..=names.len()).map(|newer| names[newer..].to_vec());
    once(Vec::new()).chain(alone).chain(forward).collect()
}

struct Rollout<'f> {
    fleet: &'f mut Fleet,
    release: LastRelease,
    shop: Shop,
    /// Purchases of each mix.
    each: usize,
    /// The programs that are the last release's now.
    older: BTreeSet<&'static str>,
    purchases: Vec<Purchase>,
    /// So many of the purchases, from the first on, were to be cancelled.
    cancelled: usize,
}

impl<'f> Rollout<'f> {
    fn of(fleet: &'f mut Fleet, release: LastRelease, each: usize) -> anyhow::Result<Self> {
        let shop = Shop::open(fleet)?;
        Ok(Self { fleet, release, shop, each, older: BTreeSet::new(), purchases: Vec::new(), cancelled: 0 })
    }

    /// Whether trips are bought and cancelled while these programs are the last release's.
    async fn holds_with(&mut self, older: &[&'static str], report: &mut Report) -> bool {
        let tried = async {
            self.change_to(older).await?;
            self.buy().await?;
            self.cancel().await
        };
        let outcome = tried.await;
        if let Err(error) = &outcome {
            report.miss(format!("older programs {older:?}: {error:#}"));
        }
        outcome.is_ok()
    }

    async fn change_to(&mut self, older: &[&'static str]) -> anyhow::Result<()> {
        let wanted: BTreeSet<_> = older.iter().copied().collect();
        let changed: Vec<_> = self.older.symmetric_difference(&wanted).copied().collect();
        for name in changed {
            // Noted first: where it does not start, a later mix exchanges it again.
            if !self.older.remove(name) {
                self.older.insert(name);
            }
            let release = self.older.contains(name).then_some(&self.release);
            self.fleet.exchange(name, release).await?;
        }
        self.fleet.until_open().await?;
        sleep(FOUND).await;
        Ok(())
    }

    async fn buy(&mut self) -> anyhow::Result<()> {
        for _ in 0..self.each {
            self.purchases.push(Purchase::make(&self.shop).await?);
        }
        for purchase in &self.purchases[self.cancelled..] {
            purchase.read().await.map_err(anyhow::Error::msg)?;
        }
        Ok(())
    }

    /// Cancels what the mix before has left, and half of what was bought now.
    async fn cancel(&mut self) -> anyhow::Result<()> {
        while self.purchases.len() - self.cancelled > self.each / 2 {
            let purchase = &self.purchases[self.cancelled];
            self.cancelled += 1;
            purchase.cancel().await?;
        }
        Ok(())
    }

    /// Reports what was refused. Returns the bookings that were confirmed.
    fn tell(self, report: &mut Report) -> Vec<Uuid> {
        report.row("purchases / cancelled", format!("{} / {}", self.purchases.len(), self.cancelled));
        let refused: Vec<_> = self.purchases.iter().flat_map(Purchase::refused).collect();
        report.row("calls refused", refused.len());
        for call in refused {
            report.miss(format!("refused: {call}"));
        }
        self.purchases.iter().map(Purchase::booking).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_older_alone_then_all_are_and_then_one_after_the_other_is_ours_again() {
        let mixes: Vec<_> = mixes(&["search", "gateway"]).iter().map(|older| older.join("+")).collect();

        assert_eq!(mixes, ["", "search", "gateway", "search+gateway", "gateway", ""]);
    }
}
