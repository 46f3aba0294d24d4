//! ISO 4217 codes and the number of decimal places each currency has.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// Three upper-case ASCII letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency([u8; 3]);

/// Currencies without minor units, and those with thousandths (ISO 4217, list one). All others have hundredths.
const NO_MINOR_UNIT: [&str; 16] = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
    "XPF",
];
const THOUSANDTHS: [&str; 7] = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

impl Currency {
    /// The US dollar.
    pub const USD: Self = Self(*b"USD");

    /// The upper-case code.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).expect("a code is ASCII by construction")
    }

    /// Decimal places of one unit: 2 for USD, 0 for JPY, 3 for KWD.
    pub fn exponent(&self) -> u32 {
        match self.code() {
            code if NO_MINOR_UNIT.contains(&code) => 0,
            code if THOUSANDTHS.contains(&code) => 3,
            _ => 2,
        }
    }
}

impl FromStr for Currency {
    type Err = Error;

    /// Accepts either case, as providers differ in it.
    fn from_str(code: &str) -> Result<Self, Error> {
        let bytes: [u8; 3] = code.as_bytes().try_into().map_err(|_| Error::UnknownCurrency)?;
        if !bytes.iter().all(u8::is_ascii_alphabetic) {
            return Err(Error::UnknownCurrency);
        }
        Ok(Self(bytes.map(|byte| byte.to_ascii_uppercase())))
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
