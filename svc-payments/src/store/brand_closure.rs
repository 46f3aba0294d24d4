//! A note of brands that take no cards of guests, so that it is logged once and a gauge counts them. It decides nothing:
//! `domain::velocity::decide` does, anew for each payment.

use service::Mode;
use sqlx::PgPool;
use time::OffsetDateTime;

use crate::domain::mode_text;

/// Notes until when a brand's guests are blocked. Returns whether they were allowed until now.
#[tracing::instrument(name = "db.brand_closure.note", skip_all)]
pub async fn note(
    pool: &PgPool,
    mode: Mode,
    brand: &str,
    until: OffsetDateTime,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let noted = sqlx::query!(
        r#"
        insert into brand_closure as known (mode, brand, until)
        values ($1, $2, $3)
        on conflict (mode, brand) do update
        set until = excluded.until
        where known.until <= $4
        "#,
        mode_text(mode),
        brand,
        until,
        now,
    )
    .execute(pool)
    .await?;
    Ok(noted.rows_affected() == 1)
}
