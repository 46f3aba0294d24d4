use serde::Deserialize;

use crate::problem::FieldError;

/// A whole number, or a text that should be one: a query has nothing but texts.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Count {
    Number(i64),
    Text(String),
}

impl Count {
    /// The number, `default` where none was sent, and an error where it is none.
    pub fn read(sent: Option<&Self>, field: &str, default: i32, errors: &mut Vec<FieldError>) -> i32 {
        let read = match sent {
            None => Some(default),
            Some(Self::Number(number)) => i32::try_from(*number).ok(),
            Some(Self::Text(text)) if text.is_empty() => Some(default),
            Some(Self::Text(text)) => text.parse().ok(),
        };
        read.unwrap_or_else(|| {
            errors.push(FieldError {
                field: field.to_owned(),
                message: "Please send a whole number".to_owned(),
            });
            default
        })
    }
}
