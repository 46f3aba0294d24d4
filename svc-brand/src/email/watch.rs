//! The mails to those who watch a price. Each is plain text, and the same sentences as HTML in the look of the brand.
//!
//! A token stands behind a #: browsers send no fragment to a server, so it reaches no log. The address for mail programs
//! alone has it in its query, as they send nothing else (RFC 8058).

use std::iter;

use askama::Template;
use mail::{Letterhead, Mail};
use money::Money;
use time::macros::format_description;
use time::{Date, OffsetDateTime, UtcOffset};
use url::Url;
use uuid::Uuid;

use crate::domain::cities::named;
use crate::domain::watch::{CONFIRMED_WITHIN, Cabin, Trip, over_everywhere};
use crate::texts::Texts;

/// Who is written to, and by whom.
#[derive(Clone, Copy)]
pub struct Addressee<'a> {
    pub email: &'a str,
    pub look: &'a Letterhead,
    /// The brand's public address.
    pub site: &'a Url,
}

/// A price that is worth a mail: sale prices, for the whole party.
pub struct Fall {
    pub before: Money,
    pub now: Money,
    pub seen_at: OffsetDateTime,
}

/// What a mail says, from top to bottom.
struct Notice {
    title: String,
    before: Vec<String>,
    trip: Option<TripWords>,
    facts: Vec<String>,
    action: Action,
    after: Vec<String>,
    links: Vec<Link>,
}

struct TripWords {
    route: String,
    days: String,
    /// Cabin and travellers.
    party: String,
}

/// What the mail is for.
struct Action {
    /// What its link is for; ends in a colon.
    call: String,
    /// On its button.
    label: String,
    url: Url,
}

struct Link {
    label: String,
    url: Url,
}

#[derive(Template)]
#[template(path = "watch.txt")]
struct Text<'n> {
    texts: Texts,
    look: &'n Letterhead,
    notice: &'n Notice,
}

#[derive(Template)]
#[template(path = "watch.html")]
struct Html<'n> {
    look: &'n Letterhead,
    notice: &'n Notice,
}

/// Asks whether the reader wants the watch that was begun with their address. `again` where it is to tell of further falls
/// too.
pub fn confirm(
    to: Addressee<'_>,
    trip: &Trip,
    again: bool,
    token: &str,
    watch: Uuid,
    now: OffsetDateTime,
) -> Mail {
    let texts = Texts::of(to.look.locale);
    let notice = Notice {
        title: texts.watch_confirm_title(),
        before: vec![texts.watch_you_asked()],
        trip: Some(words(texts, trip)),
        facts: mails_when(texts, again),
        action: Action {
            call: texts.watch_confirm_call(),
            label: texts.watch_confirm_button(),
            url: about(watched_prices(to.site, "start", token), watch),
        },
        after: vec![texts.watch_not_you()],
        links: Vec::new(),
    };
    let key = format!("watch/{watch}/confirm/{}", Uuid::now_v7());
    Mail { useless_after: Some(now + CONFIRMED_WITHIN), ..mail_to(to, &notice, key) }
}

/// Says that a watch has started, to an address that has confirmed one before. `again` where it tells of further falls
/// too.
pub fn started(to: Addressee<'_>, trip: &Trip, again: bool, manage_token: &str, watch: Uuid) -> Mail {
    let texts = Texts::of(to.look.locale);
    let notice = Notice {
        title: texts.watch_started_title(),
        before: vec![texts.watch_started()],
        trip: Some(words(texts, trip)),
        facts: mails_when(texts, again),
        action: list_action(texts, texts.watch_list_call(), about(list(to.site, manage_token), watch)),
        after: Vec::new(),
        links: vec![stop_link(texts, to.site, manage_token)],
    };
    let key = format!("watch/{watch}/started/{}", Uuid::now_v7());
    Mail { unsubscribe: Some(one_click(to.site, manage_token)), ..mail_to(to, &notice, key) }
}

/// Says that the address watches as many prices as it may: once a day, where `watch` is always the same of the address.
pub fn limit_reached(to: Addressee<'_>, manage_token: &str, watch: Uuid, now: OffsetDateTime) -> Mail {
    let texts = Texts::of(to.look.locale);
    let notice = Notice {
        title: texts.watch_limit_title(),
        before: Vec::new(),
        trip: None,
        facts: Vec::new(),
        action: list_action(texts, texts.watch_limit(), list(to.site, manage_token)),
        after: Vec::new(),
        links: Vec::new(),
    };
    // About the address: it does not go with the watch.
    let key = format!("watch-limit/{watch}/{}", now.to_offset(UtcOffset::UTC).date());
    mail_to(to, &notice, key)
}

