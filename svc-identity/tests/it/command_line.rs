use clap::Parser;
use service::SystemClock;
use svc_identity::{CreateAdminArgs, SeedDemoArgs};

use crate::harness::{Harness, OTHER_PASSWORD, PASSWORD};

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: CreateAdminArgs,
}

#[derive(Parser)]
struct SeedDemo {
    #[command(flatten)]
    args: SeedDemoArgs,
}

async fn create_admin(identity: &Harness, username: &str, input: &str) -> anyhow::Result<()> {
    let database = identity.db.url.as_str();
    let email = "root@operator.example";
    let arguments = ["cli", "--database-url", database, "--username", username, "--email", email];
    Cli::parse_from(arguments).args.run(&SystemClock, input.as_bytes(), std::io::sink()).await
}

#[tokio::test]
async fn an_administrator_of_the_command_line_signs_in_on_any_brand() {
    let mut identity = Harness::new().await;

    create_admin(&identity, "root", &format!("{PASSWORD}\n")).await.unwrap();

    for brand in ["blue", "red"] {
        let guest = identity.guest(brand).await;
        let signed_in = identity.try_login(&guest, "root", PASSWORD).await.unwrap();
        assert!(signed_in.session.unwrap().user.unwrap().is_admin);
    }
}

#[tokio::test]
async fn its_link_lets_a_browser_in_while_strangers_guess_the_administrators_password() {
    let mut identity = Harness::new().await;
    let database = identity.db.url.as_str();
    let named = ["--username", "root", "--email", "root@operator.example", "--link"];
    let arguments = ["cli", "--database-url", database].into_iter().chain(named);
    let mut printed = Vec::new();
    Cli::parse_from(arguments)
        .args
        .run(identity.clock.as_ref(), PASSWORD.as_bytes(), &mut printed)
        .await
        .unwrap();
    let printed = String::from_utf8(printed).unwrap();
    let token = printed.trim_end().split("\n/reset-password#token=").nth(1).unwrap();
    let guest = identity.guest("blue").await;
    for _ in 0..5 {
        identity.try_login(&guest, "root", "wrong").await.unwrap_err();
    }

    let known = identity.reset_password(&guest, token, OTHER_PASSWORD).await.unwrap();

    assert!(identity.try_login(&guest, "root", OTHER_PASSWORD).await.is_err());
    assert!(identity.try_login(&known, "root", OTHER_PASSWORD).await.is_ok());
}

#[tokio::test]
async fn doing_it_again_replaces_the_password_and_ends_the_sessions() {
    let mut identity = Harness::new().await;
    create_admin(&identity, "root", PASSWORD).await.unwrap();
    let guest = identity.guest("blue").await;
    let before = identity.login(&guest, "root", PASSWORD).await;

    create_admin(&identity, "root", OTHER_PASSWORD).await.unwrap();

    assert_eq!(identity.session(&before).await, None);
    assert!(identity.try_login(&guest, "root", PASSWORD).await.is_err());
    assert!(identity.try_login(&guest, "root", OTHER_PASSWORD).await.is_ok());
}

#[tokio::test]
async fn an_administrator_keeps_a_name_that_a_new_one_could_not_have() {
    let mut identity = Harness::new().await;
    create_admin(&identity, "root", PASSWORD).await.unwrap();
    sqlx::query("update account set username = 'Site Admin'").execute(&identity.db.pool).await.unwrap();

    create_admin(&identity, "site admin", OTHER_PASSWORD).await.unwrap();

    let guest = identity.guest("blue").await;
    assert!(identity.try_login(&guest, "Site Admin", OTHER_PASSWORD).await.is_ok());
    let refused = create_admin(&identity, "other admin", PASSWORD).await.unwrap_err();
    assert!(refused.to_string().starts_with("Username can only contain"), "{refused}");
}

#[tokio::test]
async fn r043_the_address_of_an_administrator_is_no_name_to_replace_the_password_by() {
    let mut identity = Harness::new().await;
    create_admin(&identity, "root", PASSWORD).await.unwrap();

    assert!(create_admin(&identity, "root@operator.example", OTHER_PASSWORD).await.is_err());

    let guest = identity.guest("blue").await;
    assert!(identity.try_login(&guest, "root", PASSWORD).await.is_ok());
}

#[tokio::test]
async fn a_weak_password_or_a_travellers_name_is_refused() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;

    for (username, password) in [("root", "weak"), ("ada", PASSWORD)] {
        assert!(create_admin(&identity, username, password).await.is_err(), "{username}");
    }
}

#[tokio::test]
async fn the_demo_accounts_are_made_once() {
    let mut identity = Harness::new().await;

    identity.seed_demo().await;
    identity.seed_demo().await;

    assert_eq!(identity.count("select count(*) from account").await, 2);
    let guest = identity.guest("default").await;
    assert!(identity.try_login(&guest, "demo", "demo-Fareway-2026").await.is_ok());
}

#[tokio::test]
async fn a_production_system_gets_no_demo_accounts() {
    let identity = Harness::new().await;
    let arguments = ["cli", "--environment=production", "--database-url", identity.db.url.as_str()];

    let refused = SeedDemo::parse_from(arguments).args.run(&SystemClock).await.unwrap_err();

    assert!(refused.to_string().starts_with("ENVIRONMENT is production"), "{refused}");
    assert_eq!(identity.count("select count(*) from account").await, 0);
}
