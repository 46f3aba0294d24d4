pub mod account;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{Method as Verb, Request, Response, header};
use money::Money;
use outbound::{Caller, Guarded, HttpTransport, Reach, Transport, TransportError};
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;
use serde_json::Value;
use service::metrics::{ProviderCalls, mode_label, outcome_of};
use service::telemetry::mark_failed;
use service::{Mode, preflight};
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};
use tracing::{Instrument, Span};
use url::Url;
use zeroize::Zeroizing;

use super::error::{Error, ErrorBody, ErrorKind};
use super::wire::{Intent, List, Listing, PaymentMethod, Refund};
use crate::domain::card::{Card, Method};
use crate::domain::provider_amount::stripe_minor;

/// Pinned, so that an upgrade at the provider changes nothing here.
pub const VERSION: &str = "2026-10-28.endive";
/// As docs/telemetry.md names it.
const PROVIDER: &str = "stripe";
/// The largest answer that is read; an intent is a few kilobytes.
const BODY_LIMIT: usize = 1 << 20;
/// Payments of one process and mode that are begun at once.
const MOST_BEGINNINGS: usize = 64;
/// Before a call that was turned away is sent again, for the first, second and third time.
const PAUSES: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(300), Duration::from_millis(900)];
/// Tells until when a hold can be captured.
const WITH_CHARGE: (&str, &str) = ("expand[]", "latest_charge");

/// One mode of the provider.
#[derive(Debug, Clone)]
pub struct Client {
    transport: Arc<dyn Transport>,
    /// For calls that begin a payment: while the provider is down no card is tried.
    beginnings: Arc<dyn Transport>,
    base_url: String,
    key: SecretString,
    live: bool,
    /// What one call may take, with all its repeats but for the pauses before them.
    within: Duration,
    calls: ProviderCalls,
}

/// An intent to be made: manual capture, not yet confirmed.
#[derive(Debug, Clone)]
pub struct NewIntent {
    pub amount: Money,
    pub payment_id: String,
}

/// A refund to be made. `reference` finds it again among the refunds of its intent.
#[derive(Debug, Clone)]
pub struct NewRefund {
    pub intent_id: String,
    pub amount: Money,
    pub reference: String,
}

/// A success, with what is noted of the call.
#[derive(Debug)]
pub struct Answered<T> {
    pub value: T,
    pub status: u16,
    pub request_id: Option<String>,
    /// When, by the provider's clock, to the second.
    pub date: Option<OffsetDateTime>,
}

type Fields<'f> = Vec<(&'f str, &'f str)>;

impl Client {
    /// A client over the real network. Needs `service::install_crypto` to have been called.
    pub fn connect(
        base_url: &str,
        key: SecretString,
        mode: Mode,
        within: Duration,
        caller: &Caller,
        reach: Reach,
    ) -> anyhow::Result<Self> {
        reach.require(base_url)?;
        let transport = HttpTransport::pooled(BODY_LIMIT, caller, reach)?;
        let beginnings = Guarded::new(transport.clone(), MOST_BEGINNINGS);
        let beginnings = Arc::new(beginnings.shown(PROVIDER, mode_label(mode), "beginnings"));
        let client = Self::over(Arc::new(transport), base_url, key, mode, within);
        Ok(Self { beginnings, ..client })
    }

    /// A client over a transport of the caller's.
    pub fn over(
        transport: Arc<dyn Transport>,
        base_url: &str,
        key: SecretString,
        mode: Mode,
        within: Duration,
    ) -> Self {
        let base_url = base_url.trim_end_matches('/').to_owned();
        let calls = ProviderCalls::new(PROVIDER, mode);
        let (beginnings, live) = (transport.clone(), mode == Mode::Live);
        Self { transport, beginnings, base_url, key, live, within, calls }
    }

