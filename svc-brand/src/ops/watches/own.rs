use money::{MarkupRate, Money, SalePrice};
use service::Mode;
use time::{Date, OffsetDateTime, UtcOffset};
use uuid::Uuid;

use super::create::activate;
use crate::domain::watch::{End, Owner, State, Watch, email_key};
use crate::error::Error;
use crate::ops::Brands;
use crate::store;
use crate::store::watch::Address;

/// A watch, and what its trip has cost at the brand's markup of now.
pub struct Priced {
    pub watch: Watch,
    /// One price a day, the oldest first, all in the currency of the newest.
    pub history: Vec<(Date, Money)>,
    pub seen_at: Option<OffsetDateTime>,
}

impl Priced {
    /// Nothing where it was in another currency than prices are now.
    pub fn first(&self) -> Option<Money> {
        let now = self.now().map(|now| now.currency);
        self.watch.first.filter(|first| now.is_none_or(|now| now == first.currency))
    }

    pub fn now(&self) -> Option<Money> {
        self.history.last().map(|(_, amount)| *amount)
    }

    pub fn lowest(&self) -> Option<Money> {
        self.history.iter().map(|(_, amount)| *amount).min_by_key(|amount| amount.minor)
    }
}

impl Brands {
    /// The owner's watches of a brand and mode that have not ended, the oldest first.
    pub async fn list_watches(&self, mode: Mode, brand: &str, owner: &Owner) -> Result<Vec<Priced>, Error> {
        let key = self.email_key_of(brand, owner).await?;
        let mut connection = self.pool.acquire().await?;
        let address = Address { brand, email_key: &key };
        let watches = store::watch::list(&mut connection, mode, &address).await?;
        drop(connection);
        let mut priced = Vec::with_capacity(watches.len());
        for watch in watches {
            priced.push(self.priced(watch).await?);
        }
        Ok(priced)
    }

    /// Pauses, resumes or ends a watch. One that waits for its confirmation is started too: its owner has the mailbox. The mails about
    /// one that ends are withdrawn where they wait. One that pauses has told its price by them: they still arrive.
    pub async fn set_watch_state(
        &self,
        (mode, brand): (Mode, &str),
        id: Uuid,
        state: State,
        owner: &Owner,
    ) -> Result<Priced, Error> {
        let key = self.email_key_of(brand, owner).await?;
        let now = self.clock.now();
        let mut transaction = self.pool.begin().await?;
        let found = store::watch::find_locked(&mut transaction, id).await?;
        let is_theirs =
            |watch: &Watch| watch.mode == mode && watch.brand == brand && email_key(&watch.email) == key;
        let watch = found.filter(|watch| watch.state != State::Ended && is_theirs(watch));
        let watch = watch.ok_or(Error::WatchNotFound)?;
        match (watch.state, state) {
            (State::Paused | State::Pending, State::Active) => {
                activate(&mut transaction, id, &watch, now).await?;
                store::watch::adopt(&mut transaction, id).await?;
            }
            (State::Active, State::Paused) => store::watch::pause(&mut transaction, id).await?,
            (_, State::Ended) => {
                store::watch::end(&mut *transaction, id, End::Deleted, now).await?;
                store::watch_mail::withdraw(&mut transaction, &[id]).await?;
            }
            _ => {}
        }
        let changed = store::watch::find_locked(&mut transaction, id).await?.ok_or(Error::WatchNotFound)?;
        transaction.commit().await?;
        self.priced(changed).await
    }

    /// What the trip has cost since the watch began.
    pub(super) async fn priced(&self, watch: Watch) -> Result<Priced, Error> {
        let found = store::brand::find(&self.pool, &watch.brand).await?;
        let markup_rate = found.ok_or(Error::BrandNotFound)?.brand.markup_rate;
        let since = watch.created_at.to_offset(UtcOffset::UTC).date();
        let query = watch.trip.query_key();
        let fares = store::watched_fare::fares_of(&self.pool, watch.mode, &query, since).await?;
        let prices = fares.iter().filter_map(|fare| Some((fare.day, sale_price(fare, markup_rate)?)));
        let mut history: Vec<_> = prices.collect();
        if let Some((_, newest)) = history.last().copied() {
            history.retain(|(_, amount)| amount.currency == newest.currency);
        }
        Ok(Priced { watch, history, seen_at: fares.last().map(|fare| fare.seen_at) })
    }

    /// The address whose watches the owner may see and change. An unknown link is told as a watch that isn't there.
    async fn email_key_of(&self, brand: &str, owner: &Owner) -> Result<String, Error> {
        match owner {
            Owner::Address(email) => Ok(email_key(email)),
            Owner::Token(token) => {
                let held = store::watch_link::find(&self.pool, token, self.clock.now()).await?;
                let held = held.filter(|held| held.brand == brand).ok_or(Error::WatchNotFound)?;
                Ok(held.email_key)
            }
        }
    }
}

/// Nothing for an amount beyond all reason.
fn sale_price(fare: &store::watched_fare::StoredFare, markup_rate: MarkupRate) -> Option<Money> {
    SalePrice::of(fare.total, fare.tax, markup_rate).ok().map(|price| price.amount)
}
