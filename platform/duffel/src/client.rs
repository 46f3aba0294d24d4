//! What the provider can be asked. How a call is sent, waited for and sent again stands in `exchange`.

pub mod account;
mod call;
mod exchange;

use std::sync::Arc;

use bytes::Bytes;
use http::Method;
use outbound::{Caller, Guarded, HttpTransport, Reach, Transport};
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use service::Mode;
use service::metrics::{ProviderCalls, mode_label};

use self::call::{Call, Kind, LONG, READ, is_of_airline, own_id, own_offer_id};
pub use self::call::{LONGEST_LOOK_UP, LOOK_UP};
use crate::error::{Error, ErrorKind};
use crate::limits::LimitArgs;
use crate::outcome::{CancellationOutcome, OrderOutcome};
use crate::quota::Quota;
use crate::rate_limit::RateLimit;
use crate::retry::RetryBudget;
use crate::wire::{
    AirlineCredit, BatchOfferRequest, Envelope, LenientBatch, MAX_CONNECTIONS, NewOfferRequest, NewOrder,
    Offer, OfferRequest, Order, OrderCancellation, SeatMap, readable,
};

/// How tokens of live mode begin.
pub(crate) const LIVE_TOKEN: &str = "duffel_live_";
/// As docs/telemetry.md names it.
const PROVIDER: &str = "duffel";
/// The largest answer that is read. A search answer reaches 1.5 MB for one airline group.
const BODY_LIMIT: usize = 32 << 20;

/// Whether an offer is read with the seats and bags that are sold with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Services {
    /// With the seats and bags that can be bought.
    Included,
    /// Without them: a shorter answer.
    Omitted,
}

/// One mode of the provider.
#[derive(Debug, Clone)]
pub struct Client {
    reads: Arc<dyn Transport>,
    /// For reads that an airline answers.
    airlines: Arc<dyn Transport>,
    writes: Arc<dyn Transport>,
    base_url: String,
    token: SecretString,
    budget: Arc<RetryBudget>,
    limit: Arc<RateLimit>,
    quota: Arc<Quota>,
    reserve: u8,
    calls: ProviderCalls,
}

/// The mode that a token is of.
fn mode_of(token: &SecretString) -> Mode {
    if token.expose_secret().starts_with(LIVE_TOKEN) { Mode::Live } else { Mode::Test }
}

fn offer_call(operation: &'static str, id: &str, services: Services) -> Result<Call, Error> {
    let included = services == Services::Included;
    let id = own_offer_id(operation, id)?;
    let path = format!("/air/offers/{id}?return_available_services={included}");
    Ok(Call::of_airline(operation, path))
}

impl Client {
    /// A client over the real network. Needs `service::install_crypto` to have been called. Writes have connections of
    /// their own, always.
    pub fn connect(
        base_url: &str,
        token: SecretString,
        caller: &Caller,
        limits: LimitArgs,
        reach: Reach,
    ) -> anyhow::Result<Self> {
        reach.require(base_url)?;
        let pool = HttpTransport::pooled(BODY_LIMIT, caller, reach)?;
        let mode = mode_label(mode_of(&token));
        let reads = Guarded::new(pool, limits.duffel_reads_at_once.get().into());
        let airlines = Arc::new(reads.despite_others(is_of_airline).shown(PROVIDER, mode, "airlines"));
        let reads = reads.shown(PROVIDER, mode, "reads");
        let writes = Arc::new(HttpTransport::unpooled(BODY_LIMIT, caller, reach)?);
        let quota = Arc::new(Quota::new(limits.duffel_calls_per_minute));
        let reserve = limits.duffel_reserve_percent;
        Ok(Self { airlines, quota, reserve, ..Self::over(Arc::new(reads), writes, base_url, token) })
    }

    /// A client over transports of the caller's: one for what may be repeated, one for what must not.
    pub fn over(
        reads: Arc<dyn Transport>,
        writes: Arc<dyn Transport>,
        base_url: &str,
        token: SecretString,
    ) -> Self {
        let base_url = base_url.trim_end_matches('/').to_owned();
        let (budget, limit, quota) = Default::default();
        let (airlines, reserve) = (reads.clone(), LimitArgs::default().duffel_reserve_percent);
        let calls = ProviderCalls::new(PROVIDER, mode_of(&token));
        Self { reads, airlines, writes, base_url, token, budget, limit, quota, reserve, calls }
    }

    fn mode(&self) -> Mode {
        mode_of(&self.token)
    }

    /// Searches and waits for all airlines. Without `offers` they are read by `list_offers`. Like `create_batch` it is not
    /// sent where what is left of the rate limit is kept for purchases.
    pub async fn create_offer_request(
        &self,
        search: &NewOfferRequest,
        offers: bool,
    ) -> Result<OfferRequest, Error> {
        let timeout = search.supplier_timeout.as_millis();
        let path = format!("/air/offer_requests?return_offers={offers}&supplier_timeout={timeout}");
        let call = Call::post("offer_requests.create", path, search);
        self.once(&self.reads, &Call { kind: Kind::NewSearch, ..call }).await
    }

    /// Searches without waiting: offers are read by `poll_batch`. Like that and `list_offers` it is not sent where what
    /// is left of the rate limit is kept for purchases.
    pub async fn create_batch(&self, search: &NewOfferRequest) -> Result<BatchOfferRequest, Error> {
        let timeout = search.supplier_timeout.as_millis();
        let path = format!("/air/batch_offer_requests?supplier_timeout={timeout}");
        let call = Call::post("batch_offer_requests.create", path, search).within(READ);
        self.batch(&Call { kind: Kind::NewSearch, ..call }).await
    }

