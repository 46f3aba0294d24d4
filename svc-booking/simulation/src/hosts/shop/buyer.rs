//! One buyer, as the gateway speaks for him: quote, authorisation, purchase; repeated on doubt under the same key.

use std::time::Duration;

use money::{MarkupRate, Money};
use proto::booking::v1::booking_service_client::BookingServiceClient;
use proto::booking::v1::{BookingStatus, CreateBookingRequest, PassengerDetails};
use proto::offers::v1::offers_service_client::OffersServiceClient;
use proto::offers::v1::{QuoteOfferRequest, QuoteOfferResponse};
use proto::payments::v1::payments_service_client::PaymentsServiceClient;
use proto::payments::v1::{AuthorisePaymentRequest, AuthorisePaymentResponse, Card, Payment};
use service::context::LOOKUP_DEADLINE;
use service::{Mode, Problem, RequestContext, UserRef};
use tonic::transport::Channel;
use tonic::{Code, Response, Status};
use uuid::Uuid;

use super::{Holder, Told};
use crate::hosts::{OFFERS, PAYMENTS, REPLICAS};
use crate::network::{channel, channel_to};
use crate::world::World;

/// What the gateway waits for a booking.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);
/// Cards, or tries of one, before somebody gives up.
const CARDS: u32 = 4;
const GOOD: &str = "4242424242424242";
const DECLINED: &str = "4000000000000002";
/// The bank wants to see the holder, and then pays, or after all declines.
const ASKED: &str = "4000002760003184";
const ASKED_AND_DECLINED: &str = "4000008260003178";
/// A refund is under way for a while.
const SLOW_REFUND: &str = "4000000000007726";

#[derive(Clone)]
pub struct Buyer {
    pub(super) world: World,
    n: u32,
    offer_id: String,
    pub(super) context: RequestContext,
    offers: OffersServiceClient<Channel>,
    payments: PaymentsServiceClient<Channel>,
    pub(super) replicas: Vec<BookingServiceClient<Channel>>,
}

impl Buyer {
    pub fn new(world: &World, n: u32, offer_id: String) -> anyhow::Result<Self> {
        let replicas = REPLICAS.into_iter().map(|host| Ok(BookingServiceClient::new(channel(host)?)));
        let markup = MarkupRate::parse("0.23")?;
        let site = "http://shop.example".parse()?;
        let mut context = RequestContext::new(format!("buyer-{n}"), Mode::Test, "default".into(), markup);
        context.public_url = Some(site);
        context.session_id = Some(Uuid::from_u128(u128::from(n) + 1));
        context.user = Some(UserRef { id: Uuid::from_u128(u128::from(n) + 1001), is_admin: false });
        Ok(Self {
            world: world.clone(),
            n,
            offer_id,
            context,
            offers: OffersServiceClient::new(channel(OFFERS)?),
            payments: PaymentsServiceClient::new(channel_to(&PAYMENTS, &world.dice)?),
            replicas: replicas.collect::<anyhow::Result<_>>()?,
        })
    }

    pub async fn buy(self) {
        let Some((request, asked_at)) = self.prepare().await else { return };
        // A double click, or another tab: with the same key, or with one of its own.
        let second = self.world.dice.percent(35).then(|| {
            let own_key = self.world.dice.percent(30);
            let key = if own_key { format!("tab-{}", self.n) } else { request.idempotency_key.clone() };
            CreateBookingRequest { idempotency_key: key, ..request.clone() }
        });
        let submissions = std::iter::once(request).chain(second).map(|request| self.submit(request));
        let submissions = futures::future::join_all(submissions);
        let (ends, ()) = tokio::join!(submissions, self.prove(asked_at));
        if let Some(booking) = ends.into_iter().flatten().next() {
            self.may_change_his_mind(&booking).await;
        }
    }

    /// Where the bank wants to see the cardholder: he comes, or does not.
    async fn prove(&self, asked: Option<(Holder, String)>) {
        if let Some((holder, asked_at)) = asked {
            holder.answer(self.world.clone(), asked_at).await;
        }
    }

    /// The purchase, priced and paid for, and what the bank asks; nothing where the offer was gone before.
    async fn prepare(&self) -> Option<(CreateBookingRequest, Option<(Holder, String)>)> {
        let quote = self.quote().await?;
        let total = quote.total.as_ref()?;
        let total = Money::new(total.minor, total.currency.parse().ok()?);
        let payment = self.authorise(total).await?;
        let is_asked = !payment.action_url.is_empty();
        let asked = is_asked.then(|| (Holder::by(&self.world.dice), payment.action_url));
        self.world.receipts.paid_with(self.n, &payment.id, asked.as_ref().map(|(holder, _)| *holder));
        let request = CreateBookingRequest {
            offer_id: self.offer_id.clone(),
            passengers: vec![passenger()],
            payment_id: payment.id,
            amount: total.amount(),
            currency: total.currency.to_string(),
            idempotency_key: format!("key-{}", self.n),
            expected_mode: Mode::Test.into(),
            wait_ms: 20_000,
            ..CreateBookingRequest::default()
        };
        Some((request, asked))
    }

