//! "Before you go live": what administrators are told, what keeps live mode off, and the command.

use std::process::Output;

use proto::identity::v1::{RefreshAdminRequest, RefreshAdminResponse, SetModeRequest, SetModeResponse};
use proto::preflight::v1::{CheckRequest, CheckResponse, Line, Provider};
use serde_json::{Value, json};
use service::preflight::Check;
use tokio::process::Command;
use tonic::{Code, Status};

use crate::administration::{SANDBOX, SETTINGS, with_live_keys};
use crate::harness::{ADMIN_TOKEN, GUEST_TOKEN, Gateway, PATIENCE, USER_TOKEN};
use crate::log::Log;
use crate::samples::{self, designed};

const PREFLIGHT: &str = "/api/admin/preflight";
const KEY: Check = Check::required("STRIPE_LIVE_KEY", "Stripe's live key answers");
const EVENT: Check = Check::advised("STRIPE_LIVE_EVENT", "A signed live webhook of Stripe has come");
const ACCOUNTS: Check =
    Check::required("DEMO_ACCOUNTS", "No published account can sign in").skip_if_sandbox();
const HTTPS: [&str; 2] = ["--https", "true"];
/// What is right for real sales beside it.
const PRODUCTION: [&str; 8] = [
    "--environment",
    "production",
    "--trusted-proxies",
    "none",
    "--nats-user",
    "gateway",
    "--nats-password",
    "an-own-password",
];
const PUBLISHABLE: [&str; 2] = ["--stripe-live-publishable-key", "pk_live_1"];

/// Every service tells these lines, over real providers.
fn tell(gateway: &Gateway, lines: Vec<Line>) {
    tell_over(gateway, Provider::Real, lines);
}

fn tell_over(gateway: &Gateway, provider: Provider, lines: Vec<Line>) {
    gateway.fakes.on(move |_, _: CheckRequest| {
        Ok(CheckResponse { lines: lines.clone(), live_provider: provider.into() })
    });
}

/// The state of a line that the gateway adds.
fn state_of(report: &Value, code: &str) -> Value {
    let line = of(report, "gateway").into_iter().find(|line| line["code"] == code).unwrap();
    line["state"].clone()
}

/// A gateway with live keys, whose administrator has just proved their password.
async fn gateway(settings: &[&str]) -> Gateway {
    let gateway = Gateway::start_with(settings).await;
    gateway.until_ready().await;
    with_live_keys(&gateway.fakes, true, true);
    gateway.fakes.on(|_, _: RefreshAdminRequest| Ok(RefreshAdminResponse::default()));
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
    for service in ["svc-search", "svc-offers", "svc-booking", "svc-payments", "svc-identity", "svc-brand"] {
        let states: Vec<_> = of(&report, service).iter().map(|line| line["state"].clone()).collect();
        assert_eq!(states, ["failed", "warning"], "{service}");
    }
    let own: Vec<_> =
        of(&report, "gateway").iter().map(|it| (it["code"].clone(), it["state"].clone())).collect();
    let expected = [
        ("PROVIDERS", "passed"),
        ("SECURE_COOKIES", "failed"),
        ("CARD_FIELDS", "passed"),
        ("PUBLISHED_SECRETS", "passed"),
        ("SETTINGS", "failed"),
    ];
    assert_eq!(own, expected.map(|(code, state)| (json!(code), json!(state))));
}

#[tokio::test]
async fn a_service_that_is_away_is_a_required_line_of_its_own() {
    let gateway = gateway(&[]).await;

    let report = gateway.visitor_with(ADMIN_TOKEN).post_nothing(PREFLIGHT).await.body;

    let line = of(&report, "svc-payments")[0];
    assert_eq!(line["code"], "UNREACHABLE");
    assert_eq!((&line["state"], &line["isRequired"]), (&json!("failed"), &json!(true)));
    assert_eq!(line["title"], "svc-payments can check Stripe's key and webhook");
    assert_eq!(line["evidence"], "There is no connection to it.");
    assert_eq!(of(&report, "svc-brand")[0]["code"], "UNREACHABLE");

    gateway
        .fakes
        .on(|_, _: CheckRequest| Err::<CheckResponse, _>(Status::permission_denied("this caller may not")));
    let report = gateway.visitor_with(ADMIN_TOKEN).post_nothing(PREFLIGHT).await.body;
    let line = of(&report, "svc-payments")[0];
    assert_eq!((&line["code"], &line["isRequired"]), (&json!("UNCHECKED"), &json!(true)));
}

