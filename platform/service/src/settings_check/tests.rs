use clap::{Arg, ArgAction, value_parser};
use secrecy::SecretString;

use super::*;

const PRODUCTION: &str = "--environment=production";
const GOOD: [&str; 3] = ["--trusted_proxies=none", "--nats_password=own", "--smtp_url=smtps://mail"];
const SECRETS: [&str; 13] = [
    "nats_password",
    "smtp_url",
    "database_url",
    "hmac_key",
    "pii_key",
    "second_factor_key",
    "mail_key",
    "duffel_test_webhook_secret",
    "duffel_live_token",
    "duffel_live_webhook_secret",
    "stripe_test_webhook_secret",
    "stripe_live_key",
    "stripe_live_webhook_secret",
];
const TEXTS: [(&str, &str); 8] = [
    ("nats_url", "nats://127.0.0.1:4222"),
    ("trusted_proxies", "none"),
    ("system_url", "https://shop.example"),
    ("duffel_test_url", "https://api.duffel.com"),
    ("duffel_live_url", "https://api.duffel.com"),
    ("stripe_test_url", "https://api.stripe.com"),
    ("stripe_live_url", "https://api.stripe.com"),
    ("stripe_live_script_url", "https://js.stripe.com/endive/stripe.js"),
];
const KEYS: [(&str, &str); 2] =
    [("duffel_test_token", "duffel_test_own"), ("stripe_test_key", "sk_test_own")];

/// What is found in these settings of one program that has those of all.
fn check(settings: &[&str]) -> SettingsCheck {
    let argument = |id: &'static str| Arg::new(id).long(id);
    let secret = |id| argument(id).value_parser(value_parser!(SecretString));
    let program = SettingsCheck::augment_args(Command::new("program"))
        .args(SECRETS.map(secret))
        .args(TEXTS.map(|(id, default)| argument(id).default_value(default)))
        .args(KEYS.map(|(id, default)| secret(id).default_value(default)))
        .arg(argument("stripe_live_publishable_key"))
        .arg(argument("on_call_email"))
        .arg(argument("https").default_value("true").value_parser(value_parser!(bool)))
        .arg(argument("internal_plaintext").default_value("false").value_parser(value_parser!(bool)))
        .arg(argument("grpc_reflection").action(ArgAction::SetTrue));
    let matches = program.get_matches_from([&["program"], settings].concat());
    SettingsCheck::from_arg_matches(&matches).unwrap()
}

