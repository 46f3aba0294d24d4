//! A catalogue as a service declares one.

use askama::Template;
use texts::{Html, Locale, end_link, link, strong};

texts::catalogue! {
    /// Of a greeting.
    pub struct Greetings in
        "hi = Hi { $name }, you've { $count ->\n    [0] no trips\n    [one] 1 trip\n   *[other] { $count } trips\n}.\nask = { $open }Ask us{ $close }.\n";
    hi(name: Text, count: Count);
    ask(open: Text, close: Text);
}

#[test]
fn a_message_has_its_arguments_and_the_plural_of_its_language() {
    let texts = Greetings::of(Locale::English);
    let greeting = |count: u32| texts.hi("Ada", count);

    assert_eq!(greeting(0), "Hi Ada, you've no trips.");
    assert_eq!(greeting(1), "Hi Ada, you've 1 trip.");
    assert_eq!(greeting(2), "Hi Ada, you've 2 trips.");
}

#[test]
fn accents_are_on_the_letters_of_the_catalogue_alone() {
    let texts = Greetings::of(Locale::Accented);

    assert_eq!(texts.hi("Ada", 1_u32), "Ĥí Ada, ýóú'ṽé 1 ţŕíþ.");
}

#[derive(Template)]
#[template(source = "{{ texts.hi(name, count) }} {{ texts.hi(texts::strong(name), count) }}", ext = "html")]
struct Page<'n> {
    texts: Greetings<Html>,
    name: &'n str,
    count: usize,
}

#[test]
fn html_escapes_arguments_and_shows_texts_as_they_are() {
    let texts = Greetings::of(Locale::English).as_html();

    let page = Page { texts, name: "<Ada>", count: 2 }.render().unwrap();

    let name = "&#60;Ada&#62;";
    assert_eq!(page, format!("Hi {name}, you've 2 trips. Hi <strong>{name}</strong>, you've 2 trips."));
    assert_eq!(strong("<Ada>").to_string(), format!("<strong>{name}</strong>"));
    let ask = texts.ask(link("/help?a=1&b=\""), end_link());
    assert_eq!(ask.to_string(), "<a href=\"/help?a=1&#38;b=&#34;\">Ask us</a>.");
}