#[tokio::test]
async fn a_published_secret_of_the_gateway_stands_in_the_way() {
    let broker = ["--nats-user", "gateway", "--nats-password", "fareway-local"];
    let gateway = gateway(&[&HTTPS[..], &PUBLISHABLE, &broker].concat()).await;
    tell(&gateway, vec![]);
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);
    admin.cookies.insert("__Host-fareway_session".to_owned(), ADMIN_TOKEN.to_owned());

    let report = admin.post_nothing(PREFLIGHT).await.body;

    let line = of(&report, "gateway").into_iter().find(|line| line["code"] == "PUBLISHED_SECRETS").unwrap();
    assert_eq!(line["evidence"], "Published in the repository: NATS_PASSWORD.");
    assert_eq!((&line["state"], &report["isReady"]), (&json!("failed"), &json!(false)));
}

#[tokio::test]
async fn a_setting_of_a_demonstration_stands_in_the_way_and_is_named_without_its_value() {
    let gateway = gateway(&[&PRODUCTION[..], &PUBLISHABLE].concat()).await;
    tell(&gateway, vec![]);

    let report = gateway.visitor_with(ADMIN_TOKEN).post_nothing(PREFLIGHT).await.body;

    let line = of(&report, "gateway").into_iter().find(|line| line["code"] == "SETTINGS").unwrap();
    assert_eq!((&line["state"], &line["isRequired"]), (&json!("failed"), &json!(true)));
    assert_eq!(line["evidence"], "Not fit: HTTPS.");
    assert!(line["remedy"].as_str().unwrap().starts_with("HTTPS is false, so the cookies"), "{line}");
}

#[tokio::test]
async fn a_production_gateway_does_not_start_with_the_settings_of_a_demonstration() {
    let settings = ["serve", "--internal-plaintext", "--environment", "production", "--https", "false"];
    let started = Command::new(env!("CARGO_BIN_EXE_gateway")).args(settings).kill_on_drop(true).output();
    let ended = tokio::time::timeout(*PATIENCE, started).await.expect("it ends by itself").unwrap();

    let told = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1), "{told}");
    for sentence in [
        "HTTPS is false",
        "TRUSTED_PROXIES is not set",
        "INTERNAL_PLAINTEXT is on",
        "NATS_PASSWORD is not set",
    ] {
        assert!(told.contains(sentence), "{told}");
    }
}

#[tokio::test]
async fn raw_card_numbers_are_a_warning_and_no_way_to_type_a_card_is_a_failure() {
    let state = async |gateway: &Gateway| {
        tell(gateway, vec![]);
        let report = gateway.visitor_with(ADMIN_TOKEN).post_nothing(PREFLIGHT).await.body;
        state_of(&report, "CARD_FIELDS")
    };

    let gateway = gateway(&[]).await;
    assert_eq!(state(&gateway).await, "warning", "the samples take raw numbers");
    with_live_keys(&gateway.fakes, true, false);
    assert_eq!(state(&gateway).await, "failed");
}

