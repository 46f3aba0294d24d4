//! Keys that are replaced: what the old one has sealed is read beside the new one, sealed anew, and read without it.

use std::time::Duration;

use clap::Parser;
use service::sealing::Sealer;
use svc_identity::RekeyArgs;
use uuid::Uuid;

use super::{App, refused};
use crate::harness::{Browser, Harness, OTHER_PASSWORD, PASSWORD, address};
use crate::passwords::ask_for_reset;

/// The harness' own.
const OLD: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";
const NEW: &str = "CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg=";
const WRONG_KEYS: &str = "the keys do not open the stored data";
/// Secrets that name the key which sealed them.
const NAMED: &str = "select count(*) from second_factor where length(sealed_secret) = 1 + 4 + 12 + 20 + 16";
const BLOCKED: &str =
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: RekeyArgs,
}

async fn rekey(identity: &Harness, keys: &str) -> Result<(), String> {
    let args =
        Cli::parse_from(["rekey", "--database-url", &identity.db.url, "--second-factor-key", keys]).args;
    args.run().await.map_err(|error| format!("{error:#}"))
}

/// Proves the administrator with the app's next code.
async fn expect_proof(identity: &mut Harness, root: &Browser, app: &App) -> Browser {
    let code = app.next_code(identity);
    let proved = identity.prove(root, PASSWORD, &code).await.unwrap();
    root.renewed(proved.session_token)
}

#[tokio::test]
async fn what_the_old_key_has_sealed_is_read_beside_the_new_one_sealed_anew_and_read_without_it() {
    let mut identity = Harness::new().await;
    let (root, app, _) = identity.enrolled().await;
    let both = [NEW, OLD].join(",");

    identity.go_on_with_keys(&both).await;
    let root = expect_proof(&mut identity, &root, &app).await;
    assert_eq!(identity.count(NAMED).await, 0);
    let wrong = rekey(&identity, NEW).await.unwrap_err();
    assert_eq!(
        wrong, "2 of 2 sealed values open under no key of SECOND_FACTOR_KEY: each has a line in the log",
        "the secret, and the mail that tells of it"
    );

    rekey(&identity, &both).await.unwrap();
    assert_eq!(identity.count(NAMED).await, 1);
    let root = expect_proof(&mut identity, &root, &app).await;

    identity.go_on_with_keys(NEW).await;
    expect_proof(&mut identity, &root, &app).await;
    identity.go_on_with_keys(OLD).await;
    let code = app.next_code(&identity);
    assert_eq!(refused(identity.prove(&root, PASSWORD, &code).await), "INTERNAL_ERROR");
}

#[tokio::test]
async fn a_secret_that_waits_for_its_first_code_is_sealed_anew_too() {
    let mut identity = Harness::new().await;
    let root = identity.root().await;
    let app = App::scans(&identity.begin(&root, "").await.unwrap());

    rekey(&identity, &[NEW, OLD].join(",")).await.unwrap();
    identity.go_on_with_keys(NEW).await;

    let code = app.code(&identity);
    identity.confirm_factor(&root, &code).await.unwrap();
    assert_eq!(identity.count(NAMED).await, 1);
}

#[tokio::test]
async fn a_mail_that_waits_is_sealed_anew_too() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    ask_for_reset(&mut identity, &guest, &address("ada")).await;

    rekey(&identity, &[NEW, OLD].join(",")).await.unwrap();
    identity.go_on_with_keys(NEW).await;

    let token = identity.mailed_token(&address("ada")).await;
    identity.reset_password(&guest, &token, OTHER_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_code_is_accepted_whose_secret_is_sealed_anew_at_that_moment() {
    let mut identity = Harness::new().await;
    let (root, app, _) = identity.enrolled().await;
    let both = [NEW, OLD].join(",");
    identity.go_on_with_keys(&both).await;
    let pool = identity.db.pool.clone();
    let query = "select account_id, sealed_secret from second_factor";
    let (account, sealed): (Uuid, Vec<u8>) = sqlx::query_as(query).fetch_one(&pool).await.unwrap();
    let ring = Sealer::new("SECOND_FACTOR_KEY", &both.as_str().into(), None).unwrap();
    let anew = ring.reseal(account.as_bytes(), &sealed).unwrap().unwrap();

    // The code's request reads the old bytes, and waits for the end of this transaction before it accepts the code.
    let mut transaction = pool.begin().await.unwrap();
    let reseal = sqlx::query("update second_factor set sealed_secret = $1").bind(anew);
    reseal.execute(&mut *transaction).await.unwrap();
    let commit = async {
        while sqlx::query_scalar::<_, i64>(BLOCKED).fetch_one(&pool).await.unwrap() == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        transaction.commit().await.unwrap();
    };
    let commit = tokio::time::timeout(testkit::patience(10), commit);
    let code = app.next_code(&identity);
    let (proved, committed) = tokio::join!(identity.prove(&root, PASSWORD, &code), commit);

    committed.expect("the code's request waits");
    proved.unwrap();
}

#[tokio::test]
async fn keys_that_open_no_second_factor_are_logged_and_the_replica_is_ready() {
    let mut identity = Harness::new().await;
    identity.enrolled().await;
    let log = testkit::Log::default();
    let _listening = tracing::subscriber::set_default(log.subscriber(tracing::Level::ERROR));

    identity.until_ready(OLD).await;
    assert!(!log.text().contains(WRONG_KEYS), "{}", log.text());

    identity.go_on_with_keys(NEW).await;
    let logged = async {
        while !log.text().contains(WRONG_KEYS) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(testkit::patience(10), logged).await.expect("a line of the log");
    assert!(log.text().contains("SECOND_FACTOR_KEY"), "{}", log.text());
    identity.until_ready(NEW).await;
    identity.register("blue", "grace").await;
}
