use std::fs;
use std::path::{Path, PathBuf};

use money::MarkupRate;
use proto::common::v1::Mode;
use testkit::Log;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use tracing::subscriber::with_default;
use uuid::Uuid;

use super::*;
use crate::clock::Clock;
use crate::context::{RequestContext, UserRef};

/// A clock that stands still until a test moves it. (That of `testkit` is of the library as others see it.)
#[derive(Debug)]
struct StoppedClock(Mutex<OffsetDateTime>);

impl StoppedClock {
    fn at_noon() -> Arc<Self> {
        Arc::new(Self(Mutex::new(datetime!(2026-03-01 12:00 UTC))))
    }
}

impl Clock for StoppedClock {
    fn now(&self) -> OffsetDateTime {
        *self.0.lock().unwrap()
    }
}

/// A file of the repository.
fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

fn document(name: &str) -> String {
    read(&format!("docs/{name}"))
}

/// The lines that `act` writes.
fn lines(act: impl FnOnce()) -> Vec<String> {
    let log = Log::default();
    with_default(log.subscriber(tracing::Level::INFO), act);
    log.text().lines().map(str::to_owned).collect()
}

fn refused_login(address: &str) -> Entry {
    Entry::new(Event::LoginRefused).address(Some(address.parse().unwrap()))
}

/// What refused logins of a network are counted by.
fn refused_logins(network: Option<IpAddr>) -> Key {
    Key::of(&Entry::new(Event::LoginRefused).address(network))
}

#[test]
fn the_registry_lists_every_event_and_no_other() {
    let text = document("security-log.md");
    let rows: Vec<_> = text.lines().skip_while(|line| *line != "## Events").collect();
    let listed: Vec<_> = rows.into_iter().filter(|line| line.starts_with("| `")).collect();
    let expected: Vec<_> = Event::ALL
        .iter()
        .map(|event| format!("| `{}` | {} | {} |", event.name(), event.outcome().name(), event.meaning()))
        .collect();
    assert_eq!(listed, expected, "write these rows into docs/security-log.md:\n{}", expected.join("\n"));
}