    pub async fn create_intent(&self, intent: &NewIntent, key: &str) -> Result<Answered<Intent>, Error> {
        let operation = "payment_intents.create";
        let amount = minor(operation, intent.amount)?;
        let currency = intent.amount.currency.code().to_ascii_lowercase();
        let fields = vec![
            ("amount", amount.as_str()),
            ("currency", &currency),
            ("capture_method", "manual"),
            ("allowed_payment_method_types[0]", "card"),
            ("metadata[payment_id]", &intent.payment_id),
        ];
        let begun = self.write_via(&self.beginnings, operation, "/v1/payment_intents", key, fields).await;
        begun.and_then(|answered| self.own(answered))
    }

    /// Confirms with the card. A raw one is made a payment method first, since an intent takes none.
    pub async fn confirm_intent(
        &self,
        id: &str,
        method: &Method,
        return_url: &Url,
        key: &str,
    ) -> Result<Answered<Intent>, Error> {
        let operation = "payment_intents.confirm";
        let path = intent_path(operation, id, "/confirm")?;
        let made;
        let method = match method {
            Method::Test(name) => name,
            Method::Hosted(id) => id.as_str(),
            Method::Raw(card) => {
                made = self.create_payment_method(card, &format!("{key}:method")).await?;
                made.id.as_str()
            }
        };
        let fields = vec![WITH_CHARGE, ("payment_method", method), ("return_url", return_url.as_str())];
        self.write(operation, &path, key, fields).await.and_then(|answered| self.own(answered))
    }

    async fn create_payment_method(&self, card: &Card, key: &str) -> Result<PaymentMethod, Error> {
        let (month, year) = (card.expiry_month().to_string(), card.expiry_year().to_string());
        let fields = vec![
            ("type", "card"),
            ("card[number]", card.number()),
            ("card[exp_month]", &month),
            ("card[exp_year]", &year),
            ("card[cvc]", card.cvv()),
        ];
        let made = self.write("payment_methods.create", "/v1/payment_methods", key, fields).await?;
        Ok(made.value)
    }

    pub async fn capture_intent(&self, id: &str, key: &str) -> Result<Answered<Intent>, Error> {
        let operation = "payment_intents.capture";
        let path = intent_path(operation, id, "/capture")?;
        self.write(operation, &path, key, vec![WITH_CHARGE]).await.and_then(|answered| self.own(answered))
    }

    pub async fn cancel_intent(&self, id: &str, key: &str) -> Result<Answered<Intent>, Error> {
        let operation = "payment_intents.cancel";
        let path = intent_path(operation, id, "/cancel")?;
        self.write(operation, &path, key, vec![WITH_CHARGE]).await.and_then(|answered| self.own(answered))
    }

    pub async fn get_intent(&self, id: &str) -> Result<Intent, Error> {
        let operation = "payment_intents.get";
        let path = intent_path(operation, id, "?expand[]=latest_charge")?;
        let answered = self.read(operation, &path).await.and_then(|answered| self.own(answered))?;
        Ok(answered.value)
    }

    pub async fn create_refund(&self, refund: &NewRefund, key: &str) -> Result<Answered<Refund>, Error> {
        let operation = "refunds.create";
        let amount = minor(operation, refund.amount)?;
        let fields = vec![
            ("payment_intent", refund.intent_id.as_str()),
            ("amount", &amount),
            ("metadata[refund]", &refund.reference),
        ];
        self.write(operation, "/v1/refunds", key, fields).await
    }

    /// The newest hundred refunds of an intent, which is more than one booking has.
    pub async fn list_refunds(&self, intent_id: &str) -> Result<Vec<Refund>, Error> {
        let operation = "refunds.list";
        check_id(operation, intent_id)?;
        let path = format!("/v1/refunds?limit=100&payment_intent={intent_id}");
        let answered: Answered<List<Refund>> = self.read(operation, &path).await?;
        Ok(answered.value.data)
    }

    /// Every intent made since then.
    pub async fn intents_since(&self, since: OffsetDateTime) -> Result<Listing<Intent>, Error> {
        let mut intents: Listing<Intent> =
            self.all_since("payment_intents.list", "/v1/payment_intents", since).await?;
        intents.entries.retain(|intent| intent.livemode == self.live);
        Ok(intents)
    }

