use std::net::{IpAddr, Ipv4Addr};

use money::{Currency, Money};
use proto::payments::v1::{self as pb, AuthorisePaymentRequest, AuthorisePaymentResponse};
use service::{FieldErrors, Mode, Principal, RequestContext};
use tonic::{Request, Response, Status};

use super::convert;
use crate::domain::card::Source;
use crate::error::Error;
use crate::ops::{Order, Payments, Visitor};

/// The provider's keys are ours; this bounds what a caller may have us store.
const LONGEST_KEY: usize = 255;

pub async fn handle(
    payments: &Payments,
    request: Request<AuthorisePaymentRequest>,
) -> Result<Response<AuthorisePaymentResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let principal = context.require_principal()?;
    let order = order(&context, principal, request.into_inner())?;
    let authorisation = payments.authorise(&context, order).await?;
    let challenge = authorisation.challenge;
    let refusal = authorisation.refusal.map(convert::refusal);
    Ok(Response::new(AuthorisePaymentResponse {
        payment: authorisation.payment.as_ref().map(convert::payment),
        refusal: refusal.map(|refusal| pb::Refusal { challenge, ..refusal }),
    }))
}

fn order(
    context: &RequestContext,
    principal: Principal,
    mut request: AuthorisePaymentRequest,
) -> Result<Order, Error> {
    let mut errors = FieldErrors::default();
    let amount = Money::parse(&request.amount, &request.currency).ok().filter(|amount| amount.minor > 0);
    if request.currency.parse::<Currency>().is_err() {
        errors.add("currency", "Please check the currency.");
    } else if amount.is_none() {
        errors.add("amount", "Please check the amount.");
    }
    if request.offer_id.is_empty() {
        errors.add("offerId", "Please choose a flight first.");
    }
    if request.idempotency_key.is_empty() || request.idempotency_key.len() > LONGEST_KEY {
        errors.add("idempotencyKey", "The key must have 1 to 255 characters.");
    }
    let source = source(&mut request);
    if source.is_none() {
        errors.add("cardDetails", "Please enter your card.");
    }
    errors.into_result().map_err(Error::Problem)?;
    let (Some(amount), Some(source)) = (amount, source) else { unreachable!("both were just checked") };
    Ok(Order {
        principal,
        expected_mode: request.expected_mode(),
        offer_id: request.offer_id,
        seats: request.seats,
        bags: request.bags,
        amount,
        idempotency_key: request.idempotency_key,
        client: client(context.mode, &request.client_address),
        visitor: request.visitor.map(visitor),
        work: request.work,
        source,
    })
}

/// None for a developer, who has only test mode. All unknown addresses count as one visitor's.
fn client(mode: Mode, address: &str) -> Option<IpAddr> {
    if mode == Mode::Test && address.is_empty() {
        return None;
    }
    Some(address.parse().unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
}

fn visitor(message: pb::Visitor) -> Visitor {
    Visitor {
        is_established: message.is_established,
        session_age: message.session_age_s.map(|seconds| time::Duration::seconds(seconds.into())),
        offer_view: message.offer_view,
    }
}

/// What to charge. A card that comes together with a payment method is wiped unread.
fn source(request: &mut AuthorisePaymentRequest) -> Option<Source> {
    if request.payment_method_id.is_empty() {
        return request.card.as_mut().map(|card| Source::Typed(convert::card(card)));
    }
    request.payment_method_id.parse().ok().map(Source::Hosted)
}
