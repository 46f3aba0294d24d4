use anyhow::Context;
use mail::Letterhead;
use money::Money;
use prost::Message;
use proto::common::v1 as wire;
use proto::offers::v1::QuoteOfferResponse;
use service::sealing::Sealer;
use sqlx::PgPool;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{mode_of, mode_text};
use crate::domain::booking::{AccountState, Booking, Cancellation, OrderRef};
use crate::domain::cancellation::Stage;
use crate::domain::card::Card;
use crate::domain::refund::{Refund, RefundTo};
use crate::domain::saga::{Saga, State};
use crate::domain::ticket::Ticket;
use crate::domain::{FailureCode, Reason, booking};
use crate::pii_cipher::PiiCipher;
use crate::repository::Reader;

/// Bookings of one answer. Each has its whole offer.
const PAGE: i64 = 50;

/// Where bookings are kept.
#[derive(Clone)]
pub struct Store {
    pub(crate) pool: PgPool,
    pub(crate) cipher: PiiCipher,
}

#[expect(clippy::struct_excessive_bools, reason = "the columns of a row")]
struct Row {
    id: Uuid,
    mode: String,
    brand: String,
    public_url: Option<String>,
    letterhead: Option<Vec<u8>>,
    markup_rate: String,
    principal: String,
    principals: Vec<String>,
    owner: Option<String>,
    quote: Vec<u8>,
    offer_expires_at: OffsetDateTime,
    price_minor: i64,
    provider_minor: i64,
    currency: String,
    travellers: Vec<u8>,
    payment_id: String,
    card: Option<String>,
    card_brand: Option<String>,
    card_last4: Option<String>,
    capture_before: Option<OffsetDateTime>,
    action_url: Option<String>,
    order_id: Option<String>,
    booking_reference: Option<String>,
    order_cancellable: bool,
    tickets: Json<Vec<Ticket>>,
    state: String,
    failure_code: Option<String>,
    failure_reason: Option<String>,
    failure_message: Option<String>,
    failure_price_minor: Option<i64>,
    money_taken: bool,
    turned_away: bool,
    needs_human: bool,
    abandoned_at: Option<OffsetDateTime>,
    first_unknown_at: Option<OffsetDateTime>,
    account: String,
    asked: i32,
    version: i64,
    epoch: i64,
    trace_parent: Option<String>,
    created_at: OffsetDateTime,
    stage: Option<String>,
    quote_id: Option<String>,
    fare_minor: Option<i64>,
    markup_minor: Option<i64>,
    to_card_minor: Option<i64>,
    refund_to: Option<String>,
    expires_at: Option<OffsetDateTime>,
    confirmed_at: Option<OffsetDateTime>,
    credits: Option<Vec<u8>>,
}

impl Store {
    /// `sealer`: of travellers' data.
    pub fn new(pool: PgPool, sealer: Sealer) -> Self {
        Self { pool, cipher: PiiCipher(sealer) }
    }

    /// Loads a booking without an access check.
    #[tracing::instrument(name = "db.booking.load", skip_all)]
    pub async fn load(&self, id: Uuid) -> anyhow::Result<Option<Booking>> {
        let rows = self.load_all(&[id]).await?;
        Ok(rows.into_iter().next())
    }

    /// Whose a booking is, without an access check and without what is sealed in it.
    #[tracing::instrument(name = "db.booking.owners", skip_all)]
    pub async fn owners(&self, id: Uuid) -> anyhow::Result<Option<Vec<String>>> {
        let row = sqlx::query!("select principal, owner from booking where id = $1", id);
        let row = row.fetch_optional(&self.pool).await?;
        Ok(row.map(|row| [Some(row.principal), row.owner].into_iter().flatten().collect()))
    }

    /// The booking, if the reader may see it: its booker, the account it was given to, who opened a link to it.
    #[tracing::instrument(name = "db.booking.find", skip_all)]
    pub async fn find(&self, reader: &Reader, id: Uuid) -> anyhow::Result<Option<Booking>> {
        let found = sqlx::query_scalar!(
            "select id
            from booking
            where id = $1
                and mode = $2
                and brand = $3
                and (
                    principal = any($4)
                    or owner = any($4)
                    or exists(select from guest_link where booking_id = booking.id and opened_by = any($4))
                )",
            id,
            mode_text(reader.mode),
            reader.brand,
            &reader.principals,
        )
        .fetch_optional(&self.pool)
        .await?;
        match found {
            Some(id) => self.load(id).await,
            None => Ok(None),
        }
    }

    /// The user's bookings, newest first, without failed ones.
    #[tracing::instrument(name = "db.booking.list", skip_all)]
    pub async fn list(&self, reader: &Reader, user: &str) -> anyhow::Result<Vec<Booking>> {
        let ids = sqlx::query_scalar!(
            "select id
            from booking
            where mode = $1
                and brand = $2
                and (principal = $3 or owner = $3)
                and state <> 'FAILED'
            order by id desc
            limit 200",
            mode_text(reader.mode),
            reader.brand,
            user,
        )
        .fetch_all(&self.pool)
        .await?;
        self.load_all(&ids).await
    }

    /// A page of the user's bookings of both modes, newest first and failed ones too: those before `after`.
    #[tracing::instrument(name = "db.booking.list_all", skip_all)]
    pub async fn list_all(
        &self,
        brand: &str,
        user: &str,
        after: Option<Uuid>,
    ) -> anyhow::Result<Vec<Booking>> {
        let ids = sqlx::query_scalar!(
            "select id
            from booking
            where brand = $1 and (principal = $2 or owner = $2) and ($3::uuid is null or id < $3)
            order by id desc
            limit $4",
            brand,
            user,
            after,
            PAGE,
        )
        .fetch_all(&self.pool)
        .await?;
        self.load_all(&ids).await
    }

