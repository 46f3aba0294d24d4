//! Fetches the facts of the velocity check. The rule is `domain::velocity`'s.

use sqlx::PgConnection;
use time::OffsetDateTime;

use super::payment::{failure_of, status_of};
use crate::domain::mode_text;
use crate::domain::velocity::{Nearness, Payer, Paying, Reach, RecentAttempt, VelocityFacts, counted_since};
use crate::repository::PaymentAttempt;

/// What the check of a new payment looks at.
#[tracing::instrument(name = "db.velocity.facts", skip_all)]
pub async fn facts(
    connection: &mut PgConnection,
    payment_attempt: &PaymentAttempt<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<VelocityFacts> {
    let PaymentAttempt { owner, payment, request, .. } = *payment_attempt;
    let visitor = &request.visitor;
    let rows = sqlx::query!(
        r#"
        select
            created_at as began_at,
            status,
            failure,
            brand = $2 and principal = any($3) as "is_own!",
            coalesce(client_hmac = $5, false) as "is_at_address!",
            coalesce(network_hmac = $8, false) as "is_in_network!",
            coalesce(card_range_hmac = $9, false) as "is_of_card_range!",
            brand = $2 and not coalesce(is_established, principal like 'user:%') as "is_guests!",
            coalesce(is_new_session, false) as "is_new_session!",
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
                select
                    array[
                        count(*) filter (where is_guests),
                        count(*) filter (where is_guests and is_new_session),
                        count(*) filter (where network_hmac = $8),
                        count(*) filter (where card_range_hmac = $9),
                        count(*) filter (where client_hmac = $5)
                    ]
                from (
                    select
                        is_new_session,
                        client_hmac,
                        network_hmac,
                        card_range_hmac,
                        brand = $2 and not coalesce(is_established, principal like 'user:%') as is_guests
                    from payment
                    where mode = $1 and created_at > $4 and status = 'captured'
                ) as paid
            ) as "paying!"
        from payment
        where mode = $1
            and created_at > $4
            and status <> 'captured'
            and not simulated
            and (
                (
                    brand = $2
                    and (principal = any($3) or not coalesce(is_established, principal like 'user:%'))
                )
                or client_hmac = $5
                or network_hmac = $8
                or card_range_hmac = $9
            )
        "#,
        mode_text(owner.mode),
        owner.brand,
        &owner.principals,
        counted_since(now),
        visitor.client_hmac.as_deref(),
        payment.card_brand,
        payment.card_last4,
        visitor.network_hmac.as_deref(),
        visitor.card_range_hmac.as_deref(),
    )
    .fetch_all(connection)
    .await?;
    // The same in every row. Without a row no limit is reached, however many have paid.
    let paying = rows.first().map(|row| paying(&row.paying)).unwrap_or_default();
    let attempts = rows.into_iter().map(|row| {
        Ok(RecentAttempt {
            began_at: row.began_at,
            status: status_of(&row.status)?,
            failure: failure_of(row.failure)?,
            payer: Payer {
                is_own: row.is_own,
                nearness: Nearness::of(row.is_at_address, row.is_in_network),
                is_guest: row.is_guests,
                is_new_session: row.is_new_session,
            },
            reach: Reach::of(row.has_intent, row.was_held),
            is_claimed: row.is_claimed,
            is_tried_again: row.is_tried_again,
            is_of_card_range: row.is_of_card_range,
        })
    });
    let attempts = attempts.collect::<sqlx::Result<_>>()?;
    Ok(VelocityFacts { attempts, paying, ..visitor.facts() })
}

/// In the order of the query.
fn paying(counts: &[i64]) -> Paying {
    let count = |n: usize| counts.get(n).and_then(|count| usize::try_from(*count).ok()).unwrap_or_default();
    Paying {
        guests: count(0),
        new_sessions: count(1),
        network: count(2),
        card_range: count(3),
        address: count(4),
    }
}
