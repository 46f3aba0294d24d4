//! The words of this service's mails. Each is plain text, and the same sentences as HTML in the look of the brand.
//!
//! No mail to a traveller quotes what an account's maker typed: the address may be someone else's, and then the brand
//! would mail a stranger's words. The address alone says which account is meant, because it is that of one account of
//! the brand, and signs in.

use askama::Template;
use mail::{Letterhead, Mail, Seal};
use proto::common::v1::Letterhead as LetterheadMessage;
use service::Mode;
use url::Url;
use uuid::Uuid;

use crate::domain::account::Account;
use crate::domain::system_mode::SystemMode;

/// This service has no key. Only the links in its mails are secret: each works once, for a week at most.
pub const SEAL: Seal = Seal::InClear;

/// What a mail says. One sentence or two make a paragraph.
#[derive(Default)]
struct Notice {
    before: Vec<String>,
    link: Option<Link>,
    after: Vec<String>,
}

struct Link {
    /// What the link is for; ends in a colon.
    call: &'static str,
    /// On its button.
    label: &'static str,
    url: Url,
}

#[derive(Template)]
#[template(path = "notice.txt")]
struct Text<'n> {
    look: &'n Letterhead,
    notice: &'n Notice,
}

#[derive(Template)]
#[template(path = "notice.html")]
struct Html<'n> {
    look: &'n Letterhead,
    title: &'n str,
    notice: &'n Notice,
}

fn mail_to(account: &Account, look: &Letterhead, title: &str, notice: &Notice, dedupe_key: String) -> Mail {
    let render = "a template of strings alone renders";
    Mail {
        to: account.email.clone(),
        subject: title.to_owned(),
        text: Text { look, notice }.render().expect(render).trim().to_owned() + "\n",
        html: Some(Html { look, title, notice }.render().expect(render)),
        attachments: Vec::new(),
        sender: Some(look.sender()),
        not_before: None,
        useless_after: None,
        dedupe_key,
    }
}

/// The token stands behind a #: browsers send no fragment to a server, so it reaches no log.
fn password_link(call: &'static str, site: &Url, token: &str) -> Link {
    let url = mail::link(site, &format!("/reset-password#token={token}"));
    Link { call, label: "Choose a password", url }
}

pub fn reset_password(
    account: &Account,
    look: &Letterhead,
    site: &Url,
    token: &str,
    is_proved: bool,
) -> Mail {
    let call = if is_proved {
        "To choose one, open this link within 30 minutes:"
    } else {
        "To choose one, open this link within 24 hours:"
    };
    let notice = Notice {
        before: vec!["You asked for a new password for your account.".to_owned()],
        link: Some(password_link(call, site, token)),
        after: vec!["If it wasn't you, ignore this e-mail. Your password stays the same.".to_owned()],
    };
    let key = format!("reset-password/{}", Uuid::now_v7());
    mail_to(account, look, "Choose a new password", &notice, key)
}

pub fn password_changed(account: &Account, look: &Letterhead, site: &Url) -> Mail {
    let title = "Your password was changed";
    let key = format!("password-changed/{}", Uuid::now_v7());
    let before = vec![
        "The password for your account was changed, and all other devices were signed out. If it was you, there's \
         nothing to do."
            .to_owned(),
    ];
    // An administrator's mailbox opens no way in (`Accounts::request_password_reset`).
    if account.is_admin() {
        let call =
            "If it wasn't you, someone else has your account. Tell the operator of the booking system now.";
        let notice = Notice { before, after: vec![call.to_owned()], ..Notice::default() };
        return Mail { sender: None, ..mail_to(account, &operator(), title, &notice, key) };
    }
    let link = Link {
        call: "If it wasn't you, someone else knows your password. Choose a new one now:",
        label: "Choose a new password",
        url: mail::link(site, "/forgot-password"),
    };
    let notice = Notice { before, link: Some(link), ..Notice::default() };
    mail_to(account, look, title, &notice, key)
}

