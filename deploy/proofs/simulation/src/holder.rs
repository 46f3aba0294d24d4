//! A cardholder whose bank asks whether it is they who pay: they pass, fail, come back late, or never.

use crate::dice::Dice;

/// What they do, once they are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    Passes,
    Fails,
    PassesLate,
    NeverComes,
}

impl Holder {
    pub fn by(dice: &Dice) -> Self {
        *dice.pick(&[Self::Passes, Self::Passes, Self::Fails, Self::PassesLate, Self::NeverComes])
    }

    pub fn may_pass(self) -> bool {
        matches!(self, Self::Passes | Self::PassesLate)
    }
}
