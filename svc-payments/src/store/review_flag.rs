//! Which payments are in manual review. Four put them there: `payment::replace` (less was taken than the price),
//! `refund::change` (a refund was refused or sent back), `webhook::request_review` (news of a dispute) and
//! `difference::note` (the ledgers differ). `decision::record` alone takes them out. `domain::review` says what an
//! administrator may do meanwhile, `ops/decide.rs` does it.

use service::Mode;
use sqlx::PgConnection;

use crate::domain::{PaymentId, mode_text};

/// Puts a payment into manual review: nothing will put it right by itself.
#[tracing::instrument(name = "db.review_flag.raise", skip_all)]
pub async fn raise(connection: &mut PgConnection, id: PaymentId) -> sqlx::Result<()> {
    sqlx::query!("update payment set needs_human = true where id = $1", id.uuid())
        .execute(connection)
        .await?;
    Ok(())
}

/// Takes a payment out of manual review.
#[tracing::instrument(name = "db.review_flag.clear", skip_all)]
pub async fn clear(connection: &mut PgConnection, id: PaymentId) -> sqlx::Result<()> {
    sqlx::query!("update payment set needs_human = false where id = $1", id.uuid())
        .execute(connection)
        .await?;
    Ok(())
}

/// Puts the payment of an intent into manual review; false where there is none.
#[tracing::instrument(name = "db.review_flag.raise_of_intent", skip_all)]
pub async fn raise_of_intent(
    connection: &mut PgConnection,
    mode: Mode,
    intent_id: &str,
) -> sqlx::Result<bool> {
    let marked = sqlx::query!(
        "update payment set needs_human = true where mode = $1 and intent_id = $2",
        mode_text(mode),
        intent_id,
    )
    .execute(connection)
    .await?;
    Ok(marked.rows_affected() > 0)
}
