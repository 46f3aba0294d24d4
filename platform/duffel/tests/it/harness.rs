use duffel::{Client, LimitArgs};
use outbound::{Caller, Reach};
use serde_json::{Value, json};
use wiremock::{Match, Mock, MockServer, Request, ResponseTemplate};

/// A provider and its client.
pub async fn provider() -> (MockServer, Client) {
    let server = MockServer::start().await;
    let client = client_at(&server.uri(), LimitArgs::default());
    (server, client)
}

/// A client as one program has it.
pub fn client_at(url: &str, limits: LimitArgs) -> Client {
    service::install_crypto();
    let caller = Caller { provider_contact: Some("ops@agency.example".into()) };
    Client::connect(url, "duffel_test_secret".into(), &caller, limits, Reach::Anywhere).unwrap()
}

/// Answers every request that matches in the same way.
pub async fn answer(server: &MockServer, matching: impl Match + 'static, with: ResponseTemplate) {
    Mock::given(matching).respond_with(with).mount(server).await;
}

pub async fn requests(server: &MockServer) -> Vec<Request> {
    server.received_requests().await.unwrap()
}

/// An answer with an object of the provider's.
pub fn data(status: u16, data: &Value) -> ResponseTemplate {
    ResponseTemplate::new(status)
        .insert_header("x-request-id", "req_1")
        .set_body_json(json!({ "data": data, "meta": null }))
}

/// A refusal.
pub fn refusal(status: u16, codes: &[&str]) -> ResponseTemplate {
    let errors: Vec<_> = codes
        .iter()
        .map(
            |code| json!({ "type": "api_error", "code": code, "title": "No", "message": "Amelia can't fly" }),
        )
        .collect();
    ResponseTemplate::new(status)
        .insert_header("x-request-id", "req_1")
        .set_body_json(json!({ "errors": errors, "meta": { "status": status, "request_id": "req_1" } }))
}

/// What a load balancer says.
pub fn html(status: u16) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_raw("<html><h1>Bad gateway</h1></html>", "text/html")
}
