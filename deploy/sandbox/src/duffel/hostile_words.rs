//! Answers in which each text that an airline may write as it likes holds an attack. Ids, codes, amounts, dates and
//! what travellers wrote stay as they are.

use axum::body::{Body, to_bytes};
use axum::http::header::CONTENT_LENGTH;
use axum::response::Response;
use serde_json::{Map, Value};

const WORDS: [&str; 12] = [
    "<img src=x onerror=\"window.__hostile=1\">",
    "\"><script>window.__hostile=1</script>",
    "</script><script>window.__hostile=1</script>",
    "javascript:window.__hostile=1",
    "' onmouseover='window.__hostile=1",
    "{{7*7}}",
    "${7*7}",
    "&lt;b&gt;",
    "{0} {count, plural, one {#}}",
    "\u{202e}desrever",
    "zero\u{200b}\u{feff}width",
    "line\r\nBcc: all@example.com",
];
/// The length of the word that is one more than those.
const LONG_WORD: usize = 300;
const ADDRESS: &str = "javascript:window.__hostile=1";

/// An answer that is no JSON stays as it is.
pub async fn fill(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let Ok(mut answer) = serde_json::from_slice(&body) else {
        return Response::from_parts(parts, Body::from(body));
    };
    rewrite(&mut answer);
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(answer.to_string()))
}

fn rewrite(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(rewrite),
        Value::Object(fields) if !fields.contains_key("given_name") => rewrite_fields(fields),
        _ => {}
    }
}

fn rewrite_fields(fields: &mut Map<String, Value>) {
    // A cabin's name is its class.
    let is_cabin = fields.contains_key("amenities");
    for (key, value) in fields {
        match key.as_str() {
            "metadata" => {}
            "name" if is_cabin => {}
            "disclosures" => {
                let disclosures = value.as_array_mut().into_iter().flatten();
                disclosures.for_each(|disclosure| *disclosure = hostile(disclosure));
            }
            // Long in any case: fares differ in it, and it stands in the narrowest places.
            "fare_brand_name" => *value = format!("{} {}", plain(value), long_word()).into(),
            "name"
            | "city_name"
            | "origin_terminal"
            | "destination_terminal"
            | "marketing_name"
            | "cabin_class_marketing_name"
            | "credit_name"
            | "title"
            | "message" => *value = hostile(value),
            address if address.ends_with("_url") => *value = ADDRESS.into(),
            _ => rewrite(value),
        }
    }
}

/// The same text holds the same attack wherever it stands.
fn hostile(value: &Value) -> Value {
    let text = plain(value);
    let turn: usize = text.bytes().map(usize::from).sum();
    let word = WORDS.get(turn % (WORDS.len() + 1)).map_or_else(long_word, |word| (*word).to_owned());
    format!("{text} {word}").trim_start().into()
}

/// Nothing where the airline left it out.
fn plain(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn long_word() -> String {
    "w".repeat(LONG_WORD)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_take_all_words_by_turns() {
        let names: Vec<Value> = (0..100).map(|n| hostile(&format!("Airline {n}").into())).collect();

        let has = |word: &str| names.iter().any(|name| plain(name).contains(word));
        for word in WORDS {
            assert!(has(word), "{word:?}");
        }
        assert!(has(&long_word()));
    }

    #[test]
    fn what_is_no_text_of_an_airline_stays() {
        let kept = json!({
            "id": "off_1",
            "total_amount": "12.00",
            "owner": { "iata_code": "BA" },
            "passengers": [{ "title": "mrs", "given_name": "Amelia" }],
            "cabin": { "name": "economy", "amenities": null },
            "metadata": { "name": "bk_1" },
        });
        let mut answer = kept.clone();

        rewrite(&mut answer);

        assert_eq!(answer, kept);
    }
}