/// Tells of a fall: the `nth` of the watch, counted from 1. `is_last` where the watch ends with it: nothing is left to
/// stop, and the mail says how to go on.
pub fn fell(
    to: Addressee<'_>,
    trip: &Trip,
    fall: &Fall,
    manage_token: &str,
    watch: Uuid,
    nth: i32,
    is_last: bool,
) -> Mail {
    let texts = Texts::of(to.look.locale);
    let (price, before) = (money::written(fall.now), money::written(fall.before));
    let trip_words = words(texts, trip);
    let subject = texts.watch_fell_subject(&trip_words.route, &price);
    let all = Link { label: texts.watch_list(), url: about(list(to.site, manage_token), watch) };
    let stop = (!is_last).then(|| stop_link(texts, to.site, manage_token));
    let notice = Notice {
        title: texts.watch_fell_title(&price),
        before: vec![texts.watch_fell(&price, before)],
        trip: Some(trip_words),
        facts: vec![seen_at(texts, fall.seen_at), texts.watch_price_moves()],
        action: Action {
            call: texts.watch_search_call(),
            label: texts.watch_search_button(),
            url: search(to.site, trip),
        },
        after: vec![if is_last { texts.watch_is_over() } else { texts.watch_goes_on() }],
        links: iter::once(all).chain(stop).collect(),
    };
    let unsubscribe = Some(one_click(to.site, manage_token));
    let useless_after = Some(over_everywhere(trip.departs_on));
    Mail { subject, unsubscribe, useless_after, ..mail_to(to, &notice, format!("watch/{watch}/{nth}")) }
}

fn mail_to(Addressee { email, look, .. }: Addressee<'_>, notice: &Notice, dedupe_key: String) -> Mail {
    let texts = Texts::of(look.locale);
    Mail {
        to: email.to_owned(),
        subject: notice.title.clone(),
        text: render(&Text { texts, look, notice }).trim().to_owned() + "\n",
        html: Some(render(&Html { look, notice })),
        attachments: Vec::new(),
        sender: Some(look.sender()),
        not_before: None,
        useless_after: None,
        unsubscribe: None,
        dedupe_key,
    }
}

fn render(template: &impl Template) -> String {
    template.render().expect("a template of strings alone renders")
}

/// Where the watches of a token are: `purpose` is what the page does with it.
fn watched_prices(site: &Url, purpose: &str, token: &str) -> Url {
    mail::link(site, &format!("/watched-prices#{purpose}={token}"))
}

/// All watches of the token's address.
fn list(site: &Url, token: &str) -> Url {
    watched_prices(site, "token", token)
}

/// The same page, which then names this watch.
fn about(mut page: Url, watch: Uuid) -> Url {
    let fragment = page.fragment().map(|fragment| format!("{fragment}&watch={watch}"));
    page.set_fragment(fragment.as_deref());
    page
}

fn list_action(texts: Texts, call: String, url: Url) -> Action {
    Action { call, label: texts.watch_list_button(), url }
}

fn stop_link(texts: Texts, site: &Url, token: &str) -> Link {
    Link { label: texts.watch_stop(), url: watched_prices(site, "stop", token) }
}

/// Where a mail program ends the watch for its reader.
fn one_click(site: &Url, token: &str) -> Url {
    let mut url = mail::link(site, "/api/watches/stop");
    url.query_pairs_mut().append_pair("token", token);
    url
}

/// The search of the trip, in the address that the web app reads and writes. It leaves out the choice to see prices
/// with a bag, which a watch does not keep.
fn search(site: &Url, trip: &Trip) -> Url {
    let trip_type = if trip.returns_on.is_some() { "round-trip" } else { "one-way" };
    let ages: Vec<_> = trip.ages.iter().map(ToString::to_string).collect();
    let parameters = [
        ("origin", Some(trip.origin.clone())),
        ("destination", Some(trip.destination.clone())),
        ("departureDate", Some(trip.departs_on.to_string())),
        ("returnDate", trip.returns_on.map(|on| on.to_string())),
        ("cabinClass", Some(trip.cabin.as_str().to_owned())),
        ("adultsCount", Some(trip.adults.to_string())),
        ("childrenCount", Some(trip.children.to_string())),
        ("infantsCount", Some(trip.infants.to_string())),
        ("ages", Some(ages.join(",")).filter(|ages| !ages.is_empty())),
        ("tripType", Some(trip_type.to_owned())),
    ];
    let mut url = mail::link(site, "/search");
    let stated = parameters.into_iter().filter_map(|(name, value)| Some((name, value?)));
    url.query_pairs_mut().extend_pairs(stated);
    url
}

