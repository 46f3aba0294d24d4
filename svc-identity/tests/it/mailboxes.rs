//! What the first proof of a mailbox does to an account that was made without one.

use proto::identity::v1::{
    ConfirmMailboxRequest, ConfirmMailboxResponse, CreateBookingAccountRequest, CreateBookingAccountResponse,
    ProveMailboxRequest, ProveMailboxResponse, RequestMailboxLinkRequest,
};
use time::Duration;
use tonic::{Code, Response, Status};
use uuid::Uuid;

use crate::harness::{Browser, Harness, OTHER_PASSWORD, PASSWORD, address, code, registration};
use crate::passwords::ask_for_reset;

const PROVED: &str = "select count(*) from account where mailbox_proved_at is not null";

impl Harness {
    /// The call of svc-booking when the browser has opened a link that was mailed to `email`.
    async fn confirm(&mut self, browser: &Browser, email: &str) -> Result<ConfirmMailboxResponse, Status> {
        let request = ConfirmMailboxRequest { email: email.into(), letterhead: None };
        self.client.confirm_mailbox(browser.request(request)).await.map(Response::into_inner)
    }

    /// Ada's account, which she has just made, and the token that was mailed to her.
    async fn new_account(&mut self) -> String {
        let guest = self.guest("blue").await;
        self.client.register(guest.request(registration("ada"))).await.unwrap();
        self.mailed_token(&address("ada")).await
    }

    async fn prove_by_link(
        &mut self,
        browser: &Browser,
        token: &str,
    ) -> Result<ProveMailboxResponse, Status> {
        let request = ProveMailboxRequest { token: token.into(), letterhead: None };
        self.client.prove_mailbox(browser.request(request)).await.map(Response::into_inner)
    }

    async fn ask_for_link(&mut self, browser: &Browser) -> Result<(), Status> {
        let request = RequestMailboxLinkRequest { letterhead: None };
        self.client.request_mailbox_link(browser.request(request)).await.map(|_| ())
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
    assert_eq!(identity.count(PROVED).await, 0);
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

#[tokio::test]
async fn r004_the_link_of_a_registration_proves_the_mailbox_once_and_ends_the_other_sessions() {
    let mut identity = Harness::new().await;
    let token = identity.new_account().await;
    let (guest, thief) = (identity.guest("blue").await, identity.guest("blue").await);
    let ada = identity.login(&guest, "ada", PASSWORD).await;
    let thief = identity.login(&thief, "ada", PASSWORD).await;

    let proved = identity.prove_by_link(&ada, &token).await.unwrap();

    assert!(!proved.password_ended, "a password that somebody chose stays");
    assert_eq!((identity.session(&thief).await, identity.session(&ada).await), (None, None));
    let ada = ada.renewed(proved.session_token);
    assert!(identity.session(&ada).await.unwrap().user.unwrap().is_mailbox_proved);
    let again = identity.prove_by_link(&ada, &token).await.unwrap_err();
    assert_eq!((again.code(), code(&again).as_str()), (Code::InvalidArgument, "TOKEN_INVALID"));
    let as_password = identity.reset_password(&guest, &token, OTHER_PASSWORD).await.unwrap_err();
    assert_eq!(code(&as_password), "TOKEN_INVALID");
}

#[tokio::test]
async fn r004_who_is_not_signed_in_proves_the_mailbox_by_setting_a_password_with_the_same_link() {
    let mut identity = Harness::new().await;
    let token = identity.new_account().await;
    let (stranger, owner) = (identity.guest("blue").await, identity.guest("blue").await);
    let stranger = identity.login(&stranger, "ada", PASSWORD).await;

    let opened = identity.prove_by_link(&owner, &token).await.unwrap_err();
    assert_eq!((code(&opened).as_str(), identity.count(PROVED).await), ("NOT_AUTHENTICATED", 0));
    identity.reset_password(&owner, &token, OTHER_PASSWORD).await.unwrap();

    assert_eq!(identity.session(&stranger).await, None);
    assert!(identity.try_login(&stranger, "ada", PASSWORD).await.is_err(), "who made it knows its password");
    assert_eq!(identity.count(PROVED).await, 1);
}

#[tokio::test]
async fn r004_another_accounts_link_proves_nothing_and_works_on() {
    let mut identity = Harness::new().await;
    let token = identity.new_account().await;
    identity.register("blue", "grace").await;
    let (guest, other) = (identity.guest("blue").await, identity.guest("blue").await);
    let ada = identity.login(&guest, "ada", PASSWORD).await;
    let grace = identity.login(&other, "grace", PASSWORD).await;

    let refused = identity.prove_by_link(&grace, &token).await.unwrap_err();

    assert_eq!((code(&refused).as_str(), identity.count(PROVED).await), ("TOKEN_INVALID", 0));
    assert!(identity.session(&grace).await.is_some());
    identity.prove_by_link(&ada, &token).await.unwrap();
}

#[tokio::test]
async fn the_link_of_a_registration_works_for_seven_days() {
    for (age, expected) in [(Duration::days(7) - Duration::seconds(1), 1), (Duration::days(7), 0)] {
        let mut identity = Harness::new().await;
        let token = identity.new_account().await;
        let guest = identity.guest("blue").await;
        let ada = identity.login(&guest, "ada", PASSWORD).await;

        identity.later(age);
        let answer = identity.prove_by_link(&ada, &token).await;

        assert_eq!((answer.is_ok(), identity.count(PROVED).await), (expected == 1, expected), "{age}");
    }
}

#[tokio::test]
async fn another_link_is_mailed_once_a_day_and_none_once_the_mailbox_is_proved() {
    let mut identity = Harness::new().await;
    identity.new_account().await;
    let guest = identity.guest("blue").await;
    let ada = identity.login(&guest, "ada", PASSWORD).await;
    let mails = async |identity: &Harness| identity.mails(&address("ada")).await.len();

    identity.ask_for_link(&ada).await.unwrap();
    identity.ask_for_link(&ada).await.unwrap();
    assert_eq!(mails(&identity).await, 2);
    identity.later(Duration::days(1));
    identity.ask_for_link(&ada).await.unwrap();
    assert_eq!(mails(&identity).await, 3);
    let token = identity.mailed_token(&address("ada")).await;
    let ada = ada.renewed(identity.prove_by_link(&ada, &token).await.unwrap().session_token);
    identity.later(Duration::days(1));
    identity.ask_for_link(&ada).await.unwrap();
    assert_eq!(mails(&identity).await, 3);

    let nobody = identity.guest("blue").await;
    let refused = identity.ask_for_link(&nobody).await.unwrap_err();
    assert_eq!(code(&refused), "NOT_AUTHENTICATED");
}

#[tokio::test]
async fn a_password_forgotten_on_the_first_day_brings_a_link() {
    let mut identity = Harness::new().await;
    identity.new_account().await;
    let guest = identity.guest("blue").await;

    ask_for_reset(&mut identity, &guest, &address("ada")).await;

    let token = identity.mailed_token(&address("ada")).await;
    identity.reset_password(&guest, &token, OTHER_PASSWORD).await.unwrap();
    assert_eq!(identity.count(PROVED).await, 1);
}
