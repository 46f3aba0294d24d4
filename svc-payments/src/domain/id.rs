use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

/// Ours, or made up by a client in test mode, where no provider is involved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentId {
    Ours(Uuid),
    Simulated(Uuid),
}

const SIMULATED: &str = "test_pay_";

impl PaymentId {
    pub fn uuid(self) -> Uuid {
        match self {
            Self::Ours(id) | Self::Simulated(id) => id,
        }
    }

    pub fn is_simulated(self) -> bool {
        matches!(self, Self::Simulated(_))
    }
}

impl fmt::Display for PaymentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours(id) => write!(f, "{id}"),
            Self::Simulated(id) => write!(f, "{SIMULATED}{id}"),
        }
    }
}

impl FromStr for PaymentId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, uuid::Error> {
        match text.strip_prefix(SIMULATED) {
            Some(id) => Ok(Self::Simulated(id.parse()?)),
            None => Ok(Self::Ours(text.parse()?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_print_and_parse_alike() {
        for id in [PaymentId::Ours(Uuid::from_u128(7)), PaymentId::Simulated(Uuid::from_u128(8))] {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        assert!("test_pay_".parse::<PaymentId>().is_err());
        assert!("pi_1".parse::<PaymentId>().is_err());
    }
}
