//! What all programs hold at each step.

/// Who signs certificates. Both are called the same: their keys differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authority {
    Old,
    New,
}

/// Certificates that were made together, one for each program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Batch {
    /// What the programs are started with.
    First,
    Renewed,
    OfNewAuthority,
}

impl Batch {
    pub const ALL: [Self; 3] = [Self::First, Self::Renewed, Self::OfNewAuthority];

    pub fn authority(self) -> Authority {
        match self {
            Self::First | Self::Renewed => Authority::Old,
            Self::OfNewAuthority => Authority::New,
        }
    }
}

/// What is true of all programs once they have taken their files.
#[derive(Debug)]
pub struct Step {
    pub what: &'static str,
    /// In each `ca.pem`.
    pub trusted: &'static [Authority],
    /// Whose `cert.pem` and `key.pem` they have.
    pub batch: Batch,
    /// All programs start anew after it, which ends the connections of before.
    pub all_start_anew: bool,
}

impl Step {
    /// Whether a program accepts a certificate of this batch.
    pub fn trusts(&self, batch: Batch) -> bool {
        self.trusted.contains(&batch.authority())
    }
}

/// As SECURITY.md says, from what there is at first.
pub const STEPS: &[Step] = &[
    Step {
        what: "first certificates",
        trusted: &[Authority::Old],
        batch: Batch::First,
        all_start_anew: false,
    },
    Step {
        what: "others of the same authority",
        trusted: &[Authority::Old],
        batch: Batch::Renewed,
        all_start_anew: false,
    },
    Step {
        what: "both authorities trusted",
        trusted: &[Authority::Old, Authority::New],
        batch: Batch::Renewed,
        all_start_anew: false,
    },
    Step {
        what: "certificates of the new authority",
        trusted: &[Authority::Old, Authority::New],
        batch: Batch::OfNewAuthority,
        all_start_anew: false,
    },
    Step {
        what: "new authority alone trusted",
        trusted: &[Authority::New],
        batch: Batch::OfNewAuthority,
        all_start_anew: true,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_at_a_step_and_at_the_one_before_it_let_each_other_in() {
        for (before, now) in STEPS.iter().zip(&STEPS[1..]) {
            assert!(before.trusts(now.batch) && now.trusts(before.batch), "{}", now.what);
        }
    }

    #[test]
    fn in_the_end_the_new_authority_alone_is_trusted_and_no_connection_of_before_is_left() {
        let last = STEPS.last().unwrap();

        assert_eq!(Batch::ALL.map(|batch| last.trusts(batch)), [false, false, true]);
        assert!(last.trusts(last.batch) && last.all_start_anew);
    }
}