    /// Waits for the next airlines. Never repeated: an offer is given once, so that a lost answer is only to be
    /// had again from `list_offers`.
    pub async fn poll_batch(&self, id: &str) -> Result<BatchOfferRequest, Error> {
        const OPERATION: &str = "batch_offer_requests.get";
        let call = Call::get(OPERATION, format!("/air/batch_offer_requests/{}", own_id(OPERATION, id)?));
        self.batch(&call.within(LONG).of_search()).await
    }

    /// Offers are read at once, and one by one where one of them can't be read.
    async fn batch(&self, call: &Call) -> Result<BatchOfferRequest, Error> {
        let answer = self.exchange(&self.reads, call, call.within).await?;
        match answer.decode_whole::<Envelope<BatchOfferRequest>>(call.operation) {
            Err(error) if error.kind == ErrorKind::Undecodable => {
                Ok(answer.decode::<Envelope<LenientBatch>>(call.operation)?.data.into())
            }
            decoded => Ok(decoded?.data),
        }
    }

    /// All offers of an offer request.
    pub async fn list_offers(&self, offer_request_id: &str) -> Result<Vec<Offer>, Error> {
        // As searched: the provider does not say whether its list has a default of its own.
        let connections = MAX_CONNECTIONS.to_string();
        let filters = [("offer_request_id", offer_request_id), ("max_connections", connections.as_str())];
        let listing = Call::get("offers.list", "/air/offers".to_owned()).of_search();
        self.list(&listing, &filters).await.map(readable)
    }

    /// An offer as it stands now. An airline that is asked for its price may take 40 s.
    pub async fn get_offer(&self, id: &str, services: Services) -> Result<Offer, Error> {
        self.read(&offer_call("offers.get", id, services)?).await
    }

    /// The same, with its services, for somebody who has not chosen the offer. Ends after [`LOOK_UP`], and is never repeated.
    /// It is not sent where what is left of the rate limit is kept for purchases and searches. Counted under a name of
    /// its own: a slow airline that nobody has chosen is no failure of the provider.
    pub async fn look_up_offer(&self, id: &str) -> Result<Offer, Error> {
        let call = offer_call("offers.look_up", id, Services::Included)?;
        self.once(&self.airlines, &call.of_look_up()).await
    }

    /// One map a segment, in no particular order; none is a normal answer. An airline may take 40 s.
    pub async fn seat_maps(&self, offer_id: &str) -> Result<Vec<SeatMap>, Error> {
        const OPERATION: &str = "seat_maps.list";
        let path = format!("/air/seat_maps?offer_id={}", own_offer_id(OPERATION, offer_id)?);
        self.read(&Call::of_airline(OPERATION, path)).await.map(readable)
    }

    /// Places an order. Sent once, never repeated.
    pub async fn create_order(&self, order: &NewOrder) -> OrderOutcome {
        let call = Call::post("orders.create", "/air/orders", order);
        OrderOutcome::of(self.create(&call).await)
    }

    /// The orders that were made of an offer: one at most, or none yet.
    pub async fn find_orders_by_offer(&self, offer_id: &str) -> Result<Vec<Order>, Error> {
        let listing = Call::get("orders.list", "/air/orders".to_owned());
        self.list(&listing, &[("offer_id", offer_id)]).await
    }

    /// An order as it is now.
    pub async fn get_order(&self, id: &str) -> Result<Order, Error> {
        const OPERATION: &str = "orders.get";
        self.read(&Call::get(OPERATION, format!("/air/orders/{}", own_id(OPERATION, id)?))).await
    }

    /// Asks what a cancellation would pay back. Cancels nothing; replaces an earlier quote.
    pub async fn create_cancellation(&self, order_id: &str) -> Result<OrderCancellation, Error> {
        #[derive(Serialize)]
        struct NewCancellation<'a> {
            order_id: &'a str,
        }
        let call = Call::post(
            "order_cancellations.create",
            "/air/order_cancellations",
            &NewCancellation { order_id },
        );
        self.once(&self.writes, &call).await
    }

    /// A cancellation as it is now.
    pub async fn get_cancellation(&self, id: &str) -> Result<OrderCancellation, Error> {
        const OPERATION: &str = "order_cancellations.get";
        self.read(&Call::get(OPERATION, format!("/air/order_cancellations/{}", own_id(OPERATION, id)?))).await
    }

    /// An airline credit as it is now. A cancellation lists those that the airline gives at once; of a later one a
    /// webhook names the id.
    pub async fn get_airline_credit(&self, id: &str) -> Result<AirlineCredit, Error> {
        const OPERATION: &str = "airline_credits.get";
        self.read(&Call::get(OPERATION, format!("/air/airline_credits/{}", own_id(OPERATION, id)?))).await
    }

    /// Cancels at the airline, as quoted. Sent once, never repeated.
    pub async fn confirm_cancellation(&self, id: &str) -> CancellationOutcome {
        CancellationOutcome::of(self.try_confirm(id).await)
    }

    async fn try_confirm(&self, id: &str) -> Result<OrderCancellation, Error> {
        const OPERATION: &str = "order_cancellations.confirm";
        let call = Call {
            operation: OPERATION,
            method: Method::POST,
            path_and_query: format!("/air/order_cancellations/{}/actions/confirm", own_id(OPERATION, id)?),
            body: Bytes::new(),
            within: LONG,
            kind: Kind::Write,
        };
        let answer = self.exchange(&self.writes, &call, call.within).await?;
        let cancellation: OrderCancellation = answer.decode::<Envelope<_>>(OPERATION)?.data;
        if cancellation.confirmed_at.is_none() {
            return Err(answer.fails(OPERATION, ErrorKind::Accepted));
        }
        Ok(cancellation)
    }
}
