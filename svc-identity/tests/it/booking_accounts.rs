use proto::identity::v1::{CreateBookingAccountRequest, CreateBookingAccountResponse};
use time::Duration;
use uuid::Uuid;

use crate::harness::{Browser, Harness, OTHER_PASSWORD, PASSWORD, address, code};

impl Harness {
    /// The call of svc-booking after the browser's booking was confirmed.
    async fn book(&mut self, browser: &Browser, booking: u128, waits: bool) -> CreateBookingAccountResponse {
        let request = CreateBookingAccountRequest {
            booking_id: Uuid::from_u128(booking).to_string(),
            email: address("ada"),
            first_name: "Ada".into(),
            last_name: "Lovelace".into(),
            answer_waits: waits,
            session_id: browser.session_id.clone(),
            letterhead: None,
        };
        self.client.create_booking_account(browser.request(request)).await.unwrap().into_inner()
    }
}

#[tokio::test]
async fn s143_a_guest_who_waits_for_the_answer_gets_a_password_and_is_signed_in() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;

    let account = identity.book(&guest, 1, true).await;

    assert_eq!((account.created, account.username.as_str()), (true, "ada"));
    let signed_in = Browser { token: account.session_token.clone(), ..guest.clone() };
    assert_eq!(identity.user(&signed_in).await.as_deref(), Some("ada"));
    assert_eq!(identity.session(&signed_in).await.unwrap().id, guest.session_id);
    assert_eq!(identity.user(&guest).await, None, "the old token never opens the account");
    assert!(identity.try_login(&signed_in, "ada", &account.password).await.is_ok());
}

#[tokio::test]
async fn r028_after_a_lost_answer_guests_find_their_booking_with_their_old_session_for_half_an_hour() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;
    identity.book(&guest, 1, true).await;

    let found = identity.session(&guest).await.unwrap();
    assert_eq!((found.id, found.user), (guest.session_id.clone(), None));

    identity.later(Duration::minutes(31));
    assert_eq!(identity.session(&guest).await, None);
}

#[tokio::test]
async fn r004_the_password_is_neither_stored_nor_mailed() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;

    let password = identity.book(&guest, 1, true).await.password;

    assert!(password.len() >= 16);
    let accounts: Vec<String> =
        sqlx::query_scalar("select a::text from account a").fetch_all(&identity.db.pool).await.unwrap();
    let mails = identity.mails(&address("ada")).await;
    assert!(!accounts.is_empty() && !mails.is_empty());
    assert!(accounts.iter().chain(&mails).all(|text| !text.contains(&password)));
}

#[tokio::test]
async fn r028_a_guest_who_did_not_wait_gets_a_link_by_mail_and_nothing_else() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;

    let account = identity.book(&guest, 1, false).await;

    assert!(account.created && account.password.is_empty() && account.session_token.is_empty());
    assert_eq!(identity.user(&guest).await, None);
    let token = identity.mailed_token(&address("ada")).await;
    identity.later(Duration::days(7) - Duration::seconds(1));
    identity.reset_password(&guest, &token, OTHER_PASSWORD).await.unwrap();
    assert!(identity.try_login(&guest, "ada", OTHER_PASSWORD).await.is_ok());
}

#[tokio::test]
async fn a_set_password_link_expires_after_seven_days() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;
    identity.book(&guest, 1, false).await;
    let token = identity.mailed_token(&address("ada")).await;

    identity.later(Duration::days(7));

    let status = identity.reset_password(&guest, &token, OTHER_PASSWORD).await.unwrap_err();
    assert_eq!(code(&status), "TOKEN_INVALID");
}

#[tokio::test]
async fn r004_an_address_with_an_account_signs_nobody_in() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let stranger = identity.guest("blue").await;

    let answer = identity.book(&stranger, 1, true).await;

    assert_eq!(answer, CreateBookingAccountResponse::default());
    assert_eq!(identity.user(&stranger).await, None);
    assert_eq!(identity.count("select count(*) from account").await, 1);
    let mails = identity.mails(&address("ada")).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("https://blue.example/login") && !mails[0].contains("token="));
}

#[tokio::test]
async fn r004_the_owner_of_the_mailbox_throws_out_those_who_booked_with_their_address() {
    let mut identity = Harness::new().await;
    let stranger = identity.guest("blue").await;
    let account = identity.book(&stranger, 1, true).await;
    let stranger = Browser { token: account.session_token, ..stranger };
    let owner = identity.guest("blue").await;

    let token = identity.mailed_token(&address("ada")).await;
    identity.reset_password(&owner, &token, OTHER_PASSWORD).await.unwrap();

    assert_eq!(identity.session(&stranger).await, None);
    assert!(identity.try_login(&stranger, "ada", &account.password).await.is_err());
    assert!(identity.try_login(&owner, "ada", OTHER_PASSWORD).await.is_ok());
}

#[tokio::test]
async fn a_repeated_call_makes_no_second_account_and_tells_no_password() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;
    let first = identity.book(&guest, 1, true).await;

    let second = identity.book(&guest, 1, true).await;

    assert_eq!((second.created, &second.user_id), (true, &first.user_id));
    assert!(second.password.is_empty() && second.session_token.is_empty());
    assert_eq!(identity.mails(&address("ada")).await.len(), 1);
}

#[tokio::test]
async fn a_session_that_has_become_somebodys_is_not_taken_over() {
    let mut identity = Harness::new().await;
    identity.register("blue", "bob").await;
    let guest = identity.guest("blue").await;
    let bob = identity.login(&guest, "bob", PASSWORD).await;

    let account = identity.book(&guest, 1, true).await;

    assert!(account.created && account.session_token.is_empty());
    assert_eq!(identity.user(&bob).await.as_deref(), Some("bob"));
}

#[tokio::test]
async fn a_user_name_that_is_taken_gets_a_number() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;
    let registration = proto::identity::v1::RegisterRequest {
        email: "another@traveller.example".into(),
        ..crate::harness::registration("Ada")
    };
    identity.client.register(guest.request(registration)).await.unwrap();

    let account = identity.book(&guest, 1, false).await;

    assert_eq!(account.username, "ada2");
}

#[tokio::test]
async fn r031_the_same_address_has_an_account_of_each_brand() {
    let mut identity = Harness::new().await;
    identity.register("red", "ada").await;
    let guest = identity.guest("blue").await;

    let account = identity.book(&guest, 1, true).await;

    assert!(account.created);
}
