//! Which workers live: each holds an advisory lock on a session of its own, which ends with its process, however that
//! ends. A worker that is only paused keeps its lock: its bookings wait for the end of their leases.

use sqlx::PgConnection;
use uuid::Uuid;

/// Holds the worker's lock while the session lasts. False: an earlier session of the worker is not over yet.
#[tracing::instrument(name = "db.presence.show", skip_all)]
pub async fn show(session: &mut PgConnection, worker: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select pg_try_advisory_lock(hashtextextended('worker:' || $1::uuid::text, 0)) as "held!""#,
        worker,
    )
    .fetch_one(session)
    .await
}

/// Frees the bookings of workers that are dead, and answers how many that were. Should one of them live after all, its
/// next step compares the epoch, as after the end of a lease.
#[tracing::instrument(name = "db.presence.free_bookings_of_dead", skip_all)]
pub async fn free_bookings_of_dead(session: &mut PgConnection, worker: Uuid) -> sqlx::Result<u64> {
    let freed = sqlx::query!(
        "with dead as materialized (
            select owner
            from (select distinct lease_owner as owner from booking where lease_owner <> $1) as owners
            where pg_try_advisory_xact_lock(hashtextextended('worker:' || owner::text, 0))
        )
        update booking
        set lease_owner = null, lease_until = null
        where lease_owner in (select owner from dead)",
        worker,
    )
    .execute(session)
    .await?;
    Ok(freed.rows_affected())
}