#[test]
fn each_bad_setting_stops_the_start_of_a_production_system_with_a_sentence_of_its_own() {
    let database = "postgres://svc_brand:fareway-local@postgres/fareway?sslmode=verify-full";
    let unverified = "DATABASE_URL takes any server";
    let key = crate::keys::LOCAL_KEY;
    let table = [
        ("https", "false", "HTTPS is false"),
        ("trusted_proxies", "10.0.0.0/8,0.0.0.0/0", "TRUSTED_PROXIES holds a network"),
        ("trusted_proxies", "0.0.0.0/1,128.0.0.0/1", "TRUSTED_PROXIES holds a network"),
        ("trusted_proxies", "::/1", "TRUSTED_PROXIES holds a network"),
        ("smtp_url", "smtp://mail:1025", "SMTP_URL does not ask for TLS"),
        ("smtp_url", "smtp://mail?tls=opportunistic", "SMTP_URL does not ask for TLS"),
        ("smtp_url", "smtp://us:tls=required@mail", "SMTP_URL does not ask for TLS"),
        ("smtp_url", "smtp://mail/tls=required", "SMTP_URL does not ask for TLS"),
        ("smtp_url", "smtp://mail?tls=opportunistic&tls=required", "SMTP_URL does not ask for TLS"),
        ("smtp_url", "smtp://127.0.0.1.example", "SMTP_URL does not ask for TLS"),
        ("on_call_email", "on-call@fareway.example", "ON_CALL_EMAIL is at .example"),
        ("internal_plaintext", "true", "INTERNAL_PLAINTEXT is on, so between the services"),
        ("system_url", "http://shop.example", "SYSTEM_URL is not a public https:// address"),
        ("system_url", "https://localhost:8080", "SYSTEM_URL is not a public https:// address"),
        ("database_url", database, "DATABASE_URL holds what is published"),
        ("nats_url", "nats://nats:4222", "NATS_URL does not ask for TLS"),
        ("nats_url", "nats:4222", "NATS_URL does not ask for TLS"),
        ("nats_url", "nats://tls@nats:4222", "NATS_URL does not ask for TLS"),
        ("nats_url", "nats://127.0.0.1.example:4222", "NATS_URL does not ask for TLS"),
        ("database_url", "postgres://us:own@db/fareway", unverified),
        ("database_url", "postgres://us:own@db/fareway?sslmode=disable", unverified),
        ("database_url", "postgres://us:own@db/fareway?sslmode=prefer", unverified),
        ("database_url", "postgres://us:own@db/fareway?sslmode=require", unverified),
        ("database_url", "postgres://us:own@db/fareway?sslmode=verify-ca", unverified),
        ("database_url", "postgres://us:own@db/fareway?sslmode=verify-full&sslmode=require", unverified),
        ("database_url", "postgres://us:own@127.0.0.1/fareway?host=db", unverified),
        ("database_url", "postgres://us:own@127.0.0.1/fareway?hostaddr=10.0.0.7", unverified),
        ("nats_password", "fareway-local", "NATS_PASSWORD holds what is published"),
        ("hmac_key", key, "HMAC_KEY holds what is published"),
        ("pii_key", key, "PII_KEY holds what is published"),
        ("second_factor_key", key, "SECOND_FACTOR_KEY holds what is published"),
        ("mail_key", key, "MAIL_KEY holds what is published"),
        ("duffel_test_webhook_secret", "c2FuZGJveC10ZXN0LTAxMjM=", "DUFFEL_TEST_WEBHOOK_SECRET holds what"),
        ("duffel_live_webhook_secret", "c2FuZGJveC1saXZlLTAxMjM=", "DUFFEL_LIVE_WEBHOOK_SECRET holds what"),
        ("stripe_test_webhook_secret", "whsec_sandbox_test", "STRIPE_TEST_WEBHOOK_SECRET holds what"),
        ("stripe_live_webhook_secret", "whsec_sandbox_live", "STRIPE_LIVE_WEBHOOK_SECRET holds what"),
        ("duffel_live_token", "duffel_live_sandbox", "DUFFEL_LIVE_TOKEN holds what is published"),
        ("stripe_live_key", "sk_live_sandbox", "STRIPE_LIVE_KEY holds what is published"),
        ("duffel_live_url", "http://api.duffel.com", "DUFFEL_LIVE_URL is not an https:// address"),
        ("stripe_live_url", "http://127.0.0.1:12111", "STRIPE_LIVE_URL is not an https:// address"),
        ("stripe_live_script_url", "http://js.example/", "STRIPE_LIVE_SCRIPT_URL is not an https:// address"),
        ("duffel_test_url", "http://api.duffel.com", "DUFFEL_TEST_URL is not an https:// address"),
        ("stripe_test_url", "http://api.stripe.com", "STRIPE_TEST_URL is not an https:// address"),
    ];
    for (setting, value, expected) in table {
        let bad = format!("--{setting}={value}");
        let others = GOOD.into_iter().filter(|good| !good.contains(setting));
        let settings: Vec<_> = others.chain([PRODUCTION, &bad]).collect();

        let told = check(&settings).require_safe().unwrap_err().to_string();

        let sentence = told.strip_prefix("these settings are not for real sales. ").unwrap();
        assert!(sentence.starts_with(expected), "{bad}: {told}");
        assert_eq!(sentence.matches(": ").count(), 1, "one sentence, with what to do: {told}");
        assert!(
            ["true", "false"].contains(&value) || !told.contains(value),
            "the value is not repeated: {told}"
        );
    }
}

#[test]
fn a_mail_server_of_production_has_tls_or_is_on_this_machine() {
    for server in [
        "smtps://us:word@mail",
        "smtp://us:word@mail:587?tls=required",
        "smtp://127.0.0.1:25",
        "smtp://[::1]",
        "smtp://localhost:1025",
    ] {
        let setting = format!("--smtp_url={server}");
        let [proxies, password, _] = GOOD;

        assert!(check(&[PRODUCTION, proxies, password, &setting]).require_safe().is_ok(), "{server}");
    }
}

#[test]
fn a_broker_and_a_database_of_production_show_whose_they_are_or_are_on_this_machine() {
    for setting in [
        "--nats_url=tls://nats:4222",
        "--nats_url=TLS://nats:4222",
        "--nats_url=nats://localhost:4222",
        "--nats_url=nats://[::1]:4222",
        "--database_url=postgres://us:own@postgres/fareway?sslmode=verify-full&sslrootcert=/ca.pem",
        "--database_url=postgres://us:own@127.0.0.1:5432/fareway",
        "--database_url=postgres://us:own@[::1]/fareway",
        "--database_url=postgres://us:own@localhost/fareway?sslmode=disable",
        "--database_url=postgres://us:own@%2Fvar%2Frun%2Fpostgresql/fareway",
        "--database_url=postgres://us:own@postgres/fareway?host=/var/run/postgresql",
    ] {
        assert!(check(&[&GOOD[..], &[PRODUCTION, setting]].concat()).require_safe().is_ok(), "{setting}");
    }
}

