//! "Before you go live": what administrators are told, what keeps live mode off, and the command.

use std::process::Output;

use proto::identity::v1::{RefreshAdminRequest, RefreshAdminResponse, SetModeRequest, SetModeResponse};
use proto::preflight::v1::{CheckRequest, CheckResponse, Line};
use serde_json::{Value, json};
use service::preflight::Check;
use tokio::process::Command;
use tonic::Code;

use crate::administration::{SANDBOX, SETTINGS, with_live_keys};
use crate::harness::{ADMIN_TOKEN, GUEST_TOKEN, Gateway, USER_TOKEN};
use crate::samples::designed;

const PREFLIGHT: &str = "/api/admin/preflight";
const KEY: Check = Check::required("STRIPE_LIVE_KEY", "Stripe's live key answers");
const EVENT: Check = Check::advised("STRIPE_LIVE_EVENT", "A signed live webhook of Stripe has come");
const HTTPS: [&str; 2] = ["--https", "true"];
const PUBLISHABLE: [&str; 2] = ["--stripe-live-publishable-key", "pk_live_1"];

/// Every service tells these lines.
fn tell(gateway: &Gateway, lines: Vec<Line>) {
    gateway.fakes.on(move |_, _: CheckRequest| Ok(CheckResponse { lines: lines.clone() }));
}

/// A gateway with live keys, whose administrator has just proved their password.
async fn gateway(settings: &[&str]) -> Gateway {
    let gateway = Gateway::start_with(settings).await;
    gateway.until_ready().await;
    with_live_keys(&gateway.fakes, true, true);
    gateway.fakes.on(|_, _: RefreshAdminRequest| Ok(RefreshAdminResponse {}));
    gateway.fakes.on(|_, request: SetModeRequest| Ok(SetModeResponse { mode: request.mode }));
    gateway
}

/// The lines of one who checked.
fn of<'a>(report: &'a Value, who: &str) -> Vec<&'a Value> {
    report["lines"].as_array().unwrap().iter().filter(|line| line["checkedBy"] == who).collect()
}

#[tokio::test]
async fn administrators_alone_may_look() {
    let gateway = gateway(&[]).await;
    tell(&gateway, vec![]);

    assert_eq!(gateway.visitor_with(GUEST_TOKEN).post_nothing(PREFLIGHT).await.told().0, 401);
    assert_eq!(gateway.visitor_with(USER_TOKEN).post_nothing(PREFLIGHT).await.told(), (403, "FORBIDDEN"));
    assert!(gateway.fakes.calls::<CheckRequest>().is_empty());
}

#[tokio::test]
async fn each_line_says_who_looked_what_was_seen_and_what_to_do() {
    let gateway = gateway(&PUBLISHABLE).await;
    tell(
        &gateway,
        vec![KEY.failed("Stripe refuses the key.", "Set another."), EVENT.warning("None.", "Wait.")],
    );

    let report = gateway.visitor_with(ADMIN_TOKEN).post_nothing(PREFLIGHT).await.body;

    assert_eq!(report["checkedAt"], "2026-03-01T12:00:00Z");
    assert_eq!(report["isReady"], false);
    assert_eq!(
        *of(&report, "svc-payments")[0],
        json!({
            "code": "STRIPE_LIVE_KEY", "title": "Stripe's live key answers", "state": "failed", "isRequired": true,
            "evidence": "Stripe refuses the key.", "remedy": "Set another.", "checkedBy": "svc-payments",
        })
    );
    for service in ["svc-search", "svc-offers", "svc-booking", "svc-payments", "svc-identity"] {
        let states: Vec<_> = of(&report, service).iter().map(|line| line["state"].clone()).collect();
        assert_eq!(states, ["failed", "warning"], "{service}");
    }
    let own: Vec<_> =
        of(&report, "gateway").iter().map(|it| (it["code"].clone(), it["state"].clone())).collect();
    assert_eq!(own, [(json!("SECURE_COOKIES"), json!("failed")), (json!("CARD_FIELDS"), json!("passed"))]);
}

#[tokio::test]
async fn a_service_that_is_away_is_a_required_line_of_its_own() {
    let gateway = gateway(&[]).await;

    let report = gateway.visitor_with(ADMIN_TOKEN).post_nothing(PREFLIGHT).await.body;

    let line = of(&report, "svc-payments")[0];
    assert_eq!(line["code"], "UNREACHABLE");
    assert_eq!((&line["state"], &line["isRequired"]), (&json!("failed"), &json!(true)));
    assert_eq!(line["title"], "svc-payments answers, which checks Stripe's key and webhook");
}

