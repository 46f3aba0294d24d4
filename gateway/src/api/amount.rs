//! An amount as clients send it: a JSON number or a string, read as a decimal and never as a float.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use utoipa::PartialSchema;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::problem::ApiError;

/// The text of a number or string, whatever it says.
#[derive(Debug, Default)]
pub(super) struct SentAmount(String);

impl<'de> Deserialize<'de> for SentAmount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        Ok(Self(serde_json::from_str(raw).unwrap_or_else(|_| raw.to_owned())))
    }
}

impl SentAmount {
    /// The decimal string that services compare with their own amount.
    pub fn decimal(&self, field: &str) -> Result<String, ApiError> {
        let text = self.0.trim();
        match Decimal::from_str_exact(text) {
            Ok(amount) if !amount.is_sign_negative() => Ok(text.to_owned()),
            _ => Err(ApiError::invalid_field(field, "The amount must be a decimal number.")),
        }
    }
}

impl PartialSchema for SentAmount {
    fn schema() -> RefOr<Schema> {
        let kinds = [Type::Number, Type::String].map(|kind| ObjectBuilder::new().schema_type(kind));
        kinds.into_iter().fold(OneOfBuilder::new(), OneOfBuilder::item).into()
    }
}

impl ToSchema for SentAmount {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r003_amounts_are_decimals_whether_they_come_as_numbers_or_strings() {
        let check = |json: &str, expected: Option<&str>| {
            let sent: SentAmount = serde_json::from_str(json).unwrap();
            assert_eq!(sent.decimal("amount").ok().as_deref(), expected, "{json}");
        };
        check("645", Some("645"));
        check("645.10", Some("645.10"));
        check("0.1", Some("0.1"));
        check("123456789012345678.91", Some("123456789012345678.91")); // a float would lose the cents
        check("\"645.10\"", Some("645.10"));
        check("\" 645 \"", Some("645"));
        check("-645", None);
        check("1e3", None);
        check("\"6,45\"", None);
        check("\"NaN\"", None);
        check("null", None);
        check("{}", None);
        check("\"\"", None);
    }
}