    /// Every refund made since then, of all intents.
    pub async fn refunds_since(&self, since: OffsetDateTime) -> Result<Listing<Refund>, Error> {
        self.all_since("refunds.list", "/v1/refunds", since).await
    }

    /// A list, page by page to its end.
    async fn all_since<T: DeserializeOwned>(
        &self,
        operation: &'static str,
        path: &str,
        since: OffsetDateTime,
    ) -> Result<Listing<T>, Error> {
        let first = format!("{path}?limit=100&created[gte]={}", since.unix_timestamp());
        let mut listing = Listing::default();
        let mut after = String::new();
        loop {
            let Answered { value: page, status, request_id, .. } =
                self.read::<List<Value>>(operation, &format!("{first}{after}")).await?;
            let last = page.data.last().map(|entry| entry["id"].as_str().map(str::to_owned));
            page.data.iter().for_each(|entry| listing.take(operation, entry));
            match last {
                Some(Some(id)) if page.has_more => after = format!("&starting_after={id}"),
                Some(None) if page.has_more => {
                    let kind = ErrorKind::Undecodable;
                    return Err(Error {
                        operation,
                        status: Some(status),
                        request_id,
                        is_replay: false,
                        kind,
                    });
                }
                _ => return Ok(listing),
            }
        }
    }

    /// An intent of the other mode is none: a wrong address or key must not move money.
    fn own(&self, answered: Answered<Intent>) -> Result<Answered<Intent>, Error> {
        if answered.value.livemode == self.live {
            return Ok(answered);
        }
        Err(Error {
            operation: "payment_intents",
            status: Some(answered.status),
            request_id: answered.request_id,
            is_replay: false,
            kind: ErrorKind::OtherMode,
        })
    }

    async fn write<T: DeserializeOwned>(
        &self,
        operation: &'static str,
        path: &str,
        key: &str,
        fields: Fields<'_>,
    ) -> Result<Answered<T>, Error> {
        self.write_via(&self.transport, operation, path, key, fields).await
    }

    async fn write_via<T: DeserializeOwned>(
        &self,
        via: &Arc<dyn Transport>,
        operation: &'static str,
        path: &str,
        key: &str,
        fields: Fields<'_>,
    ) -> Result<Answered<T>, Error> {
        let request = || {
            self.request(Verb::POST, path)
                .header("idempotency-key", key)
                .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        };
        self.send(via, operation, request, form(&fields)).await
    }

    async fn read<T: DeserializeOwned>(
        &self,
        operation: &'static str,
        path: &str,
    ) -> Result<Answered<T>, Error> {
        self.send(&self.transport, operation, || self.request(Verb::GET, path), Bytes::new()).await
    }

    fn request(&self, verb: Verb, path: &str) -> http::request::Builder {
        Request::builder()
            .method(verb)
            .uri(format!("{}{path}", self.base_url))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.key.expose_secret()))
            .header("stripe-version", VERSION)
    }

    /// Sends a call, and again after a pause where the provider has turned it away.
    async fn send<T: DeserializeOwned>(
        &self,
        via: &Arc<dyn Transport>,
        operation: &'static str,
        request: impl Fn() -> http::request::Builder,
        body: Bytes,
    ) -> Result<Answered<T>, Error> {
        let end = Instant::now() + self.within + PAUSES.iter().sum::<Duration>();
        let mut pauses = PAUSES.into_iter();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let within = left.min(self.within);
            let answer = self.send_once(via, operation, request(), body.clone(), within).await;
            let is_turned_away = answer.as_ref().is_err_and(Error::is_turned_away);
            match pauses.next().filter(|pause| is_turned_away && Instant::now() + *pause < end) {
                Some(pause) => sleep(pause).await,
                None => return answer,
            }
        }
    }

    async fn send_once<T: DeserializeOwned>(
        &self,
        via: &Arc<dyn Transport>,
        operation: &'static str,
        request: http::request::Builder,
        body: Bytes,
        within: Duration,
    ) -> Result<Answered<T>, Error> {
        let fails = |kind| Error { operation, status: None, request_id: None, is_replay: false, kind };
        let request = request.body(body).map_err(|_not_a_url| fails(ErrorKind::NotSent))?;
        let span = span_of(operation);
        let began = Instant::now();
        let answer = via.send(request, within).instrument(span.clone()).await;
        self.calls.record(operation, outcome_of_call(&answer), began.elapsed());
        finish(&span, &answer);
        let answer = answer.map_err(|error| {
            fails(match error {
                TransportError::NotSent => ErrorKind::NotSent,
                TransportError::Resting => ErrorKind::Resting,
                TransportError::Timeout => ErrorKind::Timeout,
                TransportError::Broken => ErrorKind::Broken,
            })
        })?;
        decode(operation, &answer)
    }
}

