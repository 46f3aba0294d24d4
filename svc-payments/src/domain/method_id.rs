use std::str::FromStr;

/// Id of a card that the provider's own fields took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodId(String);

#[derive(Debug, thiserror::Error)]
#[error("not an id of a payment method")]
pub struct NotAMethodId;

impl MethodId {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for MethodId {
    type Err = NotAMethodId;

    /// Nothing but the provider's own form, so that what is no id, above all a card number, goes no further.
    fn from_str(text: &str) -> Result<Self, NotAMethodId> {
        let is_own = text.len() <= LONGEST
            && text.strip_prefix("pm_").is_some_and(|rest| {
                !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            });
        if is_own { Ok(Self(text.to_owned())) } else { Err(NotAMethodId) }
    }
}

/// The provider's promise for all its ids.
const LONGEST: usize = 255;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_providers_own_form_is_an_id() {
        let check = |text: &str, is_id: bool| assert_eq!(text.parse::<MethodId>().is_ok(), is_id, "{text}");
        check("pm_1Q0PsIJvEtkwdCNYMSaVuRz6", true);
        check("pm_card_visa", true);
        check("pm_", false);
        check("", false);
        check("tok_visa", false);
        check("4242424242424242", false);
        check("pm_1/confirm", false);
        check(&format!("pm_{}", "a".repeat(253)), false);
    }
}
