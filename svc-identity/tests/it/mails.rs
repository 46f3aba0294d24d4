//! A mail has two bodies that say the same, in the look of the brand that sends it.

use proto::common::v1::Letterhead;
use proto::identity::v1::RequestPasswordResetRequest;

use crate::harness::{Harness, OTHER_PASSWORD, SITE, address};
use crate::mailbox::WaitingMail;
use crate::passwords::ask_for_reset;

/// Text and HTML of the one mail that asking for a reset brings.
async fn reset_mail(letterhead: Option<Letterhead>) -> (String, String, String) {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    let request =
        RequestPasswordResetRequest { email: address("ada"), client_address: String::new(), letterhead };
    identity.client.request_password_reset(guest.request(request)).await.unwrap();
    let WaitingMail { text, html, sender, .. } = identity.waiting_mails().await.remove(0);
    (text, html, sender)
}

#[tokio::test]
async fn a_brand_signs_its_mails_in_its_colours() {
    let (text, html, sender) = reset_mail(Some(Letterhead {
        name: "Blue & Sons".into(),
        solid: "#0055aa".into(),
        on_solid: "#fefefe".into(),
        link: "#004488".into(),
        phone: "+1 617 555 0100".into(),
        email: "help@blue.example".into(),
        postal_address: "Blue Ltd, 1 Pine St, Boston, MA 02210".into(),
        logo: "https://blue.example/logo.png".into(),
    }))
    .await;

    assert_eq!(sender, "Blue & Sons");
    for words in [
        "background: #0055aa; color: #fefefe",
        "<img src=\"https://blue.example/logo.png\" alt=\"Blue &#38; Sons\" height=\"32\"",
        "+1 617 555 0100",
        "help@blue.example",
        "<br>Blue Ltd, 1 Pine St, Boston, MA 02210",
    ] {
        assert!(html.contains(words), "{words} in {html}");
    }
    assert!(text.ends_with("\n\nBlue Ltd, 1 Pine St, Boston, MA 02210\n"), "{text}");
}

#[tokio::test]
async fn both_bodies_of_a_mail_say_the_same_and_have_the_same_link() {
    let (text, html, _) = reset_mail(None).await;

    let link = text.lines().find(|line| line.starts_with(SITE)).unwrap();
    assert!(html.contains(&format!("href=\"{link}\"")), "{html}");
    let sentences: Vec<_> = text.lines().filter(|line| !line.is_empty() && *line != link).collect();
    assert_eq!(sentences.len(), 3, "{text}");
    for sentence in sentences {
        let escaped = sentence.replace('\'', "&#39;");
        assert!(html.contains(&format!("{escaped}</p>")), "{sentence} in {html}");
    }
}

#[tokio::test]
async fn a_brand_without_a_logo_is_set_in_type_beside_the_sign_of_a_route() {
    let (text, html, _) = reset_mail(Some(Letterhead { name: "Blue".into(), ..Letterhead::default() })).await;

    assert!(!html.contains("<img"), "{html}");
    assert!(html.contains(">&#9679;</td>") && html.contains(">&#9675;</td>"), "{html}");
    assert!(!html.contains("<br>") && text.ends_with("stays the same.\n"), "nothing in place of an address");
}

#[tokio::test]
async fn no_word_of_a_brand_is_markup_in_a_mail() {
    let attack = "<img src=x onerror=alert(1)>";
    let look = Letterhead {
        name: attack.into(),
        solid: "red;}".into(),
        email: "\"><script>".into(),
        postal_address: attack.into(),
        logo: "https://blue.example/\"><script>".into(),
        ..Letterhead::default()
    };

    let (_, html, _) = reset_mail(Some(look)).await;

    for markup in ["<img src=x", "<script", "red;}"] {
        assert!(!html.contains(markup), "{markup} in {html}");
    }
}

#[tokio::test]
async fn a_mail_with_a_link_can_not_be_read_in_the_database_while_it_waits() {
    let mut identity = Harness::new().await;
    identity.register("blue", "ada").await;
    let guest = identity.guest("blue").await;
    ask_for_reset(&mut identity, &guest, &address("ada")).await;
    let token = identity.mailed_token(&address("ada")).await;

    let rows = "select o::text || encode(sealed, 'escape') from mail_outbox as o";
    let kept: String = sqlx::query_scalar(rows).fetch_one(&identity.db.pool).await.unwrap();

    for word in [address("ada").as_str(), "blue.example", &token] {
        assert!(!kept.contains(word), "{word} in {kept}");
    }
    identity.reset_password(&guest, &token, OTHER_PASSWORD).await.unwrap();
}