/// The call by its name: its address and its body may hold an id or a card.
fn span_of(operation: &'static str) -> Span {
    tracing::info_span!(
        "stripe",
        otel.name = operation,
        otel.kind = "client",
        http.status = tracing::field::Empty,
        stripe.request_id = tracing::field::Empty,
    )
}

/// A declined card is no success to its caller, and marked like every other error.
fn finish(span: &Span, answer: &Result<Response<Bytes>, TransportError>) {
    if let Ok(answer) = answer {
        span.record("http.status", answer.status().as_u16());
        span.record("stripe.request_id", request_id(answer));
    }
    let outcome = outcome_of_call(answer);
    if outcome != "ok" {
        mark_failed(span, outcome);
    }
}

/// By which the provider finds the call again.
fn request_id(answer: &Response<Bytes>) -> Option<&str> {
    answer.headers().get("request-id").and_then(|id| id.to_str().ok())
}

/// As docs/telemetry.md lists it.
fn outcome_of_call(answer: &Result<Response<Bytes>, TransportError>) -> &'static str {
    match answer {
        Ok(answer) => outcome_of(answer.status()),
        Err(TransportError::NotSent) => "not_sent",
        Err(TransportError::Resting) => "resting",
        Err(TransportError::Timeout) => "timeout",
        Err(TransportError::Broken) => "broken",
    }
}

fn decode<T: DeserializeOwned>(
    operation: &'static str,
    answer: &Response<Bytes>,
) -> Result<Answered<T>, Error> {
    let status = answer.status().as_u16();
    let request_id = request_id(answer).map(str::to_owned);
    let kind = if answer.status().is_success() {
        match serde_json::from_slice(answer.body()) {
            Ok(value) => {
                let date = preflight::date(answer.headers());
                return Ok(Answered { value, status, request_id, date });
            }
            Err(_holds_the_body) => ErrorKind::Undecodable,
        }
    } else {
        serde_json::from_slice::<ErrorBody>(answer.body()).map_or(ErrorKind::Foreign, ErrorKind::from)
    };
    let is_replay = answer.headers().get("idempotent-replayed").is_some_and(|it| it == "true");
    Err(Error { operation, status: Some(status), request_id, is_replay, kind })
}

/// The body is wiped when the last reader drops it: it may hold a card.
fn form(fields: &[(&str, &str)]) -> Bytes {
    let encoded = serde_urlencoded::to_string(fields).expect("pairs of text can always be encoded");
    Bytes::from_owner(Zeroizing::new(encoded.into_bytes()))
}

fn minor(operation: &'static str, amount: Money) -> Result<String, Error> {
    let error = Error {
        operation,
        status: None,
        request_id: None,
        is_replay: false,
        kind: ErrorKind::ForeignCurrency,
    };
    stripe_minor(amount).map(|minor| minor.to_string()).ok_or(error)
}

fn intent_path(operation: &'static str, id: &str, rest: &str) -> Result<String, Error> {
    check_id(operation, id)?;
    Ok(format!("/v1/payment_intents/{id}{rest}"))
}

/// An id becomes part of a path: nothing but the provider's own form may.
fn check_id(operation: &'static str, id: &str) -> Result<(), Error> {
    let own = id.strip_prefix("pi_").is_some_and(|rest| {
        !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    });
    let error =
        Error { operation, status: None, request_id: None, is_replay: false, kind: ErrorKind::ForeignId };
    if own { Ok(()) } else { Err(error) }
}
