//! Why something failed, for the log.

use std::error::Error;

use anyhow::Chain;

/// An error and what caused it, one after the other. Of a broken connection only the last says why.
pub(crate) fn with_causes(error: &(dyn Error + 'static)) -> String {
    Chain::new(error).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_of_an_error_is_named() {
        let error = anyhow::anyhow!("the certificate has expired")
            .context("TLS failed")
            .context("lost the connection");

        assert_eq!(
            with_causes(error.as_ref()),
            "lost the connection: TLS failed: the certificate has expired"
        );
    }
}
