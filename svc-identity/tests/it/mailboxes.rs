//! What the first proof of a mailbox does to an account that was made without one.

use proto::identity::v1::{
    ConfirmMailboxRequest, ConfirmMailboxResponse, CreateBookingAccountRequest, CreateBookingAccountResponse,
};
use time::Duration;
use tonic::{Code, Response, Status};
use uuid::Uuid;

use crate::harness::{Browser, Harness, OTHER_PASSWORD, PASSWORD, address, code};

impl Harness {
    /// The call of svc-booking when the browser has opened a link that was mailed to `email`.
    async fn confirm(&mut self, browser: &Browser, email: &str) -> Result<ConfirmMailboxResponse, Status> {
        let request = ConfirmMailboxRequest { email: email.into(), letterhead: None };
        self.client.confirm_mailbox(browser.request(request)).await.map(Response::into_inner)
    }

    /// Ada's account, made by a booking of this browser.
    async fn account_of_booking(&mut self, browser: &Browser) -> CreateBookingAccountResponse {
        let request = CreateBookingAccountRequest {
            booking_id: Uuid::from_u128(1).to_string(),
            email: address("ada"),
            first_name: "Ada".into(),
            last_name: "Lovelace".into(),
            answer_waits: true,
            session_id: browser.session_id.clone(),
            letterhead: None,
        };
        self.client.create_booking_account(browser.request(request)).await.unwrap().into_inner()
    }
}

#[tokio::test]
async fn r004_the_first_proof_leaves_nobody_in_but_the_session_that_brought_it() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let (guest, thief) = (identity.guest("blue").await, identity.guest("blue").await);
    let ada = identity.login(&guest, "ada", PASSWORD).await;
    let thief = identity.login(&thief, "ada", PASSWORD).await;

    let proved = identity.confirm(&ada, &address("Ada")).await.unwrap();

    assert!(!proved.password_ended, "a password that somebody chose stays");
    assert_eq!(identity.session(&thief).await, None);
    assert_eq!(identity.session(&ada).await, None, "every copy of the old token is worthless");
    let renewed = Browser { token: proved.session_token, ..ada.clone() };
    assert_eq!(identity.session(&renewed).await.unwrap().id, ada.session_id);
    assert!(identity.try_login(&guest, "ada", PASSWORD).await.is_ok());
    assert!(identity.mails(&address("ada")).await.is_empty());
}

#[tokio::test]
async fn r004_the_password_that_a_booking_made_dies_and_a_link_to_another_is_mailed() {
    let mut identity = Harness::new().await;
    let stranger = identity.guest("blue").await;
    let account = identity.account_of_booking(&stranger).await;
    let stranger = Browser { token: account.session_token.clone(), ..stranger };
    let first_link = identity.mailed_token(&address("ada")).await;
    let owner = identity.guest("blue").await;
    let owner = identity.login(&owner, "ada", &account.password).await;

    let proved = identity.confirm(&owner, &address("ada")).await.unwrap();

    assert!(proved.password_ended);
    assert_eq!(identity.session(&stranger).await, None);
    assert!(identity.try_login(&stranger, "ada", &account.password).await.is_err());
    let dead = identity.reset_password(&owner, &first_link, OTHER_PASSWORD).await.unwrap_err();
    assert_eq!(code(&dead), "TOKEN_INVALID");
    let link = identity.mailed_token(&address("ada")).await;
    identity.reset_password(&owner, &link, OTHER_PASSWORD).await.unwrap();
    assert!(identity.try_login(&owner, "ada", OTHER_PASSWORD).await.is_ok());
}

#[tokio::test]
async fn a_mailbox_is_proved_once_by_a_claim_or_by_a_link_that_sets_a_password() {
    let mut identity = Harness::new().await;
    let guest = identity.guest("blue").await;
    identity.account_of_booking(&guest).await;
    let link = identity.mailed_token(&address("ada")).await;
    identity.reset_password(&guest, &link, OTHER_PASSWORD).await.unwrap();
    let (one, other) = (identity.guest("blue").await, identity.guest("blue").await);
    let one = identity.login(&one, "ada", OTHER_PASSWORD).await;
    let other = identity.login(&other, "ada", OTHER_PASSWORD).await;

    let proved = identity.confirm(&one, &address("ada")).await.unwrap();

    assert_eq!(proved, ConfirmMailboxResponse::default());
    assert!(identity.session(&one).await.is_some() && identity.session(&other).await.is_some());
    assert!(identity.try_login(&guest, "ada", OTHER_PASSWORD).await.is_ok());
}

#[tokio::test]
async fn r004_another_address_proves_nothing() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;

    let other = identity.confirm(&ada, &address("grace")).await.unwrap_err();
    let nobody = identity.guest("blue").await;
    let nobody = identity.confirm(&nobody, &address("ada")).await.unwrap_err();

    assert_eq!((other.code(), code(&other)), (Code::FailedPrecondition, "OTHER_ADDRESS".to_owned()));
    assert_eq!(code(&nobody), "NOT_AUTHENTICATED");
    assert!(identity.session(&ada).await.is_some());
    let proved = "select count(*) from account where mailbox_proved_at is not null";
    assert_eq!(identity.count(proved).await, 0);
}

#[tokio::test]
async fn an_account_counts_as_a_guests_until_it_is_a_day_old_and_its_mailbox_is_proved() {
    let mut identity = Harness::new().await;
    let mut accounts = Vec::new();
    for name in ["ada", "mary"] {
        identity.register("blue", name).await;
        let browser = identity.guest("blue").await;
        accounts.push(identity.login(&browser, name, PASSWORD).await);
    }
    identity.prove_mailbox("ada").await;

    identity.later(Duration::days(1) - Duration::seconds(1));
    let young = identity.standing(&accounts[0]).await;
    identity.later(Duration::seconds(1));

    assert_eq!(young, (false, 86_399));
    assert_eq!(identity.standing(&accounts[0]).await, (true, 86_400));
    assert_eq!(identity.standing(&accounts[1]).await, (false, 86_400));
    let guest = identity.guest("blue").await;
    assert_eq!(identity.standing(&guest).await, (false, 0));
}

#[tokio::test]
async fn watch02_a_session_says_whether_its_users_mailbox_is_proved() {
    let mut identity = Harness::new().await;
    let registered = identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;
    let before = identity.session(&ada).await.unwrap().user.unwrap();

    identity.prove_mailbox("ada").await;

    assert!(!registered.is_mailbox_proved && !before.is_mailbox_proved);
    assert!(identity.session(&ada).await.unwrap().user.unwrap().is_mailbox_proved);
    let again = identity.try_login(&ada, "ada", PASSWORD).await.unwrap();
    assert!(again.session.unwrap().user.unwrap().is_mailbox_proved);
    identity.register("blue", "grace").await;
    let other = identity.guest("blue").await;
    let grace = identity.login(&other, "grace", PASSWORD).await;
    assert!(!identity.session(&grace).await.unwrap().user.unwrap().is_mailbox_proved);
}
