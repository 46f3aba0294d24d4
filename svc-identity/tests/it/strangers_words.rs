//! Whoever makes an account may type the address of someone else. No mail of the brand carries their words there.

use futures::future::join_all;
use proto::identity::v1::{RegisterRequest, RequestPasswordResetRequest};
use service::Problem;

use crate::harness::{Harness, PASSWORD, registration};
use crate::mailbox::WaitingMail;

/// Names that a mail program shows as a link, or that could pass for words of the brand.
const HOSTILE: [&str; 30] = [
    "https://evil.example/",
    "http://evil.example/a?b=c",
    "HTTPS://EVIL.EXAMPLE",
    "hxxps://evil.example",
    "//evil.example/",
    "www.evil.example/win",
    "evil.example/prize",
    "evil.example:8080",
    "evil@evil.example",
    "mailto:evil@evil.example",
    "tel:evil",
    "javascript:evil()",
    "data:text/html,evil",
    "<a href=\"https://evil.example\">evil</a>",
    "<img src=https://evil.example/p.png>",
    "<https://evil.example>",
    "[evil](https://evil.example)",
    "\"evil\"",
    "evil 'quoted'",
    "evil\u{2024}example/",
    "evil。example/x",
    "ｅvil evil",
    "\u{202e}elpmaxe.evil evil",
    "e\u{200b}vil evil",
    "évil evil",
    "еvil evil",
    "You won! Go to evil dot example",
    "evil\n\nhttps://evil.example",
    "evil\r\nBcc: evil@evil.example",
    "{{ evil }} ${evil} %evil%",
];

#[tokio::test]
async fn no_hostile_name_becomes_a_user_name() {
    let mut identity = Harness::new().await;
    let browser = identity.guest("blue").await;

    for name in HOSTILE {
        let request = RegisterRequest { username: name.into(), ..registration("ada") };
        let status = identity.client.register(browser.request(request)).await.unwrap_err();
        let fields: Vec<_> = Problem::from_status(&status).fields.into_iter().map(|it| it.field).collect();
        assert_eq!(fields, ["username"], "{name:?}");
    }
}

#[tokio::test]
async fn the_mails_of_thirty_registrations_quote_nothing_of_their_hostile_profiles() {
    let mut identity = Harness::new().await;
    let browser = identity.guest("blue").await;

    for (n, name) in HOSTILE.into_iter().enumerate() {
        let name = name.replace(char::is_control, " ");
        let request = RegisterRequest {
            username: format!("evil.example-{n}"),
            email: format!("stranger{n}@traveller.example"),
            first_name: name.clone(),
            last_name: name,
            ..registration("ada")
        };
        identity.client.register(browser.request(request)).await.unwrap();
    }

    let mails = identity.waiting_mails().await;
    assert_eq!(mails.len(), HOSTILE.len());
    for WaitingMail { recipient, subject, text, html, sender, stored } in mails {
        let (_, rest) = text.split_once("https://blue.example/confirm-email#token=").unwrap();
        let token = rest.lines().next().unwrap().to_owned();
        let mail = [recipient, subject, text, html, sender, stored].concat().replace(&token, "");
        assert!(!mail.to_lowercase().contains("evil"), "{mail}");
    }
}

#[tokio::test]
async fn accounts_with_hostile_names_from_before_sign_in_and_no_mail_quotes_them() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let like_ada =
        "insert into account (id, brand, username, email, first_name, last_name, password_hash, created_at)
        select gen_random_uuid(), brand, $1, $2, $1, $1, password_hash, created_at
        from account where username = 'ada'";
    let mailbox = |n: usize| format!("stranger{n}@traveller.example");
    for (n, name) in HOSTILE.into_iter().enumerate() {
        sqlx::query(like_ada).bind(name).bind(mailbox(n)).execute(&identity.db.pool).await.unwrap();
    }
    let guest = identity.guest("blue").await;

    assert!(identity.try_login(&guest, HOSTILE[0], PASSWORD).await.is_ok());
    let asked = (0..HOSTILE.len()).map(|n| {
        let mut client = identity.client.clone();
        let request =
            RequestPasswordResetRequest { email: mailbox(n), ..RequestPasswordResetRequest::default() };
        let request = guest.request(request);
        async move { client.request_password_reset(request).await.unwrap() }
    });
    join_all(asked).await;

    let mails = identity.waiting_mails().await;
    assert_eq!(mails.len(), HOSTILE.len());
    for WaitingMail { recipient, subject, text, html, sender, stored } in mails {
        let mail = [recipient, subject, text, html, sender, stored].concat();
        assert!(!mail.to_lowercase().contains("evil"), "{mail}");
    }
}
