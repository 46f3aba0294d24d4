//! A worker that was asleep for longer than its lease: when it goes on, another one has its booking.

use std::time::Duration;

use anyhow::ensure;
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::until::until;

const PATIENCE: Duration = Duration::from_secs(60);

/// Lets the leases run out that are held now, and waits until other workers have done what is to be done there.
pub async fn overtake(database: &str) -> anyhow::Result<()> {
    let mut database = PgConnection::connect(database).await?;
    let overdue: Vec<Uuid> = sqlx::query_scalar(
        "update booking.booking set lease_until = now() - interval '1 second'
        where lease_owner is not null
        returning id",
    )
    .fetch_all(&mut database)
    .await?;
    ensure!(!overdue.is_empty(), "nobody holds a booking");
    // The sleeper gives nothing back, so the one that does has taken the booking over.
    until("others have the bookings, and rest", PATIENCE, async || {
        let held: i64 = sqlx::query_scalar(
            "select count(*) from booking.booking where id = any($1) and lease_owner is not null",
        )
        .bind(&overdue)
        .fetch_one(&mut database)
        .await
        .map_err(|error| error.to_string())?;
        if held == 0 { Ok(()) } else { Err(format!("{held} are held")) }
    })
    .await?;
    Ok(database.close().await?)
}
