//! What is looked at before real tickets are sold.

use std::collections::BTreeMap;

use proto::preflight::v1::{CheckRequest, Line, State};

use crate::harness::Harness;

async fn check(identity: &Harness, is_sandbox: bool) -> BTreeMap<String, Line> {
    let answer = identity.preflight.clone().check(CheckRequest { is_sandbox }).await.unwrap();
    answer.into_inner().lines.into_iter().map(|line| (line.code.clone(), line)).collect()
}

#[tokio::test]
async fn a_published_account_stands_in_the_way_until_its_password_is_changed() {
    let identity = Harness::new().await;
    assert_eq!(check(&identity, false).await["DEMO_ACCOUNTS"].state(), State::Passed, "there is none");

    identity.seed_demo().await;
    let line = check(&identity, false).await.remove("DEMO_ACCOUNTS").unwrap();
    assert_eq!((line.state(), line.is_required), (State::Failed, true));
    assert_eq!(line.evidence, "With the published password: demo, admin.");
    assert!(!format!("{line:?}").contains("-Fareway-2026"));

    // As `create-admin` and a password's change leave them.
    sqlx::query(
        "update account set password_hash = (select password_hash from account where username = 'demo')",
    )
    .execute(&identity.db.pool)
    .await
    .unwrap();
    let line = check(&identity, false).await.remove("DEMO_ACCOUNTS").unwrap();
    assert_eq!(line.evidence, "With the published password: demo.");
}

#[tokio::test]
async fn of_a_sandbox_nothing_is_asked() {
    let identity = Harness::new().await;
    identity.seed_demo().await;

    let lines = check(&identity, true).await;

    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines.values().all(|line| line.state() == State::Skipped), "{lines:?}");
}
