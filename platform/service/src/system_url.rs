use anyhow::ensure;
use url::Url;

/// Refuses a `SYSTEM_URL` with a user name or a password: links in mails and the checks before live mode repeat it.
pub fn check_system_url(address: &Url) -> anyhow::Result<()> {
    ensure!(
        address.username().is_empty() && address.password().is_none(),
        "SYSTEM_URL has a user name or a password in it, which every mail would show: set it to the address alone"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_with_a_user_name_or_a_password_is_refused_without_repeating_it() {
        let check = |address: &str| check_system_url(&address.parse().unwrap());

        check("https://shop.example/?brand=blue").unwrap();
        for address in
            ["https://admin@shop.example", "https://:word@shop.example", "https://a:word@shop.example"]
        {
            let refused = check(address).unwrap_err().to_string();
            assert!(!refused.contains("word@") && refused.contains("SYSTEM_URL"), "{refused}");
        }
    }
}
