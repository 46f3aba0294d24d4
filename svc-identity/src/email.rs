//! The words of this service's mails. Each is plain text, and the same sentences as HTML in the look of the brand.
//!
//! No mail to a traveller quotes what an account's maker typed: the address may be someone else's, and then the brand
//! would mail a stranger's words. The address alone says which account is meant, because it is that of one account of
//! the brand, and signs in.

use askama::Template;
use mail::{Letterhead, Mail};
use proto::common::v1::Letterhead as LetterheadMessage;
use service::Mode;
use texts::Locale;
use url::Url;
use uuid::Uuid;

use crate::domain::account::Account;
use crate::domain::system_mode::SystemMode;
use crate::texts::Texts;

/// What a mail says. One sentence or two make a paragraph.
#[derive(Default)]
struct Notice {
    before: Vec<String>,
    link: Option<Link>,
    after: Vec<String>,
}

struct Link {
    /// What the link is for; ends in a colon.
    call: String,
    /// On its button.
    label: String,
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

fn mail_to(account: &Account, look: &Letterhead, title: String, notice: &Notice, dedupe_key: String) -> Mail {
    let render = "a template of strings alone renders";
    Mail {
        to: account.email.clone(),
        text: Text { look, notice }.render().expect(render).trim().to_owned() + "\n",
        html: Some(Html { look, title: &title, notice }.render().expect(render)),
        subject: title,
        attachments: Vec::new(),
        sender: Some(look.sender()),
        not_before: None,
        useless_after: None,
        unsubscribe: None,
        dedupe_key,
    }
}

/// Opening the page does nothing: programs that look through mails open its links too.
pub fn confirm_mailbox(account: &Account, look: &Letterhead, site: &Url, token: &str) -> Mail {
    let texts = Texts::of(look.locale);
    let link = Link {
        call: texts.confirm(),
        label: texts.confirm_button(),
        url: mail::link(site, &format!("/confirm-email#token={token}")),
    };
    let notice = Notice {
        before: vec![texts.account_made()],
        link: Some(link),
        after: vec![texts.link_lives_a_week(), texts.confirm_other_uses(), texts.not_your_account()],
    };
    mail_to(account, look, texts.confirm_title(), &notice, format!("confirm-mailbox/{}", Uuid::now_v7()))
}

/// The token stands behind a #: browsers send no fragment to a server, so it reaches no log.
fn password_link(texts: Texts, call: String, site: &Url, token: &str) -> Link {
    let url = mail::link(site, &format!("/reset-password#token={token}"));
    Link { call, label: texts.choose_button(), url }
}

pub fn reset_password(
    account: &Account,
    look: &Letterhead,
    site: &Url,
    token: &str,
    is_proved: bool,
) -> Mail {
    let texts = Texts::of(look.locale);
    let call = if is_proved { texts.choose_in_half_an_hour() } else { texts.choose_in_a_day() };
    let notice = Notice {
        before: vec![texts.you_asked()],
        link: Some(password_link(texts, call, site, token)),
        after: vec![texts.password_stays()],
    };
    let key = format!("reset-password/{}", Uuid::now_v7());
    mail_to(account, look, texts.choose_title(), &notice, key)
}

/// With a token the link sets a password, and without one it leads to where a link is asked for.
pub fn password_changed(account: &Account, look: &Letterhead, site: &Url, token: Option<&str>) -> Mail {
    let texts = Texts::of(look.locale);
    let (title, before) = (texts.changed_title(), vec![texts.changed()]);
    let key = format!("password-changed/{}", Uuid::now_v7());
    // An administrator's mailbox opens no way in (`Accounts::request_password_reset`).
    if account.is_admin() {
        let notice = Notice { before, after: vec![texts.changed_of_administrator()], ..Notice::default() };
        return Mail { sender: None, ..mail_to(account, &operator(look.locale), title, &notice, key) };
    }
    let call = texts.changed_by_another();
    let link = match token {
        Some(token) => password_link(texts, call, site, token),
        None => Link { call, label: texts.choose_new_button(), url: mail::link(site, "/forgot-password") },
    };
    let notice = Notice { before, link: Some(link), ..Notice::default() };
    mail_to(account, look, title, &notice, key)
}

pub fn set_password(account: &Account, look: &Letterhead, site: &Url, token: &str, booking_id: Uuid) -> Mail {
    let texts = Texts::of(look.locale);
    let notice = Notice {
        before: vec![texts.set_up()],
        link: Some(password_link(texts, texts.choose(), site, token)),
        after: vec![texts.set_up_confirms(), texts.link_lives_a_week()],
    };
    mail_to(account, look, texts.set_up_title(), &notice, format!("set-password/{booking_id}"))
}

/// The booker had seen the password that the account was made with.
pub fn password_ended(account: &Account, look: &Letterhead, site: &Url, token: &str) -> Mail {
    let texts = Texts::of(look.locale);
    let notice = Notice {
        before: vec![texts.ended()],
        link: Some(password_link(texts, texts.choose(), site, token)),
        after: vec![texts.link_lives_a_week()],
    };
    mail_to(account, look, texts.ended_title(), &notice, format!("password-ended/{}", account.id))
}

pub fn account_closed(account: &Account, look: &Letterhead, site: &Url) -> Mail {
    let texts = Texts::of(look.locale);
    let (title, key) = (texts.closed_title(), format!("account-closed/{}", account.id));
    if account.is_admin() {
        let notice = Notice { before: vec![texts.closed_of_administrator()], ..Notice::default() };
        return Mail { sender: None, ..mail_to(account, &operator(look.locale), title, &notice, key) };
    }
    let link = Link {
        call: texts.closed_open_trip(),
        label: texts.closed_find_trip(),
        url: mail::link(site, "/trip"),
    };
    let notice =
        Notice { before: vec![texts.closed()], link: Some(link), after: vec![texts.closed_by_another()] };
    mail_to(account, look, title, &notice, key)
}

pub fn second_factor_set_up(administrator: &Account, locale: Locale) -> Mail {
    let texts = Texts::of(locale);
    let what = vec![texts.factor_set_up(), texts.changed_of_administrator()];
    second_factor_notice(administrator, locale, texts.factor_set_up_title(), what)
}

pub fn recovery_codes_made(administrator: &Account, locale: Locale) -> Mail {
    let texts = Texts::of(locale);
    let what = vec![texts.codes_made(), texts.changed_of_administrator()];
    second_factor_notice(administrator, locale, texts.codes_made_title(), what)
}

pub fn recovery_code_used(administrator: &Account, left: u32, locale: Locale) -> Mail {
    let texts = Texts::of(locale);
    let what = vec![texts.code_used(left), texts.changed_of_administrator()];
    second_factor_notice(administrator, locale, texts.code_used_title(), what)
}

pub fn second_factor_removed(administrator: &Account, locale: Locale) -> Mail {
    let texts = Texts::of(locale);
    let what = vec![texts.factor_removed(), texts.factor_not_asked()];
    second_factor_notice(administrator, locale, texts.factor_removed_title(), what)
}

fn second_factor_notice(administrator: &Account, locale: Locale, title: String, before: Vec<String>) -> Mail {
    let notice = Notice { before, ..Notice::default() };
    let key = format!("second-factor/{}", Uuid::now_v7());
    Mail { sender: None, ..mail_to(administrator, &operator(locale), title, &notice, key) }
}

/// Says nothing about the trip: the booker may know the address and no more.
pub fn account_exists(account: &Account, look: &Letterhead, site: &Url, booking_id: Uuid) -> Mail {
    let texts = Texts::of(look.locale);
    let notice = Notice {
        before: vec![texts.exists(), texts.exists_if_you()],
        link: Some(Link {
            call: texts.log_in_first(),
            label: texts.log_in_button(),
            url: mail::link(site, "/login"),
        }),
        after: vec![texts.exists_if_not_you()],
    };
    mail_to(account, look, texts.exists_title(), &notice, format!("account-exists/{booking_id}"))
}

/// Signs the mails to administrators, who have no brand.
fn operator(locale: Locale) -> Letterhead {
    let name = Texts::of(locale).operator();
    Letterhead { locale, ..Letterhead::of(Some(LetterheadMessage { name, ..LetterheadMessage::default() })) }
}

pub fn mode_changed(administrator: &Account, by: &Account, mode: SystemMode, locale: Locale) -> Mail {
    let texts = Texts::of(locale);
    let (title, switched) = if mode.mode == Mode::Live {
        (texts.live_title(), texts.switched_to_live(&by.username))
    } else {
        (texts.test_title(), texts.switched_to_test(&by.username))
    };
    let notice = Notice { before: vec![switched, texts.switch_back()], ..Notice::default() };
    let key = format!("mode/{}/{}", mode.version, administrator.id);
    Mail { sender: None, ..mail_to(administrator, &operator(locale), title, &notice, key) }
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;

    use super::*;

    fn account(brand: Option<&str>, typed: &str) -> Account {
        Account {
            id: Uuid::nil(),
            brand: brand.map(ToOwned::to_owned),
            username: typed.to_owned(),
            email: "stranger@traveller.example".to_owned(),
            first_name: typed.to_owned(),
            last_name: typed.to_owned(),
            created_at: OffsetDateTime::UNIX_EPOCH,
        }
    }

    /// Every mail to a traveller.
    fn mails(account: &Account, look: &Letterhead) -> [Mail; 9] {
        let site = &Url::parse("https://blue.example/").expect("a URL");
        [
            reset_password(account, look, site, "t", false),
            reset_password(account, look, site, "t", true),
            confirm_mailbox(account, look, site, "t"),
            password_changed(account, look, site, None),
            password_changed(account, look, site, Some("t")),
            set_password(account, look, site, "t", Uuid::nil()),
            password_ended(account, look, site, "t"),
            account_closed(account, look, site),
            account_exists(account, look, site, Uuid::nil()),
        ]
    }

    #[test]
    fn no_mail_to_a_traveller_quotes_what_the_maker_of_the_account_typed() {
        let account = account(Some("blue"), "https://evil.example/");

        for mail in mails(&account, &Letterhead::of(None)) {
            let whole = [mail.subject, mail.text, mail.html.unwrap_or_default()].concat();
            assert!(whole.contains("https://blue.example/") && !whole.contains("evil"), "{whole}");
        }
    }

    #[test]
    fn no_word_of_a_mail_stands_outside_the_catalogue() {
        let (traveller, administrator) = (account(Some("blue"), "Άδα"), account(None, "Άδα"));
        let message = LetterheadMessage { name: "Μπλε".to_owned(), ..LetterheadMessage::default() };
        let look = Letterhead { locale: Locale::Accented, ..Letterhead::of(Some(message)) };
        let site = Url::parse("https://blue.example/").expect("a URL");
        let switched = [Mode::Live, Mode::Test].map(|mode| {
            let mode = SystemMode { mode, version: 1 };
            mode_changed(&administrator, &administrator, mode, Locale::Accented)
        });
        let to_administrator = [
            password_changed(&administrator, &look, &site, None),
            account_closed(&administrator, &look, &site),
            second_factor_set_up(&administrator, Locale::Accented),
            recovery_codes_made(&administrator, Locale::Accented),
            recovery_code_used(&administrator, 1, Locale::Accented),
            recovery_code_used(&administrator, 0, Locale::Accented),
            second_factor_removed(&administrator, Locale::Accented),
        ];
        let to_administrators = to_administrator.into_iter().chain(switched);

        for mail in mails(&traveller, &look).into_iter().chain(to_administrators) {
            let seen = texts::of_html(&mail.html.unwrap_or_default());
            for text in [mail.subject, mail.text, seen] {
                assert_eq!(texts::unaccented(&text, &[]), [""; 0], "{text}");
            }
        }
    }
}