#[test]
fn somebody_is_on_call_in_production_where_there_is_a_mail_server_too() {
    let [proxies, password, mail] = GOOD;
    let check = |settings: &[&str]| {
        check(&[&[PRODUCTION, proxies, password][..], settings].concat())
            .require_safe()
            .map_err(|it| it.to_string())
    };
    let address = "--on_call_email=me@fly.test";

    assert_eq!(check(&[address, mail]), Ok(()));
    assert_eq!(check(&["--on_call_email="]), Ok(()));
    let told = check(&[address]).unwrap_err();
    assert!(told.contains("ON_CALL_EMAIL is set without SMTP_URL") && !told.contains("fly.test"), "{told}");
}

#[test]
fn reflection_stops_the_start_of_a_production_system() {
    let told = check(&[&GOOD[..], &[PRODUCTION, "--grpc_reflection"]].concat()).require_safe().unwrap_err();

    assert!(told.to_string().ends_with("GRPC_REFLECTION is on, which is for development: leave it out."));
}

#[test]
fn what_production_has_to_state_is_missed() {
    let told = check(&[PRODUCTION]).require_safe().unwrap_err().to_string();

    assert!(told.contains("TRUSTED_PROXIES is not set"), "{told}");
    assert!(told.contains("NATS_PASSWORD is not set"), "{told}");
    assert!(check(&[&GOOD[..], &[PRODUCTION]].concat()).require_safe().is_ok());
}

#[test]
fn a_live_key_of_a_real_provider_is_as_good_as_production() {
    let starts =
        |settings: &[&str]| check(&[&["--https=false"], &GOOD[..], settings].concat()).require_safe().is_ok();
    let (local, elsewhere) =
        ("--duffel_live_url=http://127.0.0.1:12111", "--duffel_live_url=http://sandbox:12111");

    assert!(starts(&[]), "a demonstration");
    assert!(starts(&["--duffel_live_token=duffel_live_1", local]));
    assert!(!starts(&["--duffel_live_token=duffel_live_1", elsewhere]));
    assert!(!starts(&["--duffel_live_token=duffel_live_1"]));
    assert!(!starts(&["--stripe_live_key=sk_live_1"]));
    assert!(!starts(&["--stripe_live_publishable_key=pk_live_1"]));
}

#[test]
fn the_sandbox_may_play_test_mode_of_a_production_system() {
    let sandbox = [
        PRODUCTION,
        "--duffel_test_url=http://sandbox:12111",
        "--duffel_test_token=duffel_test_sandbox",
        "--stripe_test_url=http://sandbox:12111",
        "--stripe_test_key=sk_test_sandbox",
    ];

    assert!(check(&[&GOOD[..], &sandbox].concat()).require_safe().is_ok());
}

#[test]
fn a_provider_of_real_sales_has_a_public_address_and_the_sandbox_need_not() {
    let needed = |settings: &[&str], key: &str| check(settings).needs_public_provider(&key.into());
    let live = "--duffel_live_token=duffel_live_1";

    assert!(needed(&[PRODUCTION], "duffel_test_1"));
    assert!(needed(&[PRODUCTION], "sk_live_1"));
    assert!(needed(&[live], "duffel_live_1"), "a live key is as good as production");
    assert!(!needed(&[PRODUCTION], "duffel_test_sandbox"));
    assert!(!needed(&[PRODUCTION], "sk_test_sandbox"));
    assert!(!needed(&[live, "--duffel_live_url=http://127.0.0.1:12111"], "duffel_live_1"), "a demonstration");
    assert!(!needed(&[], "duffel_test_1"), "a demonstration");
}

#[test]
fn going_live_waits_for_the_same_settings_and_for_the_word_production() {
    let unfit = |settings: &[&str]| check(&[&GOOD[..], settings].concat()).unfit();
    let names = |faults: Vec<Fault>| faults.iter().map(|fault| fault.setting).collect::<Vec<_>>();

    assert!(unfit(&[PRODUCTION]).is_empty());
    assert_eq!(names(unfit(&["--https=false"])), ["ENVIRONMENT", "HTTPS"]);
}
