//! Calls of the document with one thing wrong in each: in a member of the body, in the query or in the path.

use std::fmt;
use std::iter::once;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use reqwest::Method;
use serde_json::{Value, json};
use url::form_urlencoded::byte_serialize;

use crate::document;

/// Stands in every text that is sent, but for numbers.
pub const TYPED: &str = "canarytyped";
/// Where the malformed value goes in a body that is written already.
const GAP: &str = "canarygap";

/// In place of a value, as it is written in JSON, between spaces. The last ones are none.
const VALUES: &str = r#"null true [] {} "" [null] [[{}]] 0 -1 -0 0.1 1e400 -1e400 1e-400 255 256 65536 2147483648
    -2147483649 9223372036854775807 9223372036854775808 -9223372036854775809 18446744073709551616
    79228162514264337593543950336 0.00000000000000000000000000001 01 NaN "\ud800" "\u0000" "\x" ' ,"#;
/// In place of a text, between spaces.
const NUMBERS: &str =
    "0 -1 +1 1e9 0x1 1.5 4294967296 18446744073709551616 2026-02-30 -9999-01-01 99999-12-31";
/// Behind the mark of a text, between lines.
const TEXTS: &str = "\0\n\r\n\tset-cookie: a=b\n\u{202e}\u{200b}\u{feff}\n\u{1f468}\u{200d}\u{1f469}\ne\u{301}\u{301}\n\
    %00%0a\n/../../etc/passwd\n' or 1=1--\n<script>alert(1)</script>\n${jndi:ldap://a}\n\u{10ffff}";
/// Deeper than anything that anybody reads.
const DEEPEST: usize = 10_000;
/// Longer than most calls take, and shorter than what no call reads to its end.
const LONGEST: usize = 100_000;

#[derive(Debug, Clone, Copy)]
enum Change {
    Replace,
    Remove,
    /// A member or an item that the document does not name.
    Add,
    /// A member stands there twice.
    Double,
    /// The body ends there.
    Cut,
    /// The call is whole.
    None,
}

/// What is drawn for a case.
#[derive(Debug, Clone)]
pub struct Draw {
    place: Index,
    change: Change,
    /// For a body, as it is written in JSON.
    value: String,
    /// For a path or a query.
    text: String,
}

/// A call that is ready to be sent.
pub struct Case {
    pub method: Method,
    /// With its query.
    pub path: String,
    pub body: Option<Vec<u8>>,
}

#[derive(Clone)]
enum Place {
    /// A pointer into it.
    Body(String),
    Query(&'static str),
    /// The part of the path with its braces.
    Path(String),
}

pub fn draws() -> BoxedStrategy<Draw> {
    let changes = prop_oneof![
        6 => Just(Change::Replace),
        1 => Just(Change::Remove),
        1 => Just(Change::Add),
        1 => Just(Change::Double),
        1 => Just(Change::Cut),
        1 => Just(Change::None),
    ];
    let drawn = (any::<Index>(), changes, value(), text());
    drawn.prop_map(|(place, change, value, text)| Draw { place, change, value, text }).boxed()
}

fn value() -> impl Strategy<Value = String> {
    let quoted = |text: String| json!(text).to_string();
    prop_oneof![
        4 => one_of(VALUES, char::is_whitespace),
        4 => text().prop_map(quoted),
        1 => (1..LONGEST).prop_map(move |length| quoted(TYPED.repeat(length / TYPED.len()))),
        1 => (any::<bool>(), 1..DEEPEST).prop_map(|(is_array, depth)| nested(is_array, depth)),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => one_of(NUMBERS, char::is_whitespace),
        2 => one_of(TEXTS, |c| c == '\n').prop_map(|text| format!("{TYPED}{text}")),
        1 => "(?s).{0,40}".prop_map(|text| format!("{TYPED}{text}")),
        1 => "[0-9.,eE+-]{1,40}",
        1 => "[a-z]{1,4000}".prop_map(|text| format!("{TYPED}{text}")),
    ]
}

fn one_of(listed: &'static str, is_between: fn(char) -> bool) -> impl Strategy<Value = String> {
    let all: Vec<_> = listed.split(is_between).filter(|one| !one.is_empty()).collect();
    select(all).prop_map(str::to_owned)
}

fn nested(is_array: bool, depth: usize) -> String {
    let (open, close) = if is_array { ("[", "]") } else { (r#"{"a":"#, "}") };
    format!("{}{}{}", open.repeat(depth), json!(TYPED), close.repeat(depth))
}

impl Case {
    /// The same for the same seed. As many seeds in a row as there are calls make each call once.
    pub fn of(seed: u64, draws: &BoxedStrategy<Draw>) -> Self {
        let routes = document::routes();
        let nth = usize::try_from(seed).unwrap() % routes.len();
        let (method, template) = routes.into_iter().nth(nth).unwrap();
        draw(seed, draws).apply(method, &template)
    }
}

/// As far as a person reads it.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = String::from_utf8_lossy(self.body.as_deref().unwrap_or_default());
        let begin: String = body.chars().take(2_000).collect();
        write!(f, "{} {} {begin:?}", self.method, self.path)
    }
}

fn draw(seed: u64, draws: &BoxedStrategy<Draw>) -> Draw {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    draws.new_tree(&mut TestRunner::new_with_rng(Config::default(), random)).unwrap().current()
}

impl Draw {
    fn apply(&self, method: Method, template: &str) -> Case {
        let whole = document::whole_body(&method, template, TYPED);
        let place = self.place.get(&places(&method, template, whole.as_ref())).clone();
        let encoded: String = byte_serialize(self.text.as_bytes()).collect();
        let path = match &place {
            _ if matches!(self.change, Change::None) => document::filled(template),
            Place::Path(part) => document::filled(&template.replace(part, &encoded)),
            Place::Query(name) => self.asked(&document::filled(template), name, &encoded),
            Place::Body(_) => document::filled(template),
        };
        let body = whole.map(|whole| match &place {
            Place::Body(pointer) => self.written(whole, pointer),
            _ => whole.to_string().into_bytes(),
        });
        Case { method, path, body }
    }