#[tokio::test]
async fn live_mode_stays_off_while_a_required_line_failed() {
    let gateway = gateway(&[&HTTPS[..], &PUBLISHABLE, &PRODUCTION].concat()).await;
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);
    // Cookies of https have another name.
    admin.cookies.insert("__Host-fareway_session".to_owned(), ADMIN_TOKEN.to_owned());
    let live = json!({ "enableLiveMode": true });

    tell(&gateway, vec![KEY.failed("Dead.", "Set another."), EVENT.failed("None.", "Wait.")]);
    let refused = admin.post(SETTINGS, live.clone()).await;
    assert_eq!(refused.told(), (409, "NOT_READY_FOR_LIVE"));
    let detail = refused.body["detail"].as_str().unwrap();
    assert_eq!(detail.matches("Stripe's live key answers").count(), 1, "six services tell it: {detail}");
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
    tell_over(
        &gateway,
        Provider::Sandbox,
        vec![KEY.passed("It answers."), ACCOUNTS.failed("demo.", "Set it.")],
    );

    let report = gateway.visitor_with(ADMIN_TOKEN).post_nothing(PREFLIGHT).await.body;

    assert_eq!(report["isReady"], true, "{report}");
    let states: Vec<_> = of(&report, "svc-identity").iter().map(|line| &line["state"]).collect();
    assert_eq!(states, ["passed", "skipped"], "a provider's own line is asked all the same");
    assert_eq!(state_of(&report, "SECURE_COOKIES"), "skipped");
}

#[tokio::test]
async fn a_script_of_the_sandbox_beside_real_providers_skips_nothing_and_stands_in_the_way() {
    let gateway = gateway(&SANDBOX).await;
    tell(&gateway, vec![ACCOUNTS.failed("demo.", "Change its password.")]);

    let report = gateway.visitor_with(ADMIN_TOKEN).post_nothing(PREFLIGHT).await.body;

    assert_eq!(of(&report, "svc-identity")[0]["state"], "failed");
    for code in ["PROVIDERS", "SECURE_COOKIES"] {
        assert_eq!(state_of(&report, code), "failed", "{code}");
    }
}

#[tokio::test]
async fn the_real_script_over_sandboxes_stands_in_the_way() {
    let gateway = gateway(&PUBLISHABLE).await;
    tell_over(&gateway, Provider::Sandbox, vec![]);

    let report = gateway.visitor_with(ADMIN_TOKEN).post_nothing(PREFLIGHT).await.body;

    assert_eq!(state_of(&report, "PROVIDERS"), "failed");
}

#[tokio::test]
async fn a_refused_switch_is_logged_with_what_stood_in_the_way_and_who_tried() {
    let log = Log::of_this_process();
    let gateway = gateway(&PUBLISHABLE).await;
    tell(&gateway, vec![KEY.failed("Dead.", "Set another.")]);

    let switch = json!({ "enableLiveMode": true });
    let refused = gateway.visitor_with(ADMIN_TOKEN).post(SETTINGS, switch).await;

    assert_eq!(refused.told(), (409, "NOT_READY_FOR_LIVE"));
    let lines = log.ours();
    let line = lines.iter().find(|line| line.contains("live mode was refused")).expect("it is logged");
    assert!(line.contains("WARN") && line.contains("STRIPE_LIVE_KEY (svc-payments)"), "{line}");
    assert!(line.contains(&samples::admin().id) && !line.contains("Dead."), "{line}");
}

/// Speaks plaintext, so it is ready over sandboxes alone.
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

    tell_over(&gateway, Provider::Sandbox, vec![KEY.passed("It answers.")]);
    let ready = command(&gateway, &SANDBOX).await;
    tell_over(&gateway, Provider::Sandbox, vec![KEY.failed("Dead.", "Set another.")]);
    let unready = command(&gateway, &SANDBOX).await;

    let text = |output: &Output| String::from_utf8(output.stdout.clone()).unwrap();
    assert!(ready.status.success(), "{}", text(&ready));
    assert!(text(&ready).ends_with("\nReady for live mode.\n"), "{}", text(&ready));
    assert_eq!(unready.status.code(), Some(1));
    let line = "FAILED   STRIPE_LIVE_KEY: Stripe's live key answers (svc-payments)\n         Dead.\n         Set another.\n";
    assert!(text(&unready).contains(line), "{}", text(&unready));
    let json = command(&gateway, &[&SANDBOX[..], &["--json"]].concat()).await;
    assert_eq!(json.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(report["isReady"], false);
    assert_eq!(of(&report, "svc-payments")[0]["remedy"], "Set another.", "as the API answers");
}