#[test]
fn every_alarm_asks_for_an_event_that_exists() {
    let rules = read("deploy/prometheus/rules/security.yaml").replace("event=~", "event=");
    let asked: Vec<_> = rules.split("event=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(asked.len() > 2, "{asked:?}");
    for name in asked.iter().flat_map(|names| names.split('|')) {
        assert!(Event::ALL.iter().any(|event| event.name() == name), "no event is called {name}");
    }
    assert!(document("telemetry.md").contains("`security.events`"), "the counter is listed");
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = Event::ALL.iter().map(|event| event.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Event::ALL.len());
}

#[test]
fn a_line_has_the_ids_that_are_known_and_leaves_out_the_others() {
    let mut context = RequestContext::new(
        Uuid::from_u128(1).to_string(),
        Mode::Test,
        "blue".to_owned(),
        MarkupRate::parse(MarkupRate::DEFAULT).unwrap(),
    );
    context.session_id = Some(Uuid::from_u128(2));
    context.user = Some(UserRef { id: Uuid::from_u128(3), is_admin: false });
    let log = SecurityLog::new(StoppedClock::at_noon());

    let written = lines(|| log.write(&refused_login("192.0.2.7").asked_by(&context)));

    let [line] = written.as_slice() else { panic!("{written:?}") };
    for field in [
        "security.event=\"login.refused\"".to_owned(),
        "security.outcome=\"refused\"".to_owned(),
        format!("request.id={}", Uuid::from_u128(1)),
        format!("session.id={}", Uuid::from_u128(2)),
        format!("account.id={}", Uuid::from_u128(3)),
        "client.address=192.0.2.7".to_owned(),
        "brand=\"blue\"".to_owned(),
    ] {
        assert!(line.contains(&field), "{field} is not in {line}");
    }
    assert!(!line.contains("booking.id") && !line.contains("caller"), "{line}");
}

#[test]
fn a_name_that_is_none_of_a_program_or_method_is_left_out() {
    let entry = |caller: &str, path: &str| {
        let entry = Entry::new(Event::CallerRefused).caller(Some(caller)).call(Call::of_method(path));
        lines(|| SecurityLog::default().write(&entry)).concat()
    };
    let named = entry("svc-brand", "/fareway.payments.v1.PaymentsService/VoidPayment");
    assert!(named.contains("caller=\"svc-brand\"") && named.contains("VoidPayment"), "{named}");
    let made_up = entry("Ada Byron", "/ada@traveller.example/secret word");
    assert!(!made_up.contains("Ada") && !made_up.contains("secret"), "{made_up}");
}

#[test]
fn a_flood_from_one_network_is_told_in_one_line_and_hides_no_other() {
    let clock = StoppedClock::at_noon();
    let log = SecurityLog::new(clock.clone());

    let during = lines(|| {
        for n in 0..50 {
            log.write(&refused_login(&format!("2001:db8::{n}"))); // one network prefix
        }
        log.write(&refused_login("192.0.2.8"));
    });
    *clock.0.lock().unwrap() += Duration::minutes(1);
    let after = lines(|| log.write_summaries());
    let later = lines(|| {
        log.write_summaries();
        log.write(&refused_login("2001:db8::1"));
    });

    assert_eq!(during.len(), 21, "{during:?}");
    assert!(during[20].contains("client.address=192.0.2.8"));
    let [summary] = after.as_slice() else { panic!("{after:?}") };
    assert!(summary.contains("security.event=\"login.refused\""), "{summary}");
    assert!(summary.contains("client.network=2001:db8:: ") && summary.contains("left_out=30"), "{summary}");
    assert_eq!(later.len(), 1, "a new minute begins from nothing: {later:?}");
}

fn violation(directive: &'static str, address: &str) -> Entry {
    let entry = Entry::new(Event::CspViolated).reason(Some(Reason::new(directive)));
    entry.address(Some(address.parse().unwrap()))
}

#[test]
fn reports_of_one_directive_cost_a_line_a_minute_for_each_of_a_few_networks() {
    let clock = StoppedClock::at_noon();
    let log = SecurityLog::new(clock.clone());

    let during = lines(|| {
        for n in 0..50 {
            log.write(&violation("img-src", "198.51.100.7"));
            log.write(&violation("img-src", &format!("192.0.2.{n}")));
        }
        log.write(&violation("script-src-elem", "192.0.2.7"));
    });
    *clock.0.lock().unwrap() += Duration::minutes(1);
    let after = lines(|| log.write_summaries());

    // Of 20 networks, of the others together, and of the other directive.
    assert_eq!(during.len(), 22, "{during:?}");
    assert_eq!(after.len(), 2, "{after:?}");
    assert!(after.iter().all(|summary| summary.contains("reason=\"img-src\"")), "{after:?}");
    let of_one =
        |summary: &String| summary.contains("client.network=198.51.100.7") && summary.contains("left_out=49");
    let of_others = |summary: &String| !summary.contains("client.network") && summary.contains("left_out=30");
    assert!(after.iter().any(of_one) && after.iter().any(of_others), "{after:?}");
}

#[test]
fn of_what_a_policy_kept_out_a_line_has_the_origin_or_a_word_and_nothing_else() {
    let check = |reported: &str, expected: Option<&str>| {
        let blocked = Blocked::parse(reported);
        assert_eq!(blocked.as_ref().map(Blocked::as_str), expected, "{reported}");
    };
    check("https://evil.example/a/secret?token=secret#secret", Some("https://evil.example"));
    check("https://ada:secret@EVIL.example:8443/", Some("https://evil.example:8443"));
    check("wss://evil.example/secret", Some("wss://evil.example"));
    check("http://[2001:db8::1]:8080/secret", Some("http://[2001:db8::1]:8080"));
    check("inline", Some("inline"));
    check("data:text/html,secret", Some("data"));
    check("blob:https://evil.example/secret", Some("blob"));
    check("chrome-extension://secret/a.js", Some("chrome-extension"));
    check("mailto:ada@traveller.example", None);
    check("Ada Byron", None);
    check("https://a\"b.example/", None);
    check(&format!("https://{}.example/", "a.".repeat(200)), None);
    check("", None);
}

#[test]
fn networks_without_number_take_no_more_memory_or_lines_than_a_bound() {
    let mut flood = Flood::default();
    let networks = (0..20_000_u32).map(|n| IpAddr::from(n.to_be_bytes()));
    let written = networks.filter(|network| flood.count(refused_logins(Some(*network)), 0).0).count();
    assert_eq!(written, 10_020);
    let known = refused_logins(Some(IpAddr::from([0, 0, 0, 7])));
    assert!(flood.count(known, 0).0, "a network that is known has its own lines");

    let others = LeftOut { key: refused_logins(None), count: 9_980 };
    assert_eq!(flood.finish_minute(60), [others]);
}

#[test]
fn the_first_event_of_a_minute_ends_the_one_before_and_counts_in_its_own() {
    let mut flood = Flood::default();
    let key = refused_logins(Some(IpAddr::from([192, 0, 2, 7])));
    let mut minute = |now: i64| {
        let counted: Vec<_> = (0..30).map(|_| flood.count(key, now)).collect();
        let lines = counted.iter().filter(|(gets_line, _)| *gets_line).count();
        (lines, counted.into_iter().flat_map(|(_, left_out)| left_out).collect::<Vec<_>>())
    };
    let left_out = LeftOut { key, count: 10 };

    assert_eq!(minute(59), (20, vec![]));
    assert_eq!(minute(60), (20, vec![left_out]));
}

/// Every file of the product: a line of this target is made in `security_log` alone.
#[test]
fn nothing_else_writes_to_the_security_log() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sources = ["gateway", "platform/service", "svc-booking", "svc-payments", "svc-identity", "svc-brand"]
        .map(|name| root.join(name).join("src"));
    let others: Vec<_> =
        sources.iter().flat_map(|folder| files(folder)).filter(|path| writes(path)).collect();
    assert!(others.is_empty(), "{others:?}");
}

fn writes(path: &Path) -> bool {
    let is_ours = path.to_string_lossy().contains("security_log");
    let text = fs::read_to_string(path).unwrap();
    let product = text.split("#[cfg(test)]").next().unwrap_or_default();
    !is_ours && (product.contains("target: SECURITY") || product.contains("target: \"security\""))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let all = entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    all.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}
