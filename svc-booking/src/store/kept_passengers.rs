use prost::Message;
use proto::booking::v1::{GetKeptPassengersResponse, KeptPassenger};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::booking::Store;
use super::mode_text;
use crate::domain::Booking;
use crate::domain::kept::LIVES;
use crate::repository::Reader;

/// Forgets what was typed for an offer that is booked now.
#[tracing::instrument(name = "db.kept_passengers.forget", skip_all)]
pub async fn forget(connection: &mut PgConnection, booking: &Booking) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from kept_passengers
        where mode = $1 and brand = $2 and principal = any($3) and offer_id = $4",
        mode_text(booking.mode),
        booking.brand,
        &booking.principals,
        booking.offer_id(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// Keeps what was typed in place of what was kept before. More typing does not make it live longer.
    #[tracing::instrument(name = "db.kept_passengers.keep", skip_all)]
    pub async fn keep_passengers(
        &self,
        reader: &Reader,
        principal: &str,
        offer_id: &str,
        passengers: Vec<KeptPassenger>,
        now: OffsetDateTime,
    ) -> anyhow::Result<()> {
        let plain = GetKeptPassengersResponse { passengers }.encode_to_vec();
        let name = name(mode_text(reader.mode), &reader.brand, principal, offer_id);
        let sealed = self.cipher.0.seal(&name, &plain)?;
        sqlx::query!(
            "insert into kept_passengers as kept (mode, brand, principal, offer_id, sealed, expires_at)
            values ($1, $2, $3, $4, $5, $6)
            on conflict on constraint kept_passengers_pkey do update
            set
                sealed = excluded.sealed,
                expires_at = case when kept.expires_at > $7 then kept.expires_at else excluded.expires_at end",
            mode_text(reader.mode),
            reader.brand,
            principal,
            offer_id,
            sealed,
            now + LIVES,
            now,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// What a reader typed for an offer, under their account or before they signed in; the latest of both.
    #[tracing::instrument(name = "db.kept_passengers.kept", skip_all)]
    pub async fn kept_passengers(
        &self,
        reader: &Reader,
        offer_id: &str,
        now: OffsetDateTime,
    ) -> anyhow::Result<Vec<KeptPassenger>> {
        let row = sqlx::query!(
            "select principal, sealed
            from kept_passengers
            where mode = $1 and brand = $2 and principal = any($3) and offer_id = $4 and expires_at > $5
            order by expires_at desc
            limit 1",
            mode_text(reader.mode),
            reader.brand,
            &reader.principals,
            offer_id,
            now,
        )
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = row else { return Ok(Vec::new()) };
        let name = name(mode_text(reader.mode), &reader.brand, &row.principal, offer_id);
        let plain = self.cipher.0.open(&name, &row.sealed)?;
        // A parse error would quote the data.
        let kept = GetKeptPassengersResponse::decode(plain.as_slice())
            .map_err(|_| anyhow::anyhow!("opened data can't be read"))?;
        Ok(kept.passengers)
    }

    /// Removes what is kept no longer.
    #[tracing::instrument(name = "db.kept_passengers.delete", skip_all)]
    pub async fn delete_kept_passengers(&self, now: OffsetDateTime) -> sqlx::Result<()> {
        sqlx::query!("delete from kept_passengers where expires_at <= $1", now).execute(&self.pool).await?;
        Ok(())
    }
}

/// What the sealed bytes are bound to: they open in no other row.
pub fn name(mode: &str, brand: &str, principal: &str, offer_id: &str) -> Vec<u8> {
    ["kept", mode, brand, principal, offer_id].join("\n").into_bytes()
}