#[tokio::test]
async fn raw_card_numbers_are_a_warning_and_no_way_to_type_a_card_is_a_failure() {
    let state = async |gateway: &Gateway| {
        tell(gateway, vec![]);
        let report = gateway.visitor_with(ADMIN_TOKEN).post_nothing(PREFLIGHT).await.body;
        let line = of(&report, "gateway")[1];
        assert_eq!(line["code"], "CARD_FIELDS");
        line["state"].clone()
    };

    let gateway = gateway(&[]).await;
    assert_eq!(state(&gateway).await, "warning", "the samples take raw numbers");
    with_live_keys(&gateway.fakes, true, false);
    assert_eq!(state(&gateway).await, "failed");
}

#[tokio::test]
async fn live_mode_stays_off_while_a_required_line_failed() {
    let gateway = gateway(&[HTTPS, PUBLISHABLE].concat()).await;
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);
    // Cookies of https have another name.
    admin.cookies.insert("__Host-fareway_session".to_owned(), ADMIN_TOKEN.to_owned());
    let live = json!({ "enableLiveMode": true });

    tell(&gateway, vec![KEY.failed("Dead.", "Set another."), EVENT.failed("None.", "Wait.")]);
    let refused = admin.post(SETTINGS, live.clone()).await;
    assert_eq!(refused.told(), (409, "NOT_READY_FOR_LIVE"));
    let detail = refused.body["detail"].as_str().unwrap();
    assert!(detail.contains("Stripe's live key answers"), "{detail}");
    assert!(!detail.contains("signed"), "not required: {detail}");
    assert!(gateway.fakes.calls::<SetModeRequest>().is_empty());

    tell(&gateway, vec![KEY.warning("It may not read.", "Let it."), EVENT.warning("None.", "Wait.")]);
    assert_eq!(admin.post(SETTINGS, live.clone()).await.body["enableLiveMode"], true);

    gateway.fakes.on(|_, _: CheckRequest| Err::<CheckResponse, _>(designed(Code::Unavailable, "AWAY")));
    let checked = gateway.fakes.calls::<CheckRequest>().len();
    let back = admin.post(SETTINGS, json!({ "enableLiveMode": false })).await;
    assert_eq!(back.body["enableLiveMode"], false, "the way back is never checked");
    assert_eq!(gateway.fakes.calls::<CheckRequest>().len(), checked);
}

#[tokio::test]
async fn without_keys_or_password_nothing_is_checked() {
    let gateway = gateway(&[]).await;
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);
    let live = json!({ "enableLiveMode": true });

    gateway.fakes.on(|_, _: RefreshAdminRequest| {
        Err::<RefreshAdminResponse, _>(designed(Code::Unauthenticated, "REAUTH_REQUIRED"))
    });
    assert_eq!(admin.post(SETTINGS, live.clone()).await.told(), (401, "REAUTH_REQUIRED"));
    with_live_keys(&gateway.fakes, true, false);
    gateway.fakes.on(|_, _: SetModeRequest| {
        Err::<SetModeResponse, _>(designed(Code::FailedPrecondition, "NOT_CONFIGURED"))
    });
    assert_eq!(admin.post(SETTINGS, live).await.told(), (409, "NOT_CONFIGURED"));
    assert!(gateway.fakes.calls::<CheckRequest>().is_empty());
}

#[tokio::test]
async fn a_sandbox_on_this_machine_may_go_live_without_https() {
    let gateway = gateway(&SANDBOX).await;
    tell(&gateway, vec![KEY.passed("It answers.")]);

    let report = gateway.visitor_with(ADMIN_TOKEN).post_nothing(PREFLIGHT).await.body;

    assert_eq!(report["isReady"], true, "{report}");
    assert!(gateway.fakes.calls::<CheckRequest>().iter().all(|(_, request)| request.is_sandbox));
}

async fn command(gateway: &Gateway, more: &[&str]) -> Output {
    let mut line = vec!["preflight".to_owned(), "--internal-plaintext".to_owned()];
    for name in ["search", "offers", "booking", "payments", "identity", "brand"] {
        line.extend([format!("--{name}-url"), format!("http://{}", gateway.services)]);
    }
    Command::new(env!("CARGO_BIN_EXE_gateway")).args(line).args(more).output().await.unwrap()
}

#[tokio::test]
async fn the_command_prints_the_lines_and_fails_while_one_stands_in_the_way() {
    let gateway = gateway(&[]).await;

    tell(&gateway, vec![KEY.passed("It answers.")]);
    let ready = command(&gateway, &PUBLISHABLE).await;
    tell(&gateway, vec![KEY.failed("Dead.", "Set another.")]);
    let unready = command(&gateway, &PUBLISHABLE).await;

    let text = |output: &Output| String::from_utf8(output.stdout.clone()).unwrap();
    assert!(ready.status.success(), "{}", text(&ready));
    assert!(text(&ready).ends_with("\nReady for live mode.\n"), "{}", text(&ready));
    assert_eq!(unready.status.code(), Some(1));
    let line = "FAILED   Stripe's live key answers (svc-payments)\n         Dead.\n         Set another.\n";
    assert!(text(&unready).contains(line), "{}", text(&unready));
}
