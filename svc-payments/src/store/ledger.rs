//! The ledger: what changes of payments moved, written in their transaction and never changed.

use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::Payment;
use crate::domain::ledger::Posting;

/// Posts what the change of a payment moved, if it moved money. The database takes a change once.
#[tracing::instrument(name = "db.ledger.post", skip_all)]
pub async fn post(
    connection: &mut PgConnection,
    before: Option<&Payment>,
    after: &Payment,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let posting = Posting::of_change(before, after).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let Some(posting) = posting else { return Ok(()) };
    let (accounts, amounts): (Vec<_>, Vec<_>) =
        posting.entries.iter().map(|(account, amount)| (account.as_str().to_owned(), amount.minor)).unzip();
    sqlx::query!(
        r#"
        insert into ledger_posting (payment_id, version, kind, currency, at)
        values ($1, $2, $3, $4, $5)
        "#,
        after.id.uuid(),
        after.version,
        posting.kind.as_str(),
        after.amount.currency.code(),
        now,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        r#"
        insert into ledger_entry (payment_id, version, account, amount_minor)
        select
            $1,
            $2,
            account,
            amount_minor
        from unnest($3::text[], $4::bigint[]) as entry (account, amount_minor)
        "#,
        after.id.uuid(),
        after.version,
        &accounts,
        &amounts,
    )
    .execute(connection)
    .await?;
    Ok(())
}
