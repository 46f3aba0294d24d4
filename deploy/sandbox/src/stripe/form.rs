//! Form-encoded bodies, where nesting is written with brackets: `metadata[booking_id]=7`, `expand[]=latest_charge`.

use std::collections::BTreeMap;

use super::error::Error;

#[derive(Debug, Clone, Default)]
pub struct Form(Vec<(String, String)>);

impl Form {
    pub fn parse(encoded: &[u8]) -> Self {
        Self(url::form_urlencoded::parse(encoded).into_owned().collect())
    }

    pub fn of(pairs: Vec<(String, String)>) -> Self {
        Self(pairs)
    }

    /// The value under exactly this name; an empty one counts as absent.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, value)| key == name && !value.is_empty()).map(|(_, value)| value.as_str())
    }

    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(Into::into)
    }

    pub fn required(&self, name: &str) -> Result<&str, Error> {
        self.get(name).ok_or_else(|| Error::missing_parameter(name))
    }

    pub fn flag(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }

    pub fn integer(&self, name: &str) -> Result<Option<i64>, Error> {
        let parse = |text: &str| {
            let invalid = || {
                Error::invalid(format!("Invalid integer: {text}"))
                    .code("parameter_invalid_integer")
                    .param(name)
            };
            text.parse().map_err(|_| invalid())
        };
        self.get(name).map(parse).transpose()
    }

    /// The members of `name[...]`, empty values too: they unset.
    pub fn members(&self, name: &str) -> BTreeMap<String, String> {
        let member = |(key, value): &(String, String)| {
            let inner = key.strip_prefix(name)?.strip_prefix('[')?.strip_suffix(']')?;
            (!inner.contains('[')).then(|| (inner.to_owned(), value.clone()))
        };
        self.0.iter().filter_map(member).collect()
    }

    /// The values of `name[]`, `name[0]`, ...
    pub fn list<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let item = move |key: &str| {
            let index = key.strip_prefix(name).and_then(|key| key.strip_prefix('[')?.strip_suffix(']'));
            index.is_some_and(|index| index.bytes().all(|byte| byte.is_ascii_digit()))
        };
        self.0.iter().filter(move |(key, _)| item(key)).map(|(_, value)| value.as_str())
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Anything under `prefix`, however deep.
    pub fn any_under(&self, prefix: &str) -> bool {
        self.0.iter().any(|(key, _)| key.starts_with(prefix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_nest() {
        let form = Form::parse(b"metadata%5Ba%5D=1&metadata[b]=&expand[]=x&expand[1]=y&a[b][c]=z&amount=12x");

        assert_eq!(form.members("metadata"), [("a".into(), "1".into()), ("b".into(), String::new())].into());
        assert_eq!(form.list("expand").collect::<Vec<_>>(), ["x", "y"]);
        assert_eq!(form.get("a[b][c]"), Some("z"));
        assert_eq!(form.get("metadata[b]"), None);
        assert_eq!(form.integer("amount").unwrap_err().status(), 400);
        assert_eq!(form.integer("other").unwrap(), None);
    }
}
