/// Words of a text in `Locale::Accented` that are from no catalogue, for tests. Addresses of pages are left out, and so
/// are `arguments`: what the text was given.
#[must_use]
pub fn unaccented(text: &str, arguments: &[&str]) -> Vec<String> {
    // First the links: a token may have the letters of an argument in it.
    let words = text.split_inclusive(char::is_whitespace).filter(|word| !word.contains("://")).collect();
    let rest = arguments.iter().fold(words, |rest: String, argument| rest.replace(argument, " "));
    let plain = rest.split(|letter: char| !letter.is_ascii_alphabetic());
    plain.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// What a reader sees of a page, for tests: no styles, no tags, no names of signs.
#[must_use]
pub fn of_html(html: &str) -> String {
    let without_styles = without(html, "<style>", "</style>");
    without(&without(&without_styles, "<", ">"), "&", ";")
}

fn without(text: &str, start: &str, end: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(start) {
        kept.push_str(before);
        kept.push(' ');
        rest = after.split_once(end).map_or("", |(_, after)| after);
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_from_no_catalogue_is_found() {
        let table = [
            ("Ĥí Ada, ýóú ĥáṽé 2 trips.", &["Ada"][..], &["trips"][..]),
            ("Óþéñ: https://blue.example/trip", &[], &[]),
            ("Óþéñ: https://blue.example/trip#token=oavSunW3 ñóŵ, Sun", &["Sun"], &[]),
            ("£645.00 ƒóŕ ЛХР-ЖФК", &[], &[]),
        ];
        for (text, arguments, expected) in table {
            assert_eq!(unaccented(text, arguments), expected, "{text}");
        }
    }

    #[test]
    fn of_a_page_counts_what_is_read() {
        let html = "<title>Á</title><style>p { color: red }</style><p class=\"quiet\">B&nbsp;&#38;</p>";

        assert_eq!(unaccented(&of_html(html), &[]), ["B"]);
    }
}
