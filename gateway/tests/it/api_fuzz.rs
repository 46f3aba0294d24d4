//! Whatever is sent to a call of the document, it is answered, or refused as errors are, and no log repeats it.
//!
//! The services are away here, but for sessions, brands and the mode: a call that gets as far as another is answered 503.
//! What the services themselves make of a malformed request is not tried. `API_FUZZ_CASES` says how many cases, and
//! `API_FUZZ_SEED` with which seed to begin: a case of its own is made again by its seed and one case.

use std::collections::BTreeMap;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use proto::identity::v1::{ResolveSessionRequest, ResolveSessionResponse, Session};
use serde_json::Value;

use crate::bookings::ready;
use crate::document;
use crate::fakes::Fakes;
use crate::harness::Visitor;
use crate::log::Log;
use crate::malformed::{self, Case, TYPED};
use crate::samples;

const COOKIE: &str = "fareway_session";
/// In `make test`: each call four times.
const FEW: u64 = 300;

struct Told {
    status: u16,
    is_problem: bool,
    text: String,
}

impl Told {
    /// Of a stream the head alone: some tell news without end.
    async fn read(response: reqwest::Response) -> Self {
        let status = response.status().as_u16();
        let kind = response.headers().get("content-type").and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or_default().to_owned();
        let is = |media_type: &str| kind.starts_with(media_type);
        let text = if is("text/event-stream") { String::new() } else { response.text().await.unwrap() };
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        let is_problem = is("application/problem+json") && document::is_problem(&body, status);
        Self { status, is_problem, text }
    }

    /// 503 is the answer of a service that is away; anything else of 500 and more would be a fault of ours.
    fn is_designed(&self) -> bool {
        self.status < 400 || (self.is_problem && (self.status < 500 || self.status == 503))
    }
}

/// An administrator for each seed, so that none meets a limit of its session.
fn with_administrators(fakes: &Fakes) {
    fakes.on(|_, request: ResolveSessionRequest| {
        let seed = request.token.strip_prefix("seed-").and_then(|seed| seed.parse::<u64>().ok());
        let of = |seed: u64| samples::guest_session(1_000 + u128::from(seed));
        let session = seed.map(|seed| Session { user: Some(samples::admin()), ..of(seed) });
        Ok(ResolveSessionResponse { session, renewed: false, standing: None })
    });
}

/// Three of four are signed in.
async fn send(visitor: &mut Visitor, seed: u64, case: &Case) -> Told {
    visitor.cookies.insert(COOKIE.to_owned(), format!("seed-{seed}"));
    if seed.is_multiple_of(4) {
        visitor.cookies.clear();
    }
    let request = visitor.request(case.method.clone(), &case.path);
    let request = match &case.body {
        Some(body) => request.header("content-type", "application/json").body(body.clone()),
        None => request,
    };
    Told::read(request.send().await.unwrap()).await
}

/// Counts the panics of all threads from now on, also of those that answer nobody.
fn count_panics() -> Arc<AtomicUsize> {
    let (panics, usual) = (Arc::new(AtomicUsize::new(0)), panic::take_hook());
    let count = panics.clone();
    panic::set_hook(Box::new(move |panicked| {
        count.fetch_add(1, Ordering::Relaxed);
        usual(panicked);
    }));
    panics
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[tokio::test]
async fn whatever_is_sent_a_call_answers_or_refuses_it_as_errors_are_and_no_log_repeats_it() {
    let (log, panics, gateway) = (Log::of_this_process(), count_panics(), ready().await);
    with_administrators(&gateway.fakes);
    let (first, cases) = (setting("API_FUZZ_SEED", 1), setting("API_FUZZ_CASES", FEW));
    let (draws, calls) = (malformed::draws(), document::routes().len());
    println!("api-fuzz: {cases} cases over {calls} calls, seeds from {first}");

    let mut visitor = gateway.visitor().with("sec-fetch-site", "same-origin");
    let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
    for seed in first..first + cases {
        let case = Case::of(seed, &draws);
        let answer = send(&mut visitor, seed, &case).await;
        let lines = log.take_ours();

        assert!(answer.is_designed(), "seed {seed}: {case}: {} {}", answer.status, answer.text);
        assert_eq!(panics.load(Ordering::Relaxed), 0, "seed {seed}: {case}");
        let repeated = lines.iter().find(|line| line.to_lowercase().contains(TYPED));
        assert_eq!(repeated, None, "seed {seed}: {case}");
        assert!(!lines.is_empty(), "seed {seed}: the log was read");
        *counts.entry(answer.status).or_default() += 1;
    }

    println!("api-fuzz: answers by status {counts:?}; 0 faults, 0 panics, 0 lines that repeat what was sent");
    let is_told = |status: u16| cases < FEW || counts.contains_key(&status);
    assert!([400, 401, 422, 503].into_iter().all(is_told), "cases of all kinds were sent: {counts:?}");
}
