//! Counts the cards that brought no money, as `repository::Velocity` has them.

use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::mode_text;
use crate::repository::{FailedAttempts, Owner, PaymentAttempt, UNDER_WAY, Velocity};

/// Counts for a new payment.
pub async fn count(
    connection: &mut PgConnection,
    payment_attempt: &PaymentAttempt<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<Velocity> {
    let mut velocity = tried(connection, payment_attempt, now).await?;
    let of_brand = velocity.of_brand;
    if of_brand.failed + of_brand.under_way >= payment_attempt.limits.declines_per_brand.into() {
        velocity.paying_guests =
            paying_guests(connection, payment_attempt.owner, Velocity::since(now)).await?;
    }
    Ok(velocity)
}

#[tracing::instrument(name = "db.velocity.tried", skip_all)]
async fn tried(
    connection: &mut PgConnection,
    payment_attempt: &PaymentAttempt<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<Velocity> {
    let PaymentAttempt { owner, payment, request, limits, .. } = *payment_attempt;
    let row = sqlx::query!(
        r#"
        with tried as (
            select
                created_at,
                brand = $2 and principal = any($3) and status not in ('holder_asked', 'authorised') as is_own,
                coalesce(client_hmac = $5, false) as is_at_address,
                brand = $2
                and principal like 'session:%'
                and status not in ('holder_asked', 'authorised')
                and (status not in ('void_sent', 'voided') or booking_id is null or authorised_minor = 0)
                and failure is distinct from 'method_unknown' as is_guests,
                status in ('create_sent', 'confirm_sent') as is_under_way
            from payment
            where mode = $1
                and created_at > $4
                and status <> 'captured'
                and not simulated
                and (
                    status in ('declined', 'confirm_sent')
                    or failure = 'authentication_required'
                    or (status = 'create_sent' and created_at > $9)
                    or (
                        (
                            (status in ('holder_asked', 'authorised') and booking_id is null)
                            or (
                                status in ('void_sent', 'voided')
                                and intent_id is not null
                                and (failure is null or failure not in ('not_completed', 'provider_refused'))
                            )
                        )
                        and not (principal = any($3) and (card_brand, card_last4) = ($10, $11) and card_last4 <> '')
                        and not exists (
                            select from payment as later
                            where later.principal = payment.principal
                                and later.created_at > payment.created_at
                                and (later.mode, later.card_brand, later.card_last4)
                                    = (payment.mode, payment.card_brand, payment.card_last4)
                                and later.card_last4 <> ''
                        )
                    )
                )
        )
        select
            count(*) filter (where is_own and not is_under_way) as "own_failed!",
            count(*) filter (where is_own and is_under_way) as "own_under_way!",
            (array_agg(created_at order by created_at desc) filter (where is_own and not is_under_way))[$6]
                as own_filled_at,
            count(*) filter (where is_at_address and not is_under_way) as "address_failed!",
            count(*) filter (where is_at_address and is_under_way) as "address_under_way!",
            (array_agg(created_at order by created_at desc) filter (where is_at_address and not is_under_way))[$7]
                as address_filled_at,
            count(*) filter (where is_guests and not is_under_way) as "brand_failed!",
            count(*) filter (where is_guests and is_under_way) as "brand_under_way!",
            (array_agg(created_at order by created_at desc) filter (where is_guests and not is_under_way))[$8]
                as brand_filled_at
        from tried
        "#,
        mode_text(owner.mode),
        owner.brand,
        &owner.principals,
        Velocity::since(now),
        request.client_hmac.as_deref(),
        limits.own_declines(payment_attempt.is_signed_in),
        limits.declines_per_address,
        limits.declines_per_brand,
        now - UNDER_WAY,
        payment.card_brand,
        payment.card_last4,
    )
    .fetch_one(connection)
    .await?;
    let (own, address) = (row.own_failed, row.address_failed);
    Ok(Velocity {
        own: FailedAttempts { failed: own, under_way: row.own_under_way, filled_at: row.own_filled_at },
        of_address: FailedAttempts {
            failed: address,
            under_way: row.address_under_way,
            filled_at: row.address_filled_at,
        },
        of_brand: FailedAttempts {
            failed: row.brand_failed,
            under_way: row.brand_under_way,
            filled_at: row.brand_filled_at,
        },
        paying_guests: 0,
    })
}

/// How many of the brand's guests have paid since then: a hold may be a tested card's.
#[tracing::instrument(name = "db.velocity.paying_guests", skip_all)]
async fn paying_guests(
    connection: &mut PgConnection,
    owner: &Owner,
    since: OffsetDateTime,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"
        select count(*) as "paying!"
        from payment
        where mode = $1
            and brand = $2
            and created_at > $3
            and principal like 'session:%'
            and status = 'captured'
        "#,
        mode_text(owner.mode),
        owner.brand,
        since,
    )
    .fetch_one(connection)
    .await
}
