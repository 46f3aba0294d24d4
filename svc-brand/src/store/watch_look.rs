//! Looks at watched prices, counted for each brand, mode and UTC day: all replicas spend of one budget.

use service::Mode;
use sqlx::{PgExecutor, PgPool};
use time::Date;

use crate::domain::watch::mode_name;

/// Counts a look for each of these brands on that day. Returns false, and counts none, where all of them have had `a_day`
/// looks already.
#[tracing::instrument(name = "db.watch_look.take", skip_all)]
pub async fn take(pool: &PgPool, mode: Mode, brands: &[String], day: Date, a_day: u32) -> sqlx::Result<bool> {
    let mut transaction = pool.begin().await?;
    // In one order everywhere: two that count for the same brands never wait for each other.
    let looks = sqlx::query_scalar!(
        "insert into watch_look as counted (mode, brand_key, day, looks)
        select $1::text, brand_key, $3::date, 1
        from unnest($2::text[]) as watching (brand_key)
        order by brand_key
        on conflict on constraint watch_look_pkey do update
        set looks = counted.looks + 1
        returning looks",
        mode_name(mode),
        brands,
        day,
    )
    .fetch_all(&mut *transaction)
    .await?;
    let is_left = looks.iter().any(|looks| i64::from(*looks) <= i64::from(a_day));
    if is_left {
        transaction.commit().await?;
    } else {
        transaction.rollback().await?;
    }
    Ok(is_left)
}

/// Uncounts a look that was taken on that day and not needed.
#[tracing::instrument(name = "db.watch_look.give_back", skip_all)]
pub async fn give_back(
    executor: impl PgExecutor<'_>,
    mode: Mode,
    brands: &[String],
    day: Date,
) -> sqlx::Result<()> {
    sqlx::query!(
        "with taken as (
            select brand_key
            from watch_look
            where mode = $1 and brand_key = any($2) and day = $3 and looks > 0
            order by brand_key
            for update
        )
        update watch_look
        set looks = looks - 1
        from taken
        where watch_look.mode = $1 and watch_look.brand_key = taken.brand_key and watch_look.day = $3",
        mode_name(mode),
        brands,
        day,
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Removes the counts of days before `first`.
#[tracing::instrument(name = "db.watch_look.forget", skip_all)]
pub async fn forget(executor: impl PgExecutor<'_>, first: Date) -> sqlx::Result<()> {
    sqlx::query!("delete from watch_look where day < $1", first).execute(executor).await?;
    Ok(())
}
