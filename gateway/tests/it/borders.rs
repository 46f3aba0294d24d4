//! Every call of the document at two borders: between sites, and between the modes.

use proto::booking::v1::ReceiveWebhookRequest as OfDuffel;
use proto::payments::v1::ReceiveWebhookRequest as OfStripe;
use reqwest::{Method, RequestBuilder};
use service::Mode;

use crate::document::{self, FOR_ALL_SITES};
use crate::fakes::Fakes;
use crate::harness::{ADMIN_TOKEN, Gateway, with_mode, with_sessions};
use crate::samples;

/// What the gateway asks for itself: the answers are the same in both modes.
pub const OF_NOBODY: [&str; 2] = ["::GetModeRequest", "::GetBrandRequest"];
/// What travellers own, buy or pay, and what administrators see of it: each is asked by some call of the document.
const WITH_A_MODE: [&str; 16] = [
    "booking::v1::AbandonBookingRequest",
    "booking::v1::CancelBookingRequest",
    "booking::v1::ClaimBookingRequest",
    "booking::v1::CreateBookingRequest",
    "booking::v1::GetBookingRequest",
    "booking::v1::GetCalendarRequest",
    "booking::v1::GetItineraryRequest",
    "booking::v1::ListAttentionRequest",
    "booking::v1::ListBookingsRequest",
    "booking::v1::QuoteCancellationRequest",
    "identity::v1::ResolveSessionRequest",
    "offers::v1::GetOfferRequest",
    "offers::v1::GetSeatMapsRequest",
    "offers::v1::VerifyOfferRequest",
    "payments::v1::AuthorisePaymentRequest",
    "search::v1::SearchFlightsRequest",
];

/// Every call of the document, with a path and a query that its handler can read.
fn calls() -> Vec<(Method, String)> {
    document::routes().into_iter().map(|(method, path)| (method, document::filled(&path))).collect()
}

fn request(gateway: &Gateway, method: &Method, path: &str, mode: &str) -> RequestBuilder {
    document::request(&gateway.visitor_with(ADMIN_TOKEN), method, path, mode)
}

#[tokio::test]
async fn r012_csrf_no_call_of_the_document_that_changes_anything_is_made_from_another_site() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    let changes = calls().into_iter().filter(|(method, path)| {
        ![Method::GET, Method::HEAD].contains(method) && !path.starts_with(FOR_ALL_SITES)
    });
    let changes: Vec<_> = changes.collect();
    assert!(changes.len() > 30, "{changes:?}");

    for (method, path) in changes {
        let sent = request(&gateway, &method, &path, "test").header("sec-fetch-site", "cross-site");
        let answer = gateway.visitor().send(sent).await;
        assert_eq!(answer.told(), (403, "CROSS_SITE"), "{method} {path}: {answer:?}");
    }
}

/// In front of services that know sessions and brands, and nothing else.
pub async fn gateway_in(mode: Mode) -> Gateway {
    let fakes = Fakes::default();
    with_sessions(&fakes);
    with_mode(&fakes, mode);
    fakes.on(samples::find_brand);
    let gateway = Gateway::in_front_of(fakes, &[]).await;
    gateway.until_ready().await;
    gateway
}

#[tokio::test]
async fn r001_mode_border_every_call_of_the_document_asks_in_the_mode_of_the_system_alone() {
    for (mode, name) in [(Mode::Test, "test"), (Mode::Live, "live")] {
        let gateway = gateway_in(mode).await;
        for (method, path) in calls() {
            // The head of the answer is enough: some calls tell news without end.
            request(&gateway, &method, &path, name).send().await.unwrap();
        }

        let asked = gateway.fakes.asked();
        for (kind, context) in &asked {
            let is_of_nobody = OF_NOBODY.iter().any(|own| kind.ends_with(*own));
            assert!(
                is_of_nobody || context.mode == mode,
                "{kind} was asked in {:?}, not {name}",
                context.mode
            );
        }
        for wanted in WITH_A_MODE {
            assert!(asked.iter().any(|(kind, _)| kind.ends_with(wanted)), "nobody asked {wanted} in {name}");
        }
    }
}

#[tokio::test]
async fn r001_mode_border_a_webhook_goes_to_whom_it_concerns_unread_in_both_modes() {
    for mode in [Mode::Test, Mode::Live] {
        let gateway = gateway_in(mode).await;
        let hooks = [("/webhooks/duffel", "x-duffel-signature"), ("/webhooks/stripe", "stripe-signature")];
        for (path, header) in hooks {
            let hook = gateway.visitor().request(Method::POST, path).header(header, "t=1,v1=00");
            gateway.visitor().send(hook.body(r#"{"livemode":true,"live_mode":true}"#)).await;
        }

        // Its mode is told by the secret that fits, which svc-booking and svc-payments alone have.
        let duffel = gateway.fakes.calls::<OfDuffel>().remove(0).1;
        let stripe = gateway.fakes.calls::<OfStripe>().remove(0).1;
        assert_eq!((duffel.signature.as_str(), stripe.signature.as_str()), ("t=1,v1=00", "t=1,v1=00"));
        assert_eq!(duffel.body, stripe.body);
    }
}
