//! The cookies: the session, a hint that it is a user's, by what a browser is known, which offer
//! it opened last, and a proof that it opened one.

use std::sync::{Arc, Mutex};

use axum_extra::extract::cookie::{Cookie, SameSite};
use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};
use time::Duration;

const SESSION: &str = "fareway_session";
/// Tells the page's scripts, which cannot read the session, that asking who is signed in is worth a call.
/// It holds no secret and proves nothing.
const USER_HINT: &str = "fareway_user";
/// By what the browser is known for the accounts that signed in here. It opens nothing, so it outlives sessions.
const BROWSER: &str = "fareway_browser";
/// For clients that send no offer id with a card (requirement R6).
const OFFER: &str = "fareway_offer";
/// The proof of svc-payments that the session has looked at an offer. Without it no card is taken.
const OFFER_VIEW: &str = "fareway_viewed";
/// Tokens and offer ids are shorter; anything longer was not given out by us.
const LONGEST_VALUE: usize = 200;
const SESSION_AGE: Duration = Duration::days(30);
/// As long as svc-identity knows it.
const BROWSER_AGE: Duration = Duration::days(180);
/// Offers live no longer.
const OFFER_AGE: Duration = Duration::minutes(30);
/// svc-payments believes no older proof.
const OFFER_VIEW_AGE: Duration = Duration::days(1);

/// How cookies are named and marked on this site.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CookieRules {
    /// Under https browsers accept the `__Host-` names from nobody but this very host.
    pub https: bool,
}

impl CookieRules {
    fn name(self, name: &str) -> String {
        if self.https { format!("__Host-{name}") } else { name.to_owned() }
    }

    pub fn session_token(self, headers: &HeaderMap) -> Option<String> {
        read(headers, &self.name(SESSION))
    }

    /// Empty where the browser has none.
    pub fn browser_token(self, headers: &HeaderMap) -> String {
        read(headers, &self.name(BROWSER)).unwrap_or_default()
    }

    pub fn offer(self, headers: &HeaderMap) -> Option<String> {
        read(headers, &self.name(OFFER))
    }

    pub fn offer_view(self, headers: &HeaderMap) -> Option<String> {
        read(headers, &self.name(OFFER_VIEW))
    }

    pub fn session(self, token: String) -> Cookie<'static> {
        self.cookie(SESSION, token, SESSION_AGE)
    }

    /// Those of a session that is a user's.
    pub fn user_session(self, token: String) -> [Cookie<'static>; 2] {
        [self.session(token), self.user_hint(true)]
    }

    pub fn no_session(self) -> [Cookie<'static>; 2] {
        [self.cookie(SESSION, String::new(), Duration::ZERO), self.user_hint(false)]
    }

    pub fn has_user_hint(self, headers: &HeaderMap) -> bool {
        read(headers, &self.name(USER_HINT)).is_some()
    }

    pub fn user_hint(self, is_user: bool) -> Cookie<'static> {
        let (value, age) = if is_user { ("1", SESSION_AGE) } else { ("", Duration::ZERO) };
        let mut cookie = self.cookie(USER_HINT, value.to_owned(), age);
        cookie.set_http_only(false);
        cookie
    }

    pub fn set_offer(self, offer_id: String) -> Cookie<'static> {
        self.cookie(OFFER, offer_id, OFFER_AGE)
    }

    pub fn set_offer_view(self, proof: String) -> Cookie<'static> {
        self.cookie(OFFER_VIEW, proof, OFFER_VIEW_AGE)
    }

    fn browser(self, token: String) -> Cookie<'static> {
        self.cookie(BROWSER, token, BROWSER_AGE)
    }

    fn cookie(self, name: &str, value: String, age: Duration) -> Cookie<'static> {
        Cookie::build((self.name(name), value))
            .path("/")
            .http_only(true)
            .secure(self.https)
            .same_site(SameSite::Lax)
            .max_age(age)
            .build()
    }
}