    /// The path with one parameter changed.
    fn asked(&self, filled: &str, name: &str, encoded: &str) -> String {
        let (path, query) = filled.split_once('?').unwrap_or((filled, ""));
        let is_kept =
            |pair: &&str| matches!(self.change, Change::Double) || !pair.starts_with(&format!("{name}="));
        let changed = (!matches!(self.change, Change::Remove)).then(|| format!("{name}={encoded}"));
        let pairs = query.split('&').filter(is_kept).map(str::to_owned).chain(changed);
        format!("{path}?{}", pairs.collect::<Vec<_>>().join("&"))
    }

    /// The body as it is sent: not always JSON.
    fn written(&self, mut whole: Value, pointer: &str) -> Vec<u8> {
        let was = whole.pointer(pointer).unwrap().to_string();
        let name = pointer.rsplit('/').next().unwrap_or_default();
        let value = match self.change {
            Change::None => was,
            Change::Double => format!("{was},{}:{}", json!(name), self.value),
            _ => self.value.clone(),
        };
        match self.change {
            Change::Remove => remove(&mut whole, pointer),
            Change::Add => add(whole.pointer_mut(pointer).unwrap()),
            _ => *whole.pointer_mut(pointer).unwrap() = json!(GAP),
        }
        let text = whole.to_string();
        let gap = json!(GAP).to_string();
        match (self.change, text.find(&gap)) {
            (Change::Cut, Some(end)) => text.as_bytes()[..end].to_vec(),
            _ => text.replacen(&gap, &value, 1).into_bytes(),
        }
    }
}

/// The whole body cannot be removed: it becomes an empty one.
fn remove(whole: &mut Value, pointer: &str) {
    let Some((parent, name)) = pointer.rsplit_once('/') else {
        *whole = json!({});
        return;
    };
    match whole.pointer_mut(parent).unwrap() {
        Value::Object(members) => drop(members.remove(name)),
        parent => *parent = json!([]),
    }
}

fn add(place: &mut Value) {
    match place {
        Value::Object(members) => drop(members.insert(TYPED.to_owned(), json!(GAP))),
        Value::Array(items) => items.push(json!(GAP)),
        other => *other = json!([GAP]),
    }
}

/// Where a call can be changed. One that takes nothing gets a query.
fn places(method: &Method, template: &str, body: Option<&Value>) -> Vec<Place> {
    let in_body = body.into_iter().flat_map(|body| pointers(body, "")).map(Place::Body);
    let in_query = document::query_names(method, template).into_iter().map(Place::Query);
    let open = template.split('/').filter(|part| part.starts_with('{'));
    let in_path = open.map(|part| Place::Path(part.to_owned()));
    let mut places: Vec<_> = in_body.chain(in_query).chain(in_path).collect();
    if places.is_empty() {
        places.push(Place::Query(TYPED));
    }
    places
}

/// Pointers to the value, and to all in it.
fn pointers(value: &Value, at: &str) -> Vec<String> {
    let below: Vec<_> = match value {
        Value::Object(members) => {
            members.iter().flat_map(|(name, member)| pointers(member, &format!("{at}/{name}"))).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(n, item)| pointers(item, &format!("{at}/{n}"))).collect()
        }
        _ => Vec::new(),
    };
    once(at.to_owned()).chain(below).collect()
}
