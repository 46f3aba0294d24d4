//! What an offer is sold for, to whom: the quote, the party that fits it, and the booking that is made of both.

use anyhow::{Context, anyhow};
use mail::Letterhead;
use money::Money;
use proto::booking::v1::CreateBookingRequest;
use proto::offers::v1::{QuoteOfferRequest, QuoteOfferResponse};
use service::context::LOOKUP_DEADLINE;
use service::telemetry::trace_parent;
use service::{Problem, RequestContext};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tonic::Status;
use tracing::Span;
use uuid::Uuid;

use super::Bookings;
use crate::domain::Booking;
use crate::domain::booking::AccountState;
use crate::domain::party::{self, Traveller};
use crate::domain::saga::Saga;
use crate::error::Error;
use crate::repository::Repository;
use crate::upstreams::is_gone;

/// What an offer is sold for, to whom.
pub(super) struct Sale {
    quote: QuoteOfferResponse,
    pub total: Money,
    provider_total: Money,
    party: Vec<Traveller>,
    letterhead: Letterhead,
}

impl<S: Repository> Bookings<S> {
    pub(super) async fn sale_of(
        &self,
        context: &RequestContext,
        request: &CreateBookingRequest,
    ) -> Result<Sale, Error> {
        let message = QuoteOfferRequest {
            offer_id: request.offer_id.clone(),
            seats: request.seats.clone(),
            bags: request.bags.clone(),
        };
        let question = context.request_within(LOOKUP_DEADLINE, message);
        let quoted = self.upstreams.offers.clone().quote_offer(question).await;
        let quote = quoted.map_err(|status| offer_error(&status))?.into_inner();
        has_what_was_chosen(&quote, request)?;
        let offer = quote.offer.as_ref().context("a quote without its offer").map_err(Error::Internal)?;
        let party = party::read(&request.passengers, offer, self.now())?;
        party::check_exit_rows(&party, offer, &quote.seats)?;
        let total = amount_of(quote.total.as_ref())?;
        let provider_total = amount_of(quote.provider_total.as_ref())?;
        let letterhead = Letterhead::of(request.letterhead.clone());
        Ok(Sale { quote, total, provider_total, party, letterhead })
    }

    pub(super) fn new_booking(
        &self,
        context: &RequestContext,
        principal: String,
        sale: Sale,
        payment_id: String,
    ) -> Result<Booking, Error> {
        let expires_at = sale.quote.offer.as_ref().map(|offer| offer.expires_at.as_str()).unwrap_or_default();
        let offer_expires_at = OffsetDateTime::parse(expires_at, &Rfc3339)
            .map_err(|_| Error::Internal(anyhow!("a quote without an end")))?;
        Ok(Booking {
            id: Uuid::now_v7(),
            mode: context.mode,
            brand: context.brand.clone(),
            public_url: context.public_url.clone().or_else(|| Some(self.system_url.clone())),
            letterhead: sale.letterhead,
            markup_rate: context.markup_rate.to_string(),
            principal,
            principals: context.principals(),
            owner: None,
            offer_expires_at,
            total: sale.total,
            provider_total: sale.provider_total,
            travellers: sale.party,
            quote: sale.quote,
            payment_id,
            card: None,
            capture_before: None,
            action_url: None,
            order: None,
            saga: Saga::NEW,
            failure_reason: None,
            failure_message: None,
            failure_price: None,
            abandoned: false,
            first_unknown_at: None,
            account: AccountState::None,
            cancellation: None,
            credits: Vec::new(),
            asked: 0,
            epoch: 0,
            version: 1,
            trace_parent: trace_parent(&Span::current()),
            created_at: self.now(),
        })
    }
}

fn offer_error(status: &Status) -> Error {
    let problem = Problem::from_status(status);
    if is_gone(&problem) { Error::OfferExpired } else { Error::Problem(problem) }
}

/// A svc-offers that is older than bags are quotes without them.
fn has_what_was_chosen(quote: &QuoteOfferResponse, request: &CreateBookingRequest) -> Result<(), Error> {
    if quote.bags.len() == request.bags.len() && quote.seats.len() == request.seats.len() {
        return Ok(());
    }
    Err(Error::Internal(anyhow!("a quote without what was chosen")))
}

fn amount_of(message: Option<&proto::common::v1::Money>) -> Result<Money, Error> {
    let read = message.context("a quote without an amount").and_then(|message| {
        let currency = message.currency.parse()?;
        Ok(Money::new(message.minor, currency))
    });
    read.map_err(Error::Internal)
}