    /// In the order of their ids, newest first.
    pub(super) async fn load_all(&self, ids: &[Uuid]) -> anyhow::Result<Vec<Booking>> {
        let rows = sqlx::query_as!(
            Row,
            r#"select
                id,
                mode,
                brand,
                public_url,
                letterhead,
                markup_rate,
                principal,
                principals,
                owner,
                quote,
                offer_expires_at,
                price_minor,
                provider_minor,
                currency,
                travellers,
                payment_id,
                card,
                card_brand,
                card_last4,
                capture_before,
                action_url,
                order_id,
                booking_reference,
                order_cancellable,
                tickets as "tickets: Json<Vec<Ticket>>",
                state,
                failure_code,
                failure_reason,
                failure_message,
                failure_price_minor,
                money_taken,
                turned_away,
                needs_human,
                abandoned_at,
                first_unknown_at,
                account,
                asked,
                version,
                epoch,
                trace_parent,
                created_at,
                stage as "stage?",
                quote_id as "quote_id?",
                fare_minor as "fare_minor?",
                markup_minor as "markup_minor?",
                to_card_minor as "to_card_minor?",
                refund_to as "refund_to?",
                expires_at as "expires_at?",
                confirmed_at as "confirmed_at?",
                credits as "credits?"
            from booking
            left join cancellation on booking_id = id
            where id = any($1)
            order by id desc"#,
            ids,
        )
        .fetch_all(&self.pool)
        .await
        .context("reading bookings")?;
        rows.into_iter().map(|row| row.into_booking(&self.cipher)).collect()
    }
}

impl Row {
    fn into_booking(self, cipher: &PiiCipher) -> anyhow::Result<Booking> {
        let currency = self.currency.parse()?;
        Ok(Booking {
            mode: mode_of(&self.mode),
            letterhead: letterhead(self.letterhead.as_deref())?,
            public_url: self.public_url.as_deref().map(str::parse).transpose()?,
            quote: QuoteOfferResponse::decode(self.quote.as_slice())?,
            total: Money::new(self.price_minor, currency),
            provider_total: Money::new(self.provider_minor, currency),
            travellers: cipher.open(self.id, &self.travellers)?,
            order: self.order(),
            card: self.card(),
            saga: self.saga()?,
            account: AccountState::parse(&self.account).context("an account state")?,
            cancellation: self.cancellation(currency)?,
            credits: cipher.open_credits(self.id, self.credits.as_deref())?,
            asked: u32::try_from(self.asked)?,
            id: self.id,
            brand: self.brand,
            markup_rate: self.markup_rate,
            principal: self.principal,
            principals: self.principals,
            owner: self.owner,
            offer_expires_at: self.offer_expires_at,
            payment_id: self.payment_id,
            capture_before: self.capture_before,
            action_url: self.action_url,
            failure_reason: self.failure_reason.as_deref().and_then(Reason::parse),
            failure_message: self.failure_message,
            failure_price: self.failure_price_minor.map(|minor| Money::new(minor, currency)),
            abandoned: self.abandoned_at.is_some(),
            first_unknown_at: self.first_unknown_at,
            epoch: self.epoch,
            version: self.version,
            trace_parent: self.trace_parent,
            created_at: self.created_at,
        })
    }

    fn order(&self) -> Option<OrderRef> {
        Some(OrderRef {
            id: self.order_id.clone()?,
            reference: self.booking_reference.clone().unwrap_or_default(),
            cancellable: self.order_cancellable,
            tickets: self.tickets.0.clone(),
        })
    }

    /// By its parts; in rows of an earlier release by its sentence.
    fn card(&self) -> Option<Card> {
        match (&self.card_brand, &self.card_last4) {
            (Some(brand), Some(last4)) => Card::of(brand, last4),
            _ => self.card.as_deref().and_then(Card::of_sentence),
        }
    }

    fn saga(&self) -> anyhow::Result<Saga> {
        let reason = self.failure_reason.as_deref().and_then(Reason::parse);
        let code = |name| FailureCode::of_stored(name, reason).context("a failure");
        let failure = self.failure_code.as_deref().map(code);
        Ok(Saga {
            state: State::parse(&self.state).context("a state")?,
            failure: failure.transpose()?,
            money_taken: self.money_taken,
            turned_away: self.turned_away,
            needs_human: self.needs_human,
        })
    }

    fn cancellation(&self, currency: money::Currency) -> anyhow::Result<Option<booking::Cancellation>> {
        let (Some(stage), Some(quote_id), Some(refund_to)) = (&self.stage, &self.quote_id, &self.refund_to)
        else {
            return Ok(None);
        };
        let money = |minor: Option<i64>| Money::new(minor.unwrap_or_default(), currency);
        Ok(Some(Cancellation {
            stage: Stage::parse(stage).context("a stage")?,
            quote_id: quote_id.clone(),
            refund: Refund {
                fare: money(self.fare_minor),
                markup: money(self.markup_minor),
                to_card: money(self.to_card_minor),
                to: RefundTo::parse(refund_to).context("a refund's way")?,
            },
            expires_at: self.expires_at,
            confirmed_at: self.confirmed_at,
        }))
    }
}

/// Bookings of before they had one are signed in the default look.
fn letterhead(stored: Option<&[u8]>) -> anyhow::Result<Letterhead> {
    Ok(Letterhead::of(stored.map(wire::Letterhead::decode).transpose()?))
}
