/// Who calls, as the providers' logs and their support see it.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Caller {
    /// Where the providers reach you, an e-mail address or a page. Every call to them names it in its User-Agent.
    #[arg(long, env = "PROVIDER_CONTACT", value_name = "ADDRESS")]
    pub provider_contact: Option<String>,
}

impl Caller {
    /// The program with its version, and the contact where there is one (RFC 9110, section 10.1.5).
    pub(crate) fn user_agent(&self) -> String {
        let program = concat!("fareway/", env!("CARGO_PKG_VERSION"));
        match &self.provider_contact {
            Some(contact) => format!("{program} ({contact})"),
            None => program.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_names_the_program_and_who_answers_for_it() {
        let version = env!("CARGO_PKG_VERSION");
        let named = Caller { provider_contact: Some("ops@agency.example".into()) };

        assert_eq!(Caller::default().user_agent(), format!("fareway/{version}"));
        assert_eq!(named.user_agent(), format!("fareway/{version} (ops@agency.example)"));
    }
}
