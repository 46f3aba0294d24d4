//! What a program logs once when it begins to serve: its version, its schema and its settings, without secrets.

use clap::{Arg, ArgMatches, Command, CommandFactory};
use sqlx::migrate::Migrator;
use url::Url;

use crate::postgres::schema_version;
use crate::telemetry::VERSION;
use crate::{command_line, process_metrics};

/// In the place of a value that no log holds.
const SECRET: &str = "(set)";

/// Logs how `name` begins to serve, and measures its process from now on. `C` is the command line that it was started
/// with; `migrator` has the migrations that it knows.
pub fn announce<C: CommandFactory>(name: &'static str, migrator: Option<&Migrator>) {
    let schema = migrator.map(schema_version);
    let command = C::command();
    let settings = settings(&command, &command.clone().get_matches_from(command_line::line()));
    tracing::info!(program = name, version = VERSION, schema, settings, "beginning to serve");
    process_metrics::measure(name, VERSION, schema);
}

/// What was set, by the environment or the command line, as `NAME=value` by name. All else has its default.
fn settings(command: &Command, matches: &ArgMatches) -> String {
    let (mut command, mut matches) = (command, matches);
    while let Some((name, inner)) = matches.subcommand() {
        let Some(inner_command) = command.find_subcommand(name) else { break };
        (command, matches) = (inner_command, inner);
    }
    let mut told: Vec<String> =
        command.get_arguments().filter_map(|argument| setting(argument, matches)).collect();
    told.sort();
    told.join(" ")
}

fn setting(argument: &Arg, matches: &ArgMatches) -> Option<String> {
    use clap::parser::ValueSource::{CommandLine, EnvVariable};

    let id = argument.get_id().as_str();
    if !matches!(matches.value_source(id), Some(CommandLine | EnvVariable)) {
        return None;
    }
    let variable = argument.get_env()?.to_string_lossy();
    let values: Vec<String> = matches.get_raw(id)?.map(|value| harmless(&value.to_string_lossy())).collect();
    let told = if argument.is_hide_env_values_set() { SECRET.to_owned() } else { values.join(",") };
    Some(format!("{variable}={told}"))
}

/// A value without what no log holds: an address without the user and password in it, and no e-mail address.
fn harmless(value: &str) -> String {
    if !value.contains('@') {
        return value.to_owned();
    }
    let Some(mut url) = Url::parse(value).ok().filter(Url::has_authority) else { return SECRET.to_owned() };
    // Fails for addresses without a host, and those have no user either.
    let _has_none = url.set_username("");
    let _has_none = url.set_password(None);
    let told = url.to_string();
    if told.contains('@') { SECRET.to_owned() } else { told }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    enum Cli {
        Serve {
            #[arg(long, env = "SMTP_URL_OF_START")]
            smtp_url: Option<String>,
            #[arg(long, env = "KEY_OF_START", hide_env_values = true)]
            key: Option<String>,
            #[arg(long, env = "LISTEN_OF_START", default_value = "0.0.0.0:1")]
            listen: String,
            #[arg(long, env = "PEERS_OF_START", value_delimiter = ',')]
            peers: Vec<String>,
        },
    }

    fn told(arguments: &[&str]) -> String {
        let command = Cli::command();
        let matches = command.clone().get_matches_from([&["program", "serve"], arguments].concat());
        settings(&command, &matches)
    }

    #[test]
    fn what_was_set_is_told_and_defaults_are_not() {
        assert_eq!(told(&[]), "");
        assert_eq!(
            told(&["--peers=a,b", "--listen=127.0.0.1:2"]),
            "LISTEN_OF_START=127.0.0.1:2 PEERS_OF_START=a,b"
        );
    }

    #[test]
    fn no_secret_no_password_in_an_address_and_no_e_mail_address_is_told() {
        let told = told(&[
            "--key=hunter2",
            "--smtp-url=smtps://ada:hunter2@mail.example:465/x",
            "--peers=a,b@c.example,https://h.example/x?to=ada@x.example",
        ]);

        assert_eq!(
            told,
            "KEY_OF_START=(set) PEERS_OF_START=a,(set),(set) SMTP_URL_OF_START=smtps://mail.example:465/x"
        );
    }
}
