//! A page's head: title, description, favicon, and the brand's colours before the first frame.

use super::files::Words;

/// What a page shows of the brand it is served for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageBrand {
    pub key: String,
    pub name: String,
    /// Empty: a sign with the name's first letter is drawn.
    pub logo: String,
    /// `#rrggbb`.
    pub primary: String,
    /// CSS custom properties, validated by svc-brand.
    pub variables: Vec<(String, String)>,
    pub public_url: String,
}

const NONCE_PLACEHOLDER: &str = "__CSP_NONCE__";
const HEAD_END: &str = "</head>";

/// The exported page with the nonce in its styles and the brand in its head.
pub(super) fn assemble(exported: &str, words: Option<&Words>, brand: &PageBrand, nonce: &str) -> String {
    let page = exported.replace(NONCE_PLACEHOLDER, nonce);
    let head = head(words, brand, nonce);
    match page.split_once(HEAD_END) {
        Some((before, after)) => format!("{before}{head}{HEAD_END}{after}"),
        None => page,
    }
}

fn head(words: Option<&Words>, brand: &PageBrand, nonce: &str) -> String {
    let fill = |text: &str| escape(&text.replace("{brand}", &brand.name));
    let title = fill(words.map_or("{brand} - Flight Booking", |words| &words.title));
    let description = fill(words.map_or("", |words| &words.description));
    let (key, name, icon) = (escape(&brand.key), escape(&brand.name), escape(&icon(brand)));
    let url = escape(&brand.public_url);
    format!(
        "<title>{title}</title>\
         <meta name=\"description\" content=\"{description}\"/>\
         <meta name=\"brand\" content=\"{key}\"/>\
         <meta name=\"csp-nonce\" content=\"{nonce}\"/>\
         <meta property=\"og:type\" content=\"website\"/>\
         <meta property=\"og:site_name\" content=\"{name}\"/>\
         <meta property=\"og:title\" content=\"{title}\"/>\
         <meta property=\"og:description\" content=\"{description}\"/>\
         <meta property=\"og:url\" content=\"{url}\"/>\
         <link rel=\"icon\" href=\"{icon}\"/>\
         <style id=\"brand\" nonce=\"{nonce}\">html:root{{{}}}</style>",
        declarations(brand)
    )
}

/// `name:value;` of what can't end the style element or its rule. svc-brand validates; this is the second net.
fn declarations(brand: &PageBrand) -> String {
    let safe = |text: &str| !text.contains(['<', '>', '{', '}', ';', '\\']);
    brand
        .variables
        .iter()
        .filter(|(name, value)| name.starts_with("--") && safe(name) && safe(value))
        .map(|(name, value)| format!("{name}:{value};"))
        .collect()
}

fn icon(brand: &PageBrand) -> String {
    if !brand.logo.is_empty() {
        return brand.logo.clone();
    }
    let letter: String = brand.name.chars().find(|c| c.is_alphanumeric()).unwrap_or('F').to_uppercase().collect();
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>\
         <rect width='32' height='32' rx='8' fill='{}'/>\
         <text x='16' y='22' text-anchor='middle' font-family='sans-serif' font-weight='700' font-size='18' \
         fill='white'>{letter}</text></svg>",
        brand.primary
    );
    let encoded = svg.replace('%', "%25").replace('#', "%23").replace('<', "%3C").replace('>', "%3E");
    format!("data:image/svg+xml,{encoded}")
}

/// Escapes text for an element or a quoted attribute.
fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, c| {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
        escaped
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brand() -> PageBrand {
        PageBrand {
            key: "blue".into(),
            name: "Blue & <b>Sky</b>".into(),
            logo: String::new(),
            primary: "#3c3a9e".into(),
            variables: vec![
                ("--brand-primary".into(), "#3c3a9e".into()),
                ("--brand-evil".into(), "red}</style><script>".into()),
            ],
            public_url: "https://blue.example".into(),
        }
    }

    #[test]
    fn s001_the_title_is_the_brands_name_and_flight_booking() {
        let words = Words { title: "{brand} - Flight Booking".into(), description: "By {brand}".into() };

        let page = assemble("<html><head></head></html>", Some(&words), &brand(), "n");

        assert!(page.contains("<title>Blue &amp; &lt;b&gt;Sky&lt;/b&gt; - Flight Booking</title>"));
    }

    #[test]
    fn the_brand_stands_in_the_head_and_nothing_breaks_out_of_it() {
        let exported = "<html><head><style nonce=\"__CSP_NONCE__\"></style></head><body></body></html>";

        let page = assemble(exported, None, &brand(), "abc");

        assert!(page.contains("<style nonce=\"abc\">"));
        assert!(page.contains("html:root{--brand-primary:#3c3a9e;}</style></head>"), "{page}");
        assert!(!page.contains("<script>"));
        assert!(!page.contains(NONCE_PLACEHOLDER));
    }
}
