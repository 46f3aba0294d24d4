//! The columns whose values are sealed, but for those of platform/mail.

use service::sealing::{SampledColumn, SealedColumn, SealedRow};
use sqlx::PgPool;
use uuid::Uuid;

use super::kept_passengers;
use crate::pii_cipher::{name_of_credits, name_of_passengers};

/// The passengers of bookings, newest first: a run that breaks off leaves the oldest ones, where the check of the keys looks.
pub struct Passengers(pub PgPool);

/// The id of a booking. Its default stands before the newest.
#[derive(Debug)]
pub struct NewestFirst(Uuid);

impl Default for NewestFirst {
    fn default() -> Self {
        Self(Uuid::max())
    }
}

impl SealedColumn for Passengers {
    type Key = NewestFirst;

    const NAME: &'static str = "booking.travellers";

    async fn after(&self, key: &NewestFirst, limit: i64) -> sqlx::Result<Vec<SealedRow<NewestFirst>>> {
        let rows = sqlx::query_as!(
            PassengersRow,
            "select id, travellers from booking where id < $1 order by id desc limit $2",
            key.0,
            limit,
        );
        let rows = rows.fetch_all(&self.0).await?;
        Ok(rows.into_iter().map(SealedRow::from).collect())
    }

    async fn replace(&self, key: &NewestFirst, old: &[u8], new: &[u8]) -> sqlx::Result<bool> {
        let updated = sqlx::query!(
            "update booking set travellers = $3 where id = $1 and travellers = $2",
            key.0,
            old,
            new,
        )
        .execute(&self.0)
        .await?;
        Ok(updated.rows_affected() == 1)
    }
}

impl SampledColumn for Passengers {
    async fn last(&self, limit: i64) -> sqlx::Result<Vec<SealedRow<NewestFirst>>> {
        let rows =
            sqlx::query_as!(PassengersRow, "select id, travellers from booking order by id limit $1", limit);
        let rows = rows.fetch_all(&self.0).await?;
        Ok(rows.into_iter().map(SealedRow::from).collect())
    }
}

struct PassengersRow {
    id: Uuid,
    travellers: Vec<u8>,
}

impl From<PassengersRow> for SealedRow<NewestFirst> {
    fn from(PassengersRow { id, travellers }: PassengersRow) -> Self {
        Self { key: NewestFirst(id), name: name_of_passengers(id), sealed: Some(travellers) }
    }
}

/// The airline credits of cancelled trips.
pub struct Credits(pub PgPool);

impl SealedColumn for Credits {
    type Key = Uuid;

    const NAME: &'static str = "cancellation.credits";

    async fn after(&self, key: &Uuid, limit: i64) -> sqlx::Result<Vec<SealedRow<Uuid>>> {
        let rows = sqlx::query!(
            "select booking_id, credits
            from cancellation
            where booking_id > $1
            order by booking_id
            limit $2",
            key,
            limit,
        )
        .fetch_all(&self.0)
        .await?;
        let rows = rows.into_iter().map(|row| SealedRow {
            key: row.booking_id,
            name: name_of_credits(row.booking_id),
            sealed: row.credits,
        });
        Ok(rows.collect())
    }

    async fn replace(&self, key: &Uuid, old: &[u8], new: &[u8]) -> sqlx::Result<bool> {
        let updated = sqlx::query!(
            "update cancellation set credits = $3 where booking_id = $1 and credits = $2",
            key,
            old,
            new,
        )
        .execute(&self.0)
        .await?;
        Ok(updated.rows_affected() == 1)
    }
}

/// What was typed for offers that are not booked yet.
pub struct KeptPassengers(pub PgPool);

/// The primary key of what was typed: mode, brand, principal and offer.
#[derive(Debug, Default)]
pub struct KeptKey {
    mode: String,
    brand: String,
    principal: String,
    offer_id: String,
}

impl SealedColumn for KeptPassengers {
    type Key = KeptKey;

    const NAME: &'static str = "kept_passengers.sealed";

    async fn after(&self, key: &KeptKey, limit: i64) -> sqlx::Result<Vec<SealedRow<KeptKey>>> {
        let rows = sqlx::query!(
            "select mode, brand, principal, offer_id, sealed
            from kept_passengers
            where (mode, brand, principal, offer_id) > ($1, $2, $3, $4)
            order by mode, brand, principal, offer_id
            limit $5",
            key.mode,
            key.brand,
            key.principal,
            key.offer_id,
            limit,
        )
        .fetch_all(&self.0)
        .await?;
        let rows = rows.into_iter().map(|row| SealedRow {
            name: kept_passengers::name(&row.mode, &row.brand, &row.principal, &row.offer_id),
            key: KeptKey {
                mode: row.mode,
                brand: row.brand,
                principal: row.principal,
                offer_id: row.offer_id,
            },
            sealed: Some(row.sealed),
        });
        Ok(rows.collect())
    }

    async fn replace(&self, key: &KeptKey, old: &[u8], new: &[u8]) -> sqlx::Result<bool> {
        let updated = sqlx::query!(
            "update kept_passengers
            set sealed = $6
            where mode = $1 and brand = $2 and principal = $3 and offer_id = $4 and sealed = $5",
            key.mode,
            key.brand,
            key.principal,
            key.offer_id,
            old,
            new,
        )
        .execute(&self.0)
        .await?;
        Ok(updated.rows_affected() == 1)
    }
}
