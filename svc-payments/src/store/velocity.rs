//! Fetches the facts of the velocity check. The rule is `domain::velocity`'s.

use sqlx::PgConnection;
use time::OffsetDateTime;

use super::payment::{failure_of, status_of};
use crate::domain::mode_text;
use crate::domain::velocity::{Payer, Reach, RecentAttempt, VelocityFacts, counted_since};
use crate::repository::PaymentAttempt;

/// What the check of a new payment looks at.
#[tracing::instrument(name = "db.velocity.tried", skip_all)]
pub async fn facts(
    connection: &mut PgConnection,
    payment_attempt: &PaymentAttempt<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<VelocityFacts> {
    let PaymentAttempt { owner, payment, request, is_signed_in, .. } = *payment_attempt;
    let rows = sqlx::query!(
        r#"
        select
            created_at as began_at,
            status,
            failure,
            brand = $2 and principal = any($3) as "is_own!",
            coalesce(client_hmac = $5, false) as "is_at_address!",
            brand = $2 and principal like 'session:%' as "is_guests!",
            booking_id is not null as "is_claimed!",
            authorised_minor > 0 as "was_held!",
            intent_id is not null as "has_intent!",
            card_last4 <> ''
                and (
                    (principal = any($3) and (card_brand, card_last4) = ($6, $7))
                    or exists (
                        select from payment as later
                        where later.principal = payment.principal
                            and later.created_at > payment.created_at
                            and (later.mode, later.card_brand, later.card_last4)
                                = (payment.mode, payment.card_brand, payment.card_last4)
                    )
                ) as "is_tried_again!",
            (
                select count(*)
                from payment as paid
                where paid.mode = $1
                    and paid.brand = $2
                    and paid.created_at > $4
                    and paid.principal like 'session:%'
                    and paid.status = 'captured'
            ) as "paying_guests!"
        from payment
        where mode = $1
            and created_at > $4
            and status <> 'captured'
            and not simulated
            and (
                (brand = $2 and (principal = any($3) or principal like 'session:%'))
                or client_hmac = $5
            )
        "#,
        mode_text(owner.mode),
        owner.brand,
        &owner.principals,
        counted_since(now),
        request.client_hmac.as_deref(),
        payment.card_brand,
        payment.card_last4,
    )
    .fetch_all(connection)
    .await?;
    // The same in every row. Without a row no limit is reached, however many have paid.
    let paying_guests = rows.first().map_or(0, |row| usize::try_from(row.paying_guests).unwrap_or_default());
    let attempts = rows.into_iter().map(|row| {
        Ok(RecentAttempt {
            began_at: row.began_at,
            status: status_of(&row.status)?,
            failure: failure_of(row.failure)?,
            payer: Payer { is_own: row.is_own, is_at_address: row.is_at_address, is_guest: row.is_guests },
            reach: Reach::of(row.has_intent, row.was_held),
            is_claimed: row.is_claimed,
            is_tried_again: row.is_tried_again,
        })
    });
    Ok(VelocityFacts { is_signed_in, attempts: attempts.collect::<sqlx::Result<_>>()?, paying_guests })
}
