//! Cards that reached the provider and brought no money: what the limits against card testers count.
//!
//! A declined card counts each time, and so does one whose bank asked for its holder in vain. One that was given up, at
//! the bank's question or as a hold that was let go, counts once, and not against whoever comes with it again; cards of
//! which nobody has told the digits are never the same. Nobody's money is in a hold that no booking has claimed yet:
//! until then it counts for its address. Holds that bookings had claimed count for no brand: an airline that is away
//! would close it. Nor do payment methods that a visitor made up, which cost nothing: a few lines of script would close
//! it.

use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use super::admission::{Closed, Entrant, Limit};
use super::mode_text;
use super::payment::Owner;

/// Cards are counted over this time.
const VELOCITY_WINDOW: Duration = Duration::hours(1);
/// A creation is waited for no longer.
pub const UNDER_WAY: Duration = Duration::seconds(30);

/// Whose cards these are: one owner's, one address's, or a brand's guests'.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tried {
    /// Have brought no money.
    pub failed: i64,
    /// Are at the provider now.
    pub under_way: i64,
    /// When the one was begun that fills the limit, counting back from the newest that failed: the limit lets go when
    /// this one is an hour old. Nothing where it is not reached.
    pub filled_at: Option<OffsetDateTime>,
}

impl Tried {
    fn may_fill(&self, limit: i32) -> bool {
        self.under_way > 0 && self.failed + self.under_way >= limit.into()
    }
}

/// What the limits are held against.
#[derive(Debug, Clone, Copy, Default)]
pub struct Declines {
    pub own: Tried,
    /// Of every brand's visitors at this address; none where nobody knows it.
    pub of_address: Tried,
    /// Of the brand's guests.
    pub of_brand: Tried,
    /// Of whom so many have paid.
    pub paying_guests: i64,
}

impl Declines {
    /// From when on cards count.
    pub fn since(now: OffsetDateTime) -> OffsetDateTime {
        now - VELOCITY_WINDOW
    }

    /// The limit that holds longest. Whoever is signed in is known, and does not wait for their brand's guests.
    pub fn closed(&self, is_signed_in: bool) -> Option<Closed> {
        let of_brand = self.of_brand.filled_at.filter(|_| !is_signed_in && self.are_mostly_failing(0));
        [
            (Limit::Own, self.own.filled_at),
            (Limit::Address, self.of_address.filled_at),
            (Limit::Brand, of_brand),
        ]
        .into_iter()
        .filter_map(|(limit, filled_at)| Some(Closed { limit, until: filled_at? + VELOCITY_WINDOW }))
        .max_by_key(|closed| closed.until)
    }

    /// Whether a limit is reached once all that is at the provider has failed.
    pub fn may_close(&self, entrant: &Entrant<'_>) -> bool {
        let Entrant { limits, is_signed_in, .. } = *entrant;
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

/// Counts for whoever wants to begin.
pub async fn count(
    connection: &mut PgConnection,
    entrant: &Entrant<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<Declines> {
    let mut declines = tried(connection, entrant, now).await?;
    let of_brand = declines.of_brand;
    if of_brand.failed + of_brand.under_way >= entrant.limits.declines_per_brand.into() {
        declines.paying_guests = paying_guests(connection, entrant.owner, Declines::since(now)).await?;
    }
    Ok(declines)
}

#[tracing::instrument(name = "db.declines.tried", skip_all)]
async fn tried(
    connection: &mut PgConnection,
    entrant: &Entrant<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<Declines> {
    let Entrant { owner, payment, request, limits, .. } = *entrant;
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
        Declines::since(now),
        request.client_hmac.as_deref(),
        limits.own_declines(entrant.is_signed_in),
        limits.declines_per_address,
        limits.declines_per_brand,
        now - UNDER_WAY,
        payment.card_brand,
        payment.card_last4,
    )
    .fetch_one(connection)
    .await?;
    let (own, address) = (row.own_failed, row.address_failed);
    Ok(Declines {
        own: Tried { failed: own, under_way: row.own_under_way, filled_at: row.own_filled_at },
        of_address: Tried {
            failed: address,
            under_way: row.address_under_way,
            filled_at: row.address_filled_at,
        },
        of_brand: Tried {
            failed: row.brand_failed,
            under_way: row.brand_under_way,
            filled_at: row.brand_filled_at,
        },
        paying_guests: 0,
    })
}

/// How many of the brand's guests have paid since then: a hold may be a tested card's.
#[tracing::instrument(name = "db.declines.paying_guests", skip_all)]
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