fn words(texts: Texts, trip: &Trip) -> TripWords {
    let out = day(trip.departs_on);
    TripWords {
        route: texts.route(named(&trip.origin), named(&trip.destination)),
        days: match trip.returns_on {
            Some(back) => texts.round_trip_on(out, day(back)),
            None => texts.one_way_on(out),
        },
        party: party(texts, trip),
    }
}

fn party(texts: Texts, trip: &Trip) -> String {
    let (adults, children, infants) =
        (u32::from(trip.adults), u32::from(trip.children), u32::from(trip.infants));
    let parts = [
        Some(cabin(texts, trip.cabin)),
        Some(texts.adults(adults)),
        (children > 0).then(|| texts.children(children)),
        (infants > 0).then(|| texts.infants(infants)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn cabin(texts: Texts, cabin: Cabin) -> String {
    match cabin {
        Cabin::Economy => texts.economy(),
        Cabin::PremiumEconomy => texts.premium_economy(),
        Cabin::Business => texts.business(),
        Cabin::First => texts.first_class(),
    }
}

/// How often a watch mails, and for what.
fn mails_when(texts: Texts, again: bool) -> Vec<String> {
    let how_often = if again { texts.watch_mails_again() } else { texts.watch_mails_once() };
    vec![how_often, texts.watch_what_counts()]
}

fn seen_at(texts: Texts, at: OffsetDateTime) -> String {
    let at = at.to_offset(UtcOffset::UTC);
    // A style of hours and minutes can write every time of day.
    let time = at.time().format(format_description!("[hour]:[minute]")).unwrap_or_default();
    texts.watch_seen_at(day(at.date()), time)
}

/// `Fri, Jan 15, 2027`, as on the site.
fn day(date: Date) -> String {
    let style = format_description!("[weekday repr:short], [month repr:short] [day padding:none], [year]");
    // A style of days can write every date.
    date.format(style).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proto::common::v1::Letterhead as LetterheadMessage;
    use texts::Locale;
    use time::Duration;
    use time::macros::{date, datetime};

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-12-01 9:10 UTC);
    const TOKEN: &str = "t0k3n";

    fn trip() -> Trip {
        Trip {
            origin: "LHR".to_owned(),
            destination: "JFK".to_owned(),
            departs_on: date!(2027 - 01 - 15),
            returns_on: Some(date!(2027 - 01 - 22)),
            cabin: Cabin::Economy,
            adults: 2,
            children: 1,
            infants: 0,
            ages: vec![7],
        }
    }

    fn fall() -> Fall {
        let dollars = |amount| Money::parse(amount, "USD").unwrap();
        Fall { before: dollars("690"), now: dollars("612"), seen_at: datetime!(2026-12-01 10:05 +1) }
    }

    fn look(locale: Locale) -> Letterhead {
        let message = LetterheadMessage { name: "Μπλε".to_owned(), ..LetterheadMessage::default() };
        Letterhead { locale, ..Letterhead::of(Some(message)) }
    }

    /// Every mail about a watch that tells of further falls too.
    fn mails(look: &Letterhead, trip: &Trip) -> [Mail; 5] {
        mails_of(look, trip, true)
    }

    /// Every mail about a watch.
    fn mails_of(look: &Letterhead, trip: &Trip, again: bool) -> [Mail; 5] {
        let site = &"https://blue.example/".parse().unwrap();
        let to = Addressee { email: "ada@traveller.example", look, site };
        [
            confirm(to, trip, again, TOKEN, Uuid::nil(), NOW),
            started(to, trip, again, TOKEN, Uuid::nil()),
            limit_reached(to, TOKEN, Uuid::nil(), NOW),
            fell(to, trip, &fall(), TOKEN, Uuid::nil(), 1, false),
            fell(to, trip, &fall(), TOKEN, Uuid::nil(), 20, true),
        ]
    }

    fn fell_mail() -> Mail {
        let [.., mail, _] = mails(&look(Locale::English), &trip());
        mail
    }

    #[test]
    fn watch05_a_mail_tells_trip_prices_and_time_and_links_to_the_search_and_the_watches() {
        let mail = fell_mail();

        assert_eq!(mail.subject, "London (LHR) to New York (JFK) is now $612");
        let expected = "\
The trip you're watching now costs $612. It was $690 before. Both prices are without added bags.

London (LHR) to New York (JFK)
Fri, Jan 15, 2027 to Fri, Jan 22, 2027
Economy, 2 adults, 1 child

Seen on Tue, Dec 1, 2026 at 09:05 UTC.

Fares change. The price holds when you book.

See the flights:
https://blue.example/search?origin=LHR&destination=JFK&departureDate=2027-01-15&returnDate=2027-01-22\
&cabinClass=economy&adultsCount=2&childrenCount=1&infantsCount=0&ages=7&tripType=round-trip

We'll e-mail you when it next falls enough.

See all your watched prices: https://blue.example/watched-prices#token=t0k3n\
&watch=00000000-0000-0000-0000-000000000000

Stop watching this price: https://blue.example/watched-prices#stop=t0k3n
";
        assert_eq!(mail.text, expected);
    }

    #[test]
    fn watch05_a_mail_says_in_html_what_it_says_in_text() {
        let [.., mail] = mails(&look(Locale::English), &trip());

        let html = mail.html.unwrap();
        for part in [
            "The price fell to $612",
            "It was $690 before. Both prices are without added bags.",
            "<strong>London (LHR) to New York (JFK)</strong>",
            "https://blue.example/search?origin=LHR&#38;destination=JFK",
            "href=\"https://blue.example/watched-prices#token=t0k3n&#38;watch=0",
            "This was our last e-mail about this price.",
            "To hear when it falls again, watch the trip again.",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }

    #[test]
    fn watch04_the_last_mail_of_a_watch_links_to_the_flights_once_and_to_the_list_and_has_nothing_to_stop() {
        let [.., goes_on, last] = mails(&look(Locale::English), &trip());

        let stops =
            |mail: &Mail| [&mail.text, mail.html.as_ref().unwrap()].map(|part| part.contains("#stop="));
        assert_eq!((stops(&goes_on), stops(&last)), ([true; 2], [false; 2]));
        assert!(!last.text.contains("Stop watching"), "{}", last.text);
        assert!(last.text.contains("#token=t0k3n&watch="), "{}", last.text);
        assert_eq!(last.text.matches("https://blue.example/search?").count(), 1, "{}", last.text);
        assert!(last.text.contains("To hear when it falls again, watch the trip again."), "{}", last.text);
    }

    #[test]
    fn watch05_a_link_names_the_watch_that_its_mail_is_about() {
        let token_and_watch = format!("t0k3n&watch={}", Uuid::nil());
        let [confirm, started, limit, first, _] = mails(&look(Locale::English), &trip());

        for (mail, expected) in [
            (confirm, format!("#start={token_and_watch}")),
            (started, format!("#token={token_and_watch}")),
            (first, format!("#token={token_and_watch}")),
        ] {
            assert!(mail.text.contains(&expected), "{expected} in {}", mail.text);
        }
        assert!(!limit.text.contains("watch="), "it is about no watch: {}", limit.text);
    }

    #[test]
    fn watch01_before_the_first_fall_a_mail_says_what_counts_as_one_and_how_often_we_write() {
        let once = "e-mail you once, when the price first falls enough, and then stop watching.";
        let often = "e-mail you when the price falls enough, at most once a day.";
        let counts = "We write when the price is lower by at least 5%, and by at least 10 in its currency, \
                      such as $10 or €10.";

        for (again, said, unsaid) in [(false, once, often), (true, often, once)] {
            let [confirm, started, ..] = mails_of(&look(Locale::English), &trip(), again);
            for mail in [confirm, started] {
                assert!(mail.text.contains(&format!("\n\nWe'll {said}\n\n{counts}\n\n")), "{}", mail.text);
                let html = mail.html.unwrap();
                assert!(html.contains(said) && html.contains(counts), "{html}");
                assert!(!mail.text.contains(unsaid) && !html.contains(unsaid), "{again}: {}", mail.text);
            }
        }
    }

    #[test]
    fn watch05_cabin_and_travellers_are_told_in_words() {
        let texts = Texts::of(Locale::English);
        let check = |change: fn(&mut Trip), expected: [&str; 2]| {
            let mut trip = trip();
            change(&mut trip);
            let TripWords { days, party, .. } = words(texts, &trip);
            assert_eq!([days, party], expected);
        };
        let both_days = "Fri, Jan 15, 2027 to Fri, Jan 22, 2027";
        check(|_| {}, [both_days, "Economy, 2 adults, 1 child"]);
        check(|trip| trip.returns_on = None, ["Fri, Jan 15, 2027, one way", "Economy, 2 adults, 1 child"]);
        check(
            |trip| (trip.cabin, trip.adults, trip.children) = (Cabin::First, 1, 0),
            [both_days, "First class, 1 adult"],
        );
        check(
            |trip| (trip.cabin, trip.children, trip.infants) = (Cabin::PremiumEconomy, 2, 2),
            [both_days, "Premium economy, 2 adults, 2 children, 2 infants"],
        );
        check(
            |trip| (trip.cabin, trip.infants) = (Cabin::Business, 1),
            [both_days, "Business, 2 adults, 1 child, 1 infant"],
        );
    }

    #[test]
    fn watch02_a_token_stands_in_the_fragment_of_each_link_that_a_person_opens() {
        for mail in mails(&look(Locale::English), &trip()) {
            let whole = [mail.text, mail.html.unwrap()].concat();

            let links: Vec<_> = whole.split(['"', ' ', '\n']).filter(|word| word.contains(TOKEN)).collect();

            assert!(!links.is_empty(), "{whole}");
            for link in links {
                let url: Url = link.parse().unwrap();
                assert!(url.fragment().is_some_and(|fragment| fragment.contains(TOKEN)), "{link}");
                assert_eq!((url.path(), url.query()), ("/watched-prices", None), "{link}");
            }
        }
    }

    #[test]
    fn watch05_a_mail_program_ends_a_watch_that_runs_with_one_press() {
        let unsubscribe =
            mails(&look(Locale::English), &trip()).map(|mail| mail.unsubscribe.map(String::from));

        let stop = || Some("https://blue.example/api/watches/stop?token=t0k3n".to_owned());
        assert_eq!(unsubscribe, [None, stop(), None, stop(), stop()]);
    }

    #[test]
    fn links_keep_what_names_the_brand() {
        let site = "http://localhost:8080/?brand=blue".parse().unwrap();

        let one_way = Trip { returns_on: None, ages: Vec::new(), children: 0, ..trip() };

        assert_eq!(
            search(&site, &one_way).as_str(),
            "http://localhost:8080/search?brand=blue&origin=LHR&destination=JFK&departureDate=2027-01-15\
            &cabinClass=economy&adultsCount=2&childrenCount=0&infantsCount=0&tripType=one-way"
        );
        assert_eq!(
            one_click(&site, TOKEN).as_str(),
            "http://localhost:8080/api/watches/stop?brand=blue&token=t0k3n"
        );
        assert_eq!(
            watched_prices(&site, "start", TOKEN).as_str(),
            "http://localhost:8080/watched-prices?brand=blue#start=t0k3n"
        );
    }

    #[test]
    fn watch02_the_mail_that_asks_is_useless_once_its_link_is_over() {
        let [confirm, ..] = mails(&look(Locale::English), &trip());

        assert_eq!(confirm.useless_after, Some(NOW + Duration::DAY));
        assert!(confirm.text.contains("https://blue.example/watched-prices#start=t0k3n"), "{}", confirm.text);
    }

    #[test]
    fn watch04_a_fall_is_mailed_once_and_a_full_list_once_a_day_and_a_link_as_often_as_it_is_asked_for() {
        let keys = || mails(&look(Locale::English), &trip()).map(|mail| mail.dedupe_key);
        let ([confirm, started, limit, first, last], again) = (keys(), keys());

        let watch = Uuid::nil();
        assert_eq!(limit, format!("watch-limit/{watch}/2026-12-01"));
        assert_eq!((first, last), (format!("watch/{watch}/1"), format!("watch/{watch}/20")));
        assert!(confirm != again[0] && started != again[1]);
    }

    #[test]
    fn no_word_of_a_mail_stands_outside_the_catalogue() {
        let trip = Trip { origin: "ΛΧΡ".to_owned(), destination: "ΖΦΚ".to_owned(), ..trip() };
        let one_way = Trip { returns_on: None, infants: 1, ..trip.clone() };
        let look = look(Locale::Accented);

        let told_once = mails_of(&look, &trip, false);
        for mail in [&trip, &one_way].into_iter().flat_map(|trip| mails(&look, trip)).chain(told_once) {
            let seen = texts::of_html(&mail.html.unwrap());
            for text in [mail.subject, mail.text, seen] {
                // Days are written by code, as on the site.
                assert_eq!(texts::unaccented(&text, &["Fri", "Jan", "Tue", "Dec"]), [""; 0], "{text}");
            }
        }
    }
}
