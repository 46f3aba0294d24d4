//! Velocity counters against card testing: cards that reached the provider and brought no money.
//!
//! - A declined card counts each time, and so does a 3-D Secure challenge that failed.
//! - A card that was given up, at the challenge or as a hold, counts once, and not against a visitor who tries it again.
//!   Cards with unknown digits are never taken for the same card.
//! - An unclaimed hold counts against its IP address until a booking claims it.
//! - Holds that bookings had claimed do not count against the brand: an airline that is away would block it.
//! - Made-up payment methods do not count against the brand either. They cost nothing, so a script could block it.

use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use super::admission::{Blocked, Limit, PaymentAttempt};
use super::mode_text;
use super::payment::Owner;

/// Cards are counted over this time.
const VELOCITY_WINDOW: Duration = Duration::hours(1);
/// How long an attempt counts as being at the provider.
pub const UNDER_WAY: Duration = Duration::seconds(30);

/// The cards of one owner, of one address, or of a brand's guests.
#[derive(Debug, Clone, Copy, Default)]
pub struct FailedAttempts {
    /// Have brought no money.
    pub failed: i64,
    /// Are at the provider now.
    pub under_way: i64,
    /// When the attempt began that fills the limit, counted back from the newest failed one. The limit ends when this
    /// attempt is an hour old. None while the limit is not reached.
    pub filled_at: Option<OffsetDateTime>,
}

impl FailedAttempts {
    fn may_fill(&self, limit: i32) -> bool {
        self.under_way > 0 && self.failed + self.under_way >= limit.into()
    }
}

/// The counters that the limits are compared with.
#[derive(Debug, Clone, Copy, Default)]
pub struct Velocity {
    pub own: FailedAttempts,
    /// Of all brands' visitors at this address; none where the address is unknown.
    pub of_address: FailedAttempts,
    /// Of the brand's guests.
    pub of_brand: FailedAttempts,
    /// How many of the brand's guests have paid.
    pub paying_guests: i64,
}

impl Velocity {
    /// The start of the time over which cards are counted.
    pub fn since(now: OffsetDateTime) -> OffsetDateTime {
        now - VELOCITY_WINDOW
    }

    /// The limit that lasts longest. The limit of the brand's guests does not hold for a signed-in user.
    pub fn blocked(&self, is_signed_in: bool) -> Option<Blocked> {
        let of_brand = self.of_brand.filled_at.filter(|_| !is_signed_in && self.are_mostly_failing(0));
        [
            (Limit::Own, self.own.filled_at),
            (Limit::Address, self.of_address.filled_at),
            (Limit::Brand, of_brand),
        ]
        .into_iter()
        .filter_map(|(limit, filled_at)| Some(Blocked { limit, until: filled_at? + VELOCITY_WINDOW }))
        .max_by_key(|blocked| blocked.until)
    }

    /// Whether a limit is reached once all that is at the provider has failed.
    pub fn may_close(&self, payment_attempt: &PaymentAttempt<'_>) -> bool {
        let PaymentAttempt { limits, is_signed_in, .. } = *payment_attempt;
        let of_brand = !is_signed_in
            && self.of_brand.may_fill(limits.declines_per_brand)
            && self.are_mostly_failing(self.of_brand.under_way);
        of_brand
            || self.own.may_fill(limits.own_declines(is_signed_in))
            || self.of_address.may_fill(limits.declines_per_address)
    }

    /// Whether a brand's guests are testing cards rather than paying with them: a busy day has many that fail too,
    /// among more that pay.
    fn are_mostly_failing(&self, more: i64) -> bool {
        self.of_brand.failed + more > self.paying_guests
    }
}

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
