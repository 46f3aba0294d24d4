use service::Mode;
use service::token::TokenHash;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::booking::Store;
use super::mode_text;
use crate::domain::Booking;
use crate::domain::guest_link::{ENTERED_FOR, FIRST_LIVES, LIVES, MOST_AT_ONCE};
use crate::repository::Reader;

/// References of one brand hardly ever meet.
const MOST_OF_ONE_REFERENCE: i64 = 20;

/// Locks the count of a booking's links until the transaction ends.
#[tracing::instrument(name = "db.guest_link.in_turn", skip_all)]
pub async fn in_turn(connection: &mut PgConnection, booking: Uuid) -> sqlx::Result<()> {
    sqlx::query!("select id from booking where id = $1 for no key update", booking)
        .fetch_optional(connection)
        .await?;
    Ok(())
}

/// Writes a link down that can be opened within `lives`. False where the booking was given enough of them lately.
#[tracing::instrument(name = "db.guest_link.insert", skip_all)]
pub async fn insert(
    connection: &mut PgConnection,
    token: TokenHash,
    booking: Uuid,
    lives: Duration,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into guest_link (token_hash, booking_id, created_at, expires_at)
        select $1, $2, $3, $4
        -- The link of the confirmation was not asked for.
        where (
            select count(*)
            from guest_link
            where booking_id = $2 and created_at > $5 and (opened_by is not null or expires_at < $7)
        ) < $6",
        &token.0,
        booking,
        now,
        now + lives,
        now - LIVES,
        MOST_AT_ONCE,
        now + FIRST_LIVES - LIVES,
    )
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

impl Store {
    /// The trips of a brand whose reference begins like this one, newest first.
    #[tracing::instrument(name = "db.guest_link.trips_like", skip_all)]
    pub async fn trips_like(&self, mode: Mode, brand: &str, reference: &str) -> anyhow::Result<Vec<Booking>> {
        let ids = sqlx::query_scalar!(
            "select id
            from booking
            where mode = $1
                and brand = $2
                and left(upper(booking_reference), 8) = left(upper($3), 8)
                and state = 'TICKETED'
            order by id desc
            limit $4",
            mode_text(mode),
            brand,
            reference,
            MOST_OF_ONE_REFERENCE,
        )
        .fetch_all(&self.pool)
        .await?;
        self.load_all(&ids).await
    }

    /// Opens the link's booking to a session. Nothing where the link is unknown, over, or was another session's;
    /// the session that opened it may do so again, since its answer may have been lost.
    #[tracing::instrument(name = "db.guest_link.open_link", skip_all)]
    pub async fn open_link(
        &self,
        reader: &Reader,
        session: &str,
        token: TokenHash,
        now: OffsetDateTime,
    ) -> sqlx::Result<Option<Uuid>> {
        sqlx::query_scalar!(
            "update guest_link
            -- It opens the trip for so long, however often the session opens it again.
            set opened_by = $2, expires_at = case when opened_by is null then $3 else expires_at end
            from (
                select id
                from booking
                join guest_link as link on link.booking_id = id
                where link.token_hash = $1 and mode = $5 and brand = $6
                -- Who opens a booking while a change of it is stored reads the change, or hears of it.
                for share of booking
            ) as trip
            where trip.id = booking_id
                and token_hash = $1
                and expires_at > $4
                and (opened_by is null or opened_by = $2)
            returning booking_id",
            &token.0,
            session,
            now + ENTERED_FOR,
            now,
            mode_text(reader.mode),
            reader.brand,
        )
        .fetch_optional(&self.pool)
        .await
    }

    /// Removes links whose time is over, and with them what they opened.
    #[tracing::instrument(name = "db.guest_link.delete_links", skip_all)]
    pub async fn delete_links(&self, now: OffsetDateTime) -> sqlx::Result<()> {
        sqlx::query!("delete from guest_link where expires_at <= $1", now).execute(&self.pool).await?;
        Ok(())
    }
}