fn read(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.into_iter().find(|(found, _)| *found == name)?;
    let in_alphabet = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let is_ours = (1..=LONGEST_VALUE).contains(&value.len()) && value.chars().all(in_alphabet);
    is_ours.then(|| value.to_owned())
}

/// Cookies that the answer will set, whatever the answer turns out to be.
#[derive(Debug, Clone, Default)]
pub(crate) struct NewCookies(Arc<Mutex<Vec<Cookie<'static>>>>);

impl NewCookies {
    pub fn add(&self, cookie: Cookie<'static>) {
        self.cookies().push(cookie);
    }

    pub fn add_all(&self, cookies: [Cookie<'static>; 2]) {
        self.cookies().extend(cookies);
    }

    /// Those of a user whose session has a new token; none where a service gave no token.
    pub fn renew_user_session(&self, rules: CookieRules, token: String) {
        if !token.is_empty() {
            self.add_all(rules.user_session(token));
        }
    }

    /// That of a browser that is known from now on; none where a service gave no token.
    pub fn remember_browser(&self, rules: CookieRules, token: String) {
        if !token.is_empty() {
            self.add(rules.browser(token));
        }
    }

    /// The `Set-Cookie` values, the last of each name alone.
    pub fn take(&self) -> Vec<HeaderValue> {
        let mut cookies = std::mem::take(&mut *self.cookies());
        cookies.reverse();
        let mut kept: Vec<Cookie<'static>> = Vec::new();
        for cookie in cookies {
            if kept.iter().all(|other| other.name() != cookie.name()) {
                kept.push(cookie);
            }
        }
        kept.iter().filter_map(|cookie| cookie.to_string().parse().ok()).collect()
    }

    fn cookies(&self) -> std::sync::MutexGuard<'_, Vec<Cookie<'static>>> {
        self.0.lock().expect("nobody panics while adding a cookie")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn r012_cookies_are_bound_to_the_host_under_https() {
        let check = |https: bool, expected: &str| {
            assert_eq!(CookieRules { https }.session("t0ken".to_owned()).to_string(), expected);
        };
        check(true, "__Host-fareway_session=t0ken; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=2592000");
        check(false, "fareway_session=t0ken; HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000");
    }

    #[test]
    fn a_cookie_that_was_never_given_out_is_no_cookie() {
        let check = |line: &str, expected: Option<&str>| {
            let headers = HeaderMap::from_iter([(COOKIE, line.parse().unwrap())]);
            let token = CookieRules { https: false }.session_token(&headers);
            assert_eq!(token.as_deref(), expected, "{line}");
        };
        check("fareway_session=abc-DEF_1", Some("abc-DEF_1"));
        check("theme=dark; fareway_session=abc", Some("abc"));
        check("fareway_session=", None);
        check("fareway_session=a b", None);
        check("__Host-fareway_session=abc", None);
        check(&format!("fareway_session={}", "a".repeat(201)), None);
    }

    proptest! {
        #[test]
        fn any_line_of_cookies_holds_a_token_or_none_without_a_panic(
            line in prop_oneof![
                prop::collection::vec(any::<u8>(), 0..80),
                "((fareway_session)?=[a-zA-Z0-9_ \"-]{0,210}|theme=.{0,9}|[;= ]{1,3}){0,5}"
                    .prop_map(String::into_bytes),
            ],
        ) {
            if let Ok(line) = HeaderValue::from_bytes(&line) {
                let headers = HeaderMap::from_iter([(COOKIE, line)]);
                let token = CookieRules { https: false }.session_token(&headers);
                prop_assert!(token.is_none_or(|token| (1..=LONGEST_VALUE).contains(&token.len()) && token.is_ascii()));
            }
        }
    }

    #[test]
    fn the_last_cookie_of_a_name_wins() {
        let new = NewCookies::default();
        let rules = CookieRules { https: false };
        new.add(rules.session("first".to_owned()));
        new.add(rules.session("second".to_owned()));

        let lines = new.take();

        assert_eq!(lines.len(), 1);
        assert!(lines[0].to_str().unwrap().contains("second"));
    }
}
