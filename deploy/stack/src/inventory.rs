//! Every setting of every program, read from the programs' own command lines: for docs/settings.md and the checks.

use std::fmt::Write;

use clap::{Arg, Command, CommandFactory};

/// The settings as a Markdown document, a table a program.
pub fn settings() -> String {
    let mut text = String::from(
        "# Settings\n\nEvery program takes each setting as an argument or from the environment; `--help` tells the same.\n\
         A secret may stand in a file instead: `NAME_FILE` names the file of `NAME`. A newline at its end does not count.\n\
         Made by `make gen` from the programs themselves.\n",
    );
    for (name, command) in programs() {
        table(&mut text, name, &command).expect("writing to a String never fails");
    }
    text
}

fn programs() -> [(&'static str, Command); 7] {
    [
        ("gateway", gateway::Config::command()),
        ("svc-search", svc_search::Config::command()),
        ("svc-offers", svc_offers::Config::command()),
        ("svc-booking", svc_booking::Config::command()),
        ("svc-payments", svc_payments::Config::command()),
        ("svc-identity", svc_identity::Config::command()),
        ("svc-brand", svc_brand::Config::command()),
    ]
}

/// What an argument may be, where that is a choice of words.
fn choice(argument: &Arg) -> String {
    let values = argument.get_possible_values();
    let names: Vec<_> = values.iter().map(|value| format!("`{}`", value.get_name())).collect();
    if names.is_empty() || names == ["`true`", "`false`"] {
        String::new()
    } else {
        format!(": {}", names.join(" or "))
    }
}

fn table(text: &mut String, name: &str, command: &Command) -> std::fmt::Result {
    writeln!(text, "\n## {name}\n\n| variable | argument | default | meaning |\n| --- | --- | --- | --- |")?;
    for argument in command.get_arguments() {
        let (Some(variable), Some(long)) = (argument.get_env(), argument.get_long()) else { continue };
        let default = argument.get_default_values().iter().map(|value| value.to_string_lossy());
        let default = if argument.is_required_set() {
            "(required)".to_owned()
        } else {
            default.map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ")
        };
        let meaning = argument.get_help().map(ToString::to_string).unwrap_or_default().replace('|', "\\|");
        let secret = if argument.is_hide_env_values_set() { ". Secret" } else { "" };
        let variable = variable.to_string_lossy();
        writeln!(text, "| `{variable}` | `--{long}` | {default} | {meaning}{}{secret} |", choice(argument))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::ffi::OsStr;

    use secrecy::SecretString;

    use super::*;

    /// What `service::SettingsCheck` rests on: it finds settings by their name, and secrets by their type.
    #[test]
    fn every_setting_is_named_like_its_variable_and_a_hidden_one_is_a_secret() {
        // Their names are OpenTelemetry's own.
        const TELEMETRY: &str = "OTEL_";
        for (program, command) in programs() {
            let mut secrets = Vec::new();
            for argument in command.get_arguments() {
                let is_secret = argument.get_value_parser().type_id() == TypeId::of::<SecretString>();
                assert_eq!(is_secret, argument.is_hide_env_values_set(), "{program}: {}", argument.get_id());
                let Some(variable) = argument.get_env().and_then(OsStr::to_str) else { continue };
                let name = argument.get_id().as_str().to_ascii_uppercase();
                assert!(
                    name == variable || variable.starts_with(TELEMETRY),
                    "{program}: {name} is {variable}"
                );
                if is_secret {
                    secrets.push(variable);
                }
            }
            assert!(secrets.contains(&"NATS_PASSWORD"), "{program}: {secrets:?}");
        }
    }
}
