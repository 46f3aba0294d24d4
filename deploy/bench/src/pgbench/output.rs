//! What pgbench prints.

/// How many transactions it made.
pub fn transactions(said: &str) -> Option<u32> {
    let told = |line: &str| line.strip_prefix("number of transactions actually processed: ")?.parse().ok();
    said.lines().find_map(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pgbench_says_how_many_transactions_it_made() {
        let said = "scale: 1\nnumber of transactions actually processed: 35651\ntps = 7130.2\n";

        assert_eq!(transactions(said), Some(35_651));
        assert_eq!(transactions("pgbench: error: connection failed\n"), None);
    }
}
