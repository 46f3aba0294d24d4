//! An airline over HTTP. It keeps its books, so that a test can ask what really happened there.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate, matchers};

/// What becomes of one order.
#[derive(Debug, Clone, Copy)]
pub enum Placing {
    Created,
    /// Created, and answered after a while.
    Slow(Duration),
    Refused(u16, &'static str),
    /// Refused for what stands there in the order, such as `/services/0/id`.
    RefusedAt(&'static str, &'static str),
    /// Turned away at the door, until so many seconds have passed.
    TooOften(u64),
    /// Created, and nobody is told.
    CreatedBut(u16, &'static str),
    /// 202: created when the test calls `Airline::appear`.
    Accepted,
}

/// What becomes of one confirmation of a cancellation.
#[derive(Debug, Clone, Copy)]
pub enum Confirming {
    Confirmed,
    Refused(&'static str),
    /// Cancelled, and paid back in this way, whatever the quote said.
    ConfirmedTo(&'static str),
    /// Cancelled, and nobody is told.
    ConfirmedBut(u16),
    /// Nobody is told; cancelled when the test calls `Airline::carry_out`, and until then nothing else is.
    Late,
    /// Turned away at the door.
    TurnedAway,
}

#[derive(Default)]
struct Books {
    placings: VecDeque<Placing>,
    confirmings: VecDeque<Confirming>,
    orders: Vec<Value>,
    /// Placed, and not shown yet.
    hidden: Vec<Value>,
    sent: Vec<Value>,
    cancellations: Vec<Value>,
    is_busy: bool,
    fails_to_list: bool,
    tickets_later: bool,
    refund: Option<(String, &'static str)>,
    /// Where events are sent. With nothing the token is refused.
    webhooks: Option<Vec<Value>>,
    credits: Vec<Value>,
}

#[derive(Clone)]
pub struct Airline {
    pub url: String,
    books: Arc<Mutex<Books>>,
    _server: Arc<MockServer>,
}

impl Airline {
    pub async fn open() -> Self {
        let server = MockServer::start().await;
        let books =
            Arc::new(Mutex::new(Books { refund: Some(("524.30".into(), "balance")), ..Books::default() }));
        let responder = Responder(books.clone());
        Mock::given(matchers::any()).respond_with(responder).mount(&server).await;
        Self { url: server.uri(), books, _server: Arc::new(server) }
    }

    /// The next orders end like this; those after them are created.
    pub fn will(&self, placings: impl IntoIterator<Item = Placing>) {
        self.books.lock().unwrap().placings.extend(placings);
    }

    pub fn will_confirm(&self, confirmings: impl IntoIterator<Item = Confirming>) {
        self.books.lock().unwrap().confirmings.extend(confirmings);
    }

    pub fn will_refund(&self, refund: Option<(&str, &'static str)>) {
        self.books.lock().unwrap().refund = refund.map(|(amount, to)| (amount.to_owned(), to));
    }

    /// From now on the token is taken, and these webhooks are registered.
    pub fn registers(&self, webhooks: Vec<Value>) {
        self.books.lock().unwrap().webhooks = Some(webhooks);
    }

    /// From now on a confirmed cancellation lists this credit of the first traveller, with a code or without.
    pub fn will_credit(&self, id: &str, code: Option<&str>) {
        self.books.lock().unwrap().credits.push(credit(0, id, code));
    }

    /// From now on it lists this credit of the second traveller.
    pub fn will_credit_second(&self, id: &str, code: &str) {
        self.books.lock().unwrap().credits.push(credit(1, id, Some(code)));
    }

    /// All cancellations list this credit of the second traveller too, which they did not before.
    pub fn list_credit_of_second(&self, id: &str, code: &str) {
        let mut books = self.books.lock().unwrap();
        let listed = books.cancellations.iter_mut().filter_map(|it| it["airline_credits"].as_array_mut());
        listed.for_each(|credits| credits.push(credit(1, id, Some(code))));
    }

    /// Issues the code of a credit that cancellations list, or a credit that none lists.
    pub fn issue_credit(&self, id: &str, code: &str) {
        let mut books = self.books.lock().unwrap();
        let issued = credit(0, id, Some(code));
        let listed =
            books.cancellations.iter_mut().filter_map(|it| it["airline_credits"].as_array_mut()).flatten();
        listed.filter(|listed| listed["id"] == id).for_each(|listed| *listed = issued.clone());
        books.credits.push(issued);
    }

    /// From now on orders have no tickets at first.
    pub fn will_ticket_later(&self) {
        self.books.lock().unwrap().tickets_later = true;
    }

    /// All orders have their tickets now.
    pub fn give_tickets(&self) {
        for order in &mut self.books.lock().unwrap().orders {
            order["documents"] = tickets(&order["passengers"]);
        }
    }

    /// Whether the list of orders fails.
    pub fn refuses_lists(&self, refuses: bool) {
        self.books.lock().unwrap().fails_to_list = refuses;
    }

    /// Orders that were made unseen show.
    pub fn appear(&self) {
        let mut books = self.books.lock().unwrap();
        let hidden = std::mem::take(&mut books.hidden);
        books.orders.extend(hidden);
    }

    /// Changes the orders that were made unseen.
    pub fn change_hidden(&self, change: impl Fn(&mut Value)) {
        self.books.lock().unwrap().hidden.iter_mut().for_each(change);
    }

    /// What came late is done while its quote holds.
    pub fn confirm_late(&self) {
        let mut books = self.books.lock().unwrap();
        books.is_busy = false;
        books.cancellations.last_mut().unwrap()["confirmed_at"] = json!("2026-03-01T12:02:00Z");
    }

    /// What came late is done, the quote's end or not.
    pub fn carry_out(&self) {
        let mut books = self.books.lock().unwrap();
        for order in &mut books.orders {
            order["cancelled_at"] = json!("2026-03-01T14:30:00Z");
        }
    }

    /// Every order that was sent, as it was sent.
    pub fn sent(&self) -> Vec<Value> {
        self.books.lock().unwrap().sent.clone()
    }

    /// Orders that stand.
    pub fn standing(&self) -> usize {
        let books = self.books.lock().unwrap();
        let cancelled = books.cancellations.iter().filter(|it| !it["confirmed_at"].is_null()).count();
        books.orders.len() + books.hidden.len() - cancelled
    }
}

struct Responder(Arc<Mutex<Books>>);

impl Respond for Responder {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let mut books = self.0.lock().unwrap();
        let path = request.url.path();
        let id = path.split('/').nth(3).unwrap_or_default();
        match (request.method.as_str(), path) {
            ("POST", "/air/orders") => books.place(&request.body_json().unwrap()),
            ("GET", "/air/orders") if books.fails_to_list => refusal(500, "internal_server_error"),
            ("GET", "/air/orders") => data(200, &Value::Array(books.orders.clone())),
            ("GET", "/air/airlines" | "/air/webhooks") => match (&books.webhooks, path) {
                (None, _) => refusal(401, "access_token_not_found"),
                (Some(_), "/air/airlines") => data(200, &json!([{ "id": "arl_1" }])),
                (Some(webhooks), _) => data(200, &Value::Array(webhooks.clone())),
            },
            ("GET", _) if path.starts_with("/air/orders/") => match books.order(id) {
                Some(order) => data(200, &order),
                None => refusal(404, "not_found"),
            },
            ("POST", "/air/order_cancellations") => books.quote(),
            ("POST", _) => books.confirm(id),
            ("GET", _) if path.starts_with("/air/airline_credits/") => {
                match books.credits.iter().rfind(|it| it["id"] == id) {
                    Some(found) => data(200, found),
                    None => refusal(404, "not_found"),
                }
            }
            ("GET", _) => match books.cancellations.iter().find(|it| it["id"] == id) {
                Some(found) => data(200, found),
                None => refusal(404, "not_found"),
            },
            _ => refusal(404, "not_found"),
        }
    }
}

impl Books {
    fn place(&mut self, body: &Value) -> ResponseTemplate {
        let body = &body["data"];
        self.sent.push(body.clone());
        let mut order = order_of(body, self.sent.len());
        if !self.tickets_later {
            order["documents"] = tickets(&order["passengers"]);
        }
        let created = data(201, &order);
        match self.placings.pop_front().unwrap_or(Placing::Created) {
            Placing::Refused(status, code) => return refusal(status, code),
            Placing::RefusedAt(code, pointer) => return refusal_at(code, pointer),
            Placing::TooOften(seconds) => {
                return refusal(429, "rate_limit_exceeded")
                    .insert_header("date", "Tue, 24 Nov 2020 08:00:00 GMT")
                    .insert_header("ratelimit-reset", minutes_past_eight(seconds));
            }
            Placing::Created => self.orders.push(order),
            Placing::Slow(time) => {
                self.hidden.push(order);
                return created.set_delay(time);
            }
            Placing::CreatedBut(status, code) => {
                self.hidden.push(order);
                return refusal(status, code);
            }
            Placing::Accepted => {
                self.hidden.push(order);
                return data(202, &Value::Null);
            }
        }
        created
    }

    /// Who names an order is shown it, also where a list does not yet.
    fn order(&self, id: &str) -> Option<Value> {
        self.orders.iter().chain(&self.hidden).find(|order| order["id"] == id).cloned()
    }

    fn quote(&mut self) -> ResponseTemplate {
        let id = format!("ore_{}", self.cancellations.len() + 1);
        let (amount, to) = self.refund.clone().unzip();
        let quote = json!({
            "id": id, "order_id": "ord_1", "live_mode": false, "created_at": "2026-03-01T12:00:00Z",
            "expires_at": "2026-03-01T13:00:00Z", "confirmed_at": null,
            "refund_amount": amount, "refund_currency": "GBP", "refund_to": to, "airline_credits": [],
        });
        self.cancellations.push(quote.clone());
        data(201, &quote)
    }

    fn confirm(&mut self, id: &str) -> ResponseTemplate {
        let confirming = self.confirmings.pop_front().unwrap_or(Confirming::Confirmed);
        match confirming {
            Confirming::Refused(code) => return refusal(422, code),
            Confirming::TurnedAway => return refusal(429, "rate_limit_exceeded"),
            Confirming::Late => self.is_busy = true,
            Confirming::Confirmed | Confirming::ConfirmedTo(_) | Confirming::ConfirmedBut(_) => {}
        }
        if self.is_busy {
            return refusal(500, "airline_internal");
        }
        let Some(quote) = self.cancellations.last_mut().filter(|newest| newest["id"] == id) else {
            return refusal(422, "order_cancellation_stale");
        };
        quote["confirmed_at"] = json!("2026-03-01T12:01:00Z");
        quote["airline_credits"] = json!(self.credits);
        match confirming {
            Confirming::ConfirmedBut(status) => refusal(status, "airline_internal"),
            Confirming::ConfirmedTo(way) => {
                quote["refund_to"] = json!(way);
                data(200, quote)
            }
            _ => data(200, quote),
        }
    }
}

fn credit(traveller: usize, id: &str, code: Option<&str>) -> Value {
    let holder = duffel::testing::offer()["passengers"][traveller]["id"].clone();
    json!({
        "id": id, "credit_name": "Future Flight Credit", "credit_code": code, "credit_amount": "500.00",
        "credit_currency": "GBP", "issued_on": "2026-02-14", "passenger_id": holder, "order_id": "ord_1",
    })
}

fn order_of(body: &Value, n: usize) -> Value {
    let mut order = duffel::testing::order();
    order["id"] = json!(format!("ord_{n}"));
    order["offer_id"] = body["selected_offers"][0].clone();
    order["total_amount"] = body["payments"][0]["amount"].clone();
    order["total_currency"] = body["payments"][0]["currency"].clone();
    order["passengers"] = body["passengers"].clone();
    order["metadata"] = body["metadata"].clone();
    order
}

/// One each: 1250000000001 for the first.
fn tickets(passengers: &Value) -> Value {
    let passengers = passengers.as_array().unwrap().iter();
    let ticket = |(n, passenger): (usize, &Value)| {
        let number = format!("125{:010}", n + 1);
        json!({ "type": "electronic_ticket", "unique_identifier": number, "passenger_ids": [passenger["id"]] })
    };
    passengers.enumerate().map(ticket).collect()
}

fn data(status: u16, data: &Value) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(json!({ "data": data, "meta": null }))
}

fn minutes_past_eight(seconds: u64) -> String {
    format!("Tue, 24 Nov 2020 08:{:02}:{:02} GMT", seconds / 60, seconds % 60)
}

fn refusal(status: u16, code: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).insert_header("x-request-id", "req_1").set_body_json(
        json!({ "errors": [{ "type": "api_error", "code": code, "title": "", "message": "" }] }),
    )
}

fn refusal_at(code: &str, pointer: &str) -> ResponseTemplate {
    let source = json!({ "field": "id", "pointer": pointer });
    ResponseTemplate::new(422).insert_header("x-request-id", "req_1").set_body_json(
        json!({ "errors": [{ "type": "airline_error", "code": code, "title": "", "message": "", "source": source }] }),
    )
}
