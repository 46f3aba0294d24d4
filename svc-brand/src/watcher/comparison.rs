//! Compares a price that was seen with what each watch knows, and writes the mails about falls.

use std::collections::HashMap;
use std::sync::LazyLock;

use anyhow::Context;
use mail::{Letterhead, Seal, enqueue};
use money::{Currency, MarkupRate, Money, SalePrice};
use service::metrics::{Tally, mode_label};
use sqlx::PgConnection;
use time::{OffsetDateTime, UtcOffset};
use url::Url;
use uuid::Uuid;

use super::Watcher;
use crate::domain::watch::{End, MOST_MAILS, Trip, Verdict, judge, may_mail};
use crate::email::watch::{Addressee, Fall, fell};
use crate::letterhead::{letterhead, site};
use crate::store;
use crate::store::watch_link::Purpose;
use crate::store::watched_fare::StoredFare;
use crate::store::watched_query::{Claim, Watching};
use crate::upstreams::{Fare, Seen};

static MAILED: LazyLock<Tally> =
    LazyLock::new(|| Tally::new("watch.mails", "Mails about prices that have fallen", "mode"));

/// What a brand makes of a fare, and how it writes.
struct Seller {
    markup_rate: MarkupRate,
    look: Letterhead,
    site: Url,
}

/// What changes in the watches of a query.
#[derive(Default)]
struct Changes {
    /// Watches, and the last told price of each from now on, in minor units.
    prices: (Vec<Uuid>, Vec<i64>),
    mailed: Vec<Uuid>,
    /// Of these, those that end with their mail.
    ended: Vec<(Uuid, End)>,
}

impl Changes {
    fn set_price(&mut self, watch: &Watching, price: Money) {
        self.prices.0.push(watch.id);
        self.prices.1.push(price.minor);
    }

    fn count_mail(&mut self, watch: &Watching, price: Money) {
        self.set_price(watch, price);
        self.mailed.push(watch.id);
        self.ended.extend(end_after_mail(watch).map(|end| (watch.id, end)));
    }

    async fn store(
        &self,
        connection: &mut PgConnection,
        currency: Currency,
        now: OffsetDateTime,
    ) -> sqlx::Result<()> {
        let (watches, prices) = &self.prices;
        store::watched_query::set_told_prices(connection, currency, watches, prices).await?;
        store::watched_query::count_mails(connection, &self.mailed, now).await?;
        for because in [End::Told, End::MailsSpent] {
            let ended = self.ended.iter().filter(|(_, end)| *end == because);
            let ended: Vec<_> = ended.map(|(watch, _)| *watch).collect();
            store::watched_query::end(connection, &ended, because, now).await?;
        }
        Ok(())
    }
}

/// Why a watch ends with its next mail, if it does.
fn end_after_mail(watch: &Watching) -> Option<End> {
    if !watch.again {
        return Some(End::Told);
    }
    (watch.mails + 1 >= MOST_MAILS).then_some(End::MailsSpent)
}

impl Watcher {
    /// Keeps what was seen, compares it at each brand's markup of now, and writes the mails. Returns how many. What is
    /// older than another answer is not compared.
    pub(super) async fn compare(
        &self,
        connection: &mut PgConnection,
        claim: &Claim,
        trip: &Trip,
        seen: Seen,
    ) -> anyhow::Result<u32> {
        let Some(fare) = seen.fare else { return Ok(0) };
        let stored = StoredFare {
            day: seen.at.to_offset(UtcOffset::UTC).date(),
            total: fare.total,
            tax: fare.tax,
            seen_at: seen.at,
        };
        if !store::watched_fare::keep(connection, claim.mode, &claim.query, &stored).await? {
            return Ok(0);
        }
        let now = self.now();
        let changes = Box::pin(self.changes(connection, claim, trip, (fare, seen.at), now)).await?;
        changes.store(connection, fare.total.currency, now).await?;
        let mode = mode_label(claim.mode);
        changes.mailed.iter().for_each(|_| MAILED.add(mode));
        Ok(u32::try_from(changes.mailed.len())?)
    }

    async fn changes(
        &self,
        connection: &mut PgConnection,
        claim: &Claim,
        trip: &Trip,
        (fare, seen_at): (Fare, OffsetDateTime),
        now: OffsetDateTime,
    ) -> anyhow::Result<Changes> {
        let mut changes = Changes::default();
        let watches = store::watched_query::watches(connection, claim, self.paused.brands()).await?;
        let sellers = self.sellers(connection, &watches).await?;
        for watch in watches {
            let seller = &sellers[&watch.brand];
            // An amount beyond all reason is not compared.
            let Ok(sale) = SalePrice::of(fare.total, fare.tax, seller.markup_rate) else { continue };
            let price = sale.amount;
            match judge(watch.told, price) {
                Verdict::Begins | Verdict::Follows => changes.set_price(&watch, price),
                Verdict::Fell { from } if may_mail(watch.mails, watch.last_mail_at, now) => {
                    let fall = Fall { before: from, now: price, seen_at };
                    write(connection, &self.seal, seller, &watch, trip, &fall, now).await?;
                    changes.count_mail(&watch, price);
                }
                Verdict::Fell { .. } | Verdict::Stays => {}
            }
        }
        Ok(changes)
    }

    /// By key. A brand can't be deleted before its watches, which are locked.
    async fn sellers(
        &self,
        connection: &mut PgConnection,
        watches: &[Watching],
    ) -> anyhow::Result<HashMap<String, Seller>> {
        let mut sellers = HashMap::new();
        for Watching { brand: key, .. } in watches {
            if sellers.contains_key(key) {
                continue;
            }
            let published =
                store::brand::find(&mut *connection, key).await?.context("a watch of no brand")?;
            let site = site(&published.brand, &self.system_url);
            let (look, markup_rate) = (letterhead(&published, &site), published.brand.markup_rate);
            sellers.insert(key.clone(), Seller { markup_rate, look, site });
        }
        Ok(sellers)
    }
}

/// Writes the mail of a fall into the outbox.
async fn write(
    connection: &mut PgConnection,
    seal: &Seal,
    seller: &Seller,
    watch: &Watching,
    trip: &Trip,
    fall: &Fall,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let token = store::watch_link::insert(connection, watch.id, Purpose::Told, (now, None)).await?;
    let to = Addressee { email: &watch.email, look: &seller.look, site: &seller.site };
    let is_last = end_after_mail(watch).is_some();
    // A watch that began anew counts from 1 again: its mails take the names that those before left free.
    for nth in watch.mails + 1.. {
        let mail = fell(to, trip, fall, &token, watch.id, nth, is_last);
        if enqueue(connection, seal, &mail, now).await? {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watch04_a_watch_ends_with_its_first_mail_or_with_its_twentieth() {
        let table = [
            (false, 0, Some(End::Told)),
            (true, 0, None),
            (true, MOST_MAILS - 2, None),
            (true, MOST_MAILS - 1, Some(End::MailsSpent)),
        ];
        for (again, mails, expected) in table {
            let watch = Watching {
                id: Uuid::nil(),
                brand: String::new(),
                email: String::new(),
                told: None,
                again,
                mails,
                last_mail_at: None,
            };
            assert_eq!(end_after_mail(&watch), expected, "{again} {mails}");
        }
    }
}
