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
    /// Whether nothing was sent under its name.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }

    /// The number, `default` where none was sent, and an error where it is none.
    pub fn read(sent: Option<&Self>, field: &str, default: i32, errors: &mut Vec<FieldError>) -> i32 {
        let read = match sent {
            None => Some(default),
            Some(Self::Number(number)) => i32::try_from(*number).ok(),
            Some(sent) if sent.is_empty() => Some(default),
            Some(Self::Text(text)) => text.parse().ok(),
        };
        read.unwrap_or_else(|| {
            errors.push(error(field, "Please send a whole number"));
            default
        })
    }

    /// Like `read`, for what is counted from 1: a service takes 0 for a number that was not sent.
    pub fn read_positive(
        sent: Option<&Self>,
        field: &str,
        default: i32,
        errors: &mut Vec<FieldError>,
    ) -> i32 {
        let number = Self::read(sent, field, default, errors);
        if number == 0 {
            errors.push(error(field, "Please send a number of 1 or more"));
        }
        number
    }
}

fn error(field: &str, message: &str) -> FieldError {
    FieldError::invalid(field, message)
}
