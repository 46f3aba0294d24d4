use std::net::TcpListener;

use anyhow::bail;

/// Fails with a sentence that names the port and how to choose another.
pub(crate) fn require_free(port: u16, what: &str, variable: &str) -> anyhow::Result<()> {
    if port != 0 && TcpListener::bind(("127.0.0.1", port)).is_err() {
        let other = port.checked_add(1000).unwrap_or(port / 2);
        bail!(
            "port {port} for {what} is taken: set {variable} to a free one, for example {variable}={other}"
        );
    }
    Ok(())
}