pub fn set_password(account: &Account, look: &Letterhead, site: &Url, token: &str, booking_id: Uuid) -> Mail {
    let notice = Notice {
        before: vec![
            "We created an account so you can manage this trip. To log in, use this e-mail address."
                .to_owned(),
        ],
        link: Some(password_link(CHOOSE, site, token)),
        after: vec![ONCE.to_owned()],
    };
    mail_to(account, look, "Set up your account", &notice, format!("set-password/{booking_id}"))
}

const CHOOSE: &str = "To choose your password, open this link:";
const ONCE: &str = "This link works once and expires in 7 days.";

/// The booker had seen the password that the account was made with.
pub fn password_ended(account: &Account, look: &Letterhead, site: &Url, token: &str) -> Mail {
    let notice = Notice {
        before: vec![
            "You added a trip to your account, so we know that this e-mail address is yours. To keep the account safe, \
             we ended its first password and signed out all other devices."
                .to_owned(),
        ],
        link: Some(password_link(CHOOSE, site, token)),
        after: vec![ONCE.to_owned()],
    };
    mail_to(account, look, "Choose your password", &notice, format!("password-ended/{}", account.id))
}

/// Says nothing about the trip: the booker may know the address and no more.
pub fn account_exists(account: &Account, look: &Letterhead, site: &Url, booking_id: Uuid) -> Mail {
    let notice = Notice {
        before: vec![
            "Someone who wasn't signed in booked a trip with your e-mail address. The trip isn't in your account yet."
                .to_owned(),
            "If it was you, we've sent the confirmation in another e-mail, with a link to the trip. To add the trip to \
             your account, open that link, log in, and choose \"Add to My Trips\"."
                .to_owned(),
        ],
        link: Some(Link {
            call: "Next time, log in before you book:",
            label: "Log in",
            url: mail::link(site, "/login"),
        }),
        after: vec!["If it wasn't you, there's nothing to do. Nobody has opened your account.".to_owned()],
    };
    mail_to(
        account,
        look,
        "A booking with your e-mail address",
        &notice,
        format!("account-exists/{booking_id}"),
    )
}

/// Signs the mails to administrators, who have no brand.
fn operator() -> Letterhead {
    Letterhead::of(Some(LetterheadMessage {
        name: "Booking system".to_owned(),
        ..LetterheadMessage::default()
    }))
}

pub fn mode_changed(administrator: &Account, by: &Account, mode: SystemMode) -> Mail {
    let name = if mode.mode == Mode::Live { "LIVE" } else { "TEST" };
    let notice = Notice {
        before: vec![
            format!("{} switched the booking system to {name} mode.", by.username),
            "If this wasn't planned, switch it back now.".to_owned(),
        ],
        ..Notice::default()
    };
    let title = format!("The booking system is in {name} mode");
    let key = format!("mode/{}/{}", mode.version, administrator.id);
    Mail { sender: None, ..mail_to(administrator, &operator(), &title, &notice, key) }
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;

    use super::*;

    #[test]
    fn no_mail_to_a_traveller_quotes_what_the_maker_of_the_account_typed() {
        let hostile = "https://evil.example/";
        let account = Account {
            id: Uuid::nil(),
            brand: Some("blue".to_owned()),
            username: hostile.to_owned(),
            email: "stranger@traveller.example".to_owned(),
            first_name: hostile.to_owned(),
            last_name: hostile.to_owned(),
            created_at: OffsetDateTime::UNIX_EPOCH,
        };
        let look = Letterhead::of(None);
        let site = Url::parse("https://blue.example/").expect("a URL");

        let mails = [
            reset_password(&account, &look, &site, "t", false),
            reset_password(&account, &look, &site, "t", true),
            password_changed(&account, &look, &site),
            set_password(&account, &look, &site, "t", Uuid::nil()),
            password_ended(&account, &look, &site, "t"),
            account_exists(&account, &look, &site, Uuid::nil()),
        ];

        for mail in mails {
            let whole = [mail.subject, mail.text, mail.html.unwrap_or_default()].concat();
            assert!(whole.contains("https://blue.example/") && !whole.contains("evil"), "{whole}");
        }
    }
}
