//! The visitor's browser in words, for the list of their sessions. What it sends of itself goes no further than here.

use http::HeaderMap;
use http::header::USER_AGENT;

/// Token of a User-Agent -> what people call it. Each imitates those below it, so the first that fits is it.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// For example "Firefox on Windows"; empty for what is no browser that people know.
pub(crate) fn device(headers: &HeaderMap) -> String {
    let agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let find = |table: &[(&str, &'static str)]| {
        table.iter().find(|(token, _)| agent.contains(token)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_named_as_people_know_it() {
        let check = |agent: &str, expected: &str| {
            let headers = HeaderMap::from_iter([(USER_AGENT, agent.parse().unwrap())]);
            assert_eq!(device(&headers), expected, "{agent}");
        };
        let chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                      Chrome/140.0.0.0 Safari/537.36";
        check(chrome, "Chrome on Windows");
        check(&format!("{chrome} Edg/140.0.0.0"), "Edge on Windows");
        check("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux");
        check(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
             Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        );
        check(
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 \
             Chrome/130.0.0.0 Mobile Safari/537.36",
            "Samsung Internet on Android",
        );
        check("curl/8.14.1", "");
        assert_eq!(device(&HeaderMap::new()), "");
    }
}