    async fn quote(&self) -> Option<QuoteOfferResponse> {
        loop {
            let message = QuoteOfferRequest { offer_id: self.offer_id.clone(), seats: Vec::new() };
            let request = self.context.request_within(LOOKUP_DEADLINE, message);
            match self.offers.clone().quote_offer(request).await {
                Ok(quote) => return Some(quote.into_inner()),
                Err(status) if is_definite(&status) => {
                    self.refused(&status);
                    return None;
                }
                Err(_) => self.pause().await,
            }
        }
    }

    /// A payment that holds the price, or will when the cardholder has passed. Who is refused takes another card, a few times; nothing where all are refused.
    async fn authorise(&self, total: Money) -> Option<Payment> {
        let mut refusal = String::new();
        for n in 0..CARDS {
            let number = self.card();
            match self.try_card(&format!("card-{}-{n}", self.n), number, total).await {
                Ok(payment) => return Some(payment),
                Err(code) => refusal = code,
            }
        }
        self.told(Told::Refused { code: refusal });
        None
    }

    fn card(&self) -> &'static str {
        match self.world.dice.below(100) {
            0..15 => DECLINED,
            15..35 => ASKED,
            35..40 => ASKED_AND_DECLINED,
            40..50 => SLOW_REFUND,
            _ => GOOD,
        }
    }

    /// Asks under one key until there is an answer: a payment, or the code of a refusal.
    async fn try_card(&self, key: &str, number: &str, total: Money) -> Result<Payment, String> {
        loop {
            let message = AuthorisePaymentRequest {
                offer_id: self.offer_id.clone(),
                amount: total.amount(),
                currency: total.currency.to_string(),
                idempotency_key: key.to_owned(),
                card: Some(card(number)),
                ..AuthorisePaymentRequest::default()
            };
            let request = self.context.request_within(PATIENCE, message);
            match self.payments.clone().authorise_payment(request).await.map(Response::into_inner) {
                Ok(AuthorisePaymentResponse { refusal: Some(refusal), .. }) => return Err(refusal.code),
                Ok(AuthorisePaymentResponse { payment: Some(payment), .. }) => return Ok(payment),
                Err(status) if is_definite(&status) => return Err(Problem::from_status(&status).code),
                _ => self.pause().await,
            }
        }
    }

    /// Sends a purchase until it is answered with an end; with the booking where it is a trip.
    async fn submit(&self, purchase: CreateBookingRequest) -> Option<String> {
        loop {
            let request = self.context.request_within(PATIENCE, purchase.clone());
            let replica = self.world.dice.pick(&self.replicas);
            match replica.clone().create_booking(request).await {
                Ok(answer) => {
                    let booking = answer.into_inner().booking.unwrap_or_default();
                    let (status, booking) = (booking.status(), booking.id);
                    match status {
                        BookingStatus::Confirmed => {
                            self.told(Told::Confirmed { booking: booking.clone() });
                            return Some(booking);
                        }
                        BookingStatus::Failed => {
                            self.told(Told::Failed { booking });
                            return None;
                        }
                        _ => {}
                    }
                }
                Err(status) if is_definite(&status) => {
                    self.refused(&status);
                    return None;
                }
                Err(_) => {}
            }
            self.pause().await;
        }
    }

    fn refused(&self, status: &Status) {
        self.told(Told::Refused { code: Problem::from_status(status).code });
    }

    pub(super) fn told(&self, told: Told) {
        self.world.receipts.told(self.n, told);
    }

    pub(super) async fn pause(&self) {
        tokio::time::sleep(self.world.dice.millis(500..=8_000)).await;
    }
}

/// The service has understood, and would answer the same again.
pub(super) fn is_definite(status: &Status) -> bool {
    let codes = [Code::FailedPrecondition, Code::Aborted, Code::InvalidArgument, Code::NotFound];
    codes.contains(&status.code())
}

fn passenger() -> PassengerDetails {
    PassengerDetails {
        r#type: "adult".into(),
        title: Some("ms".into()),
        first_name: "Ada".into(),
        last_name: "Byron".into(),
        date_of_birth: "1985-12-10".into(),
        email: Some("ada@traveller.example".into()),
        phone: Some("+12025550143".into()),
        passport_number: Some("P1234567".into()),
        passport_expiry_date: Some("2035-01-01".into()),
        passport_issuing_country: Some("GB".into()),
        ..PassengerDetails::default()
    }
}

fn card(number: &str) -> Card {
    Card {
        number: number.into(),
        expiry_month: 12,
        expiry_year: 2030,
        cvv: "123".into(),
        holder_name: "Ada Byron".into(),
    }
}
