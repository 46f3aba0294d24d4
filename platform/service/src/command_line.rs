//! A program's command line, with the secrets that stand in files: `NAME_FILE` names the file of the secret `NAME`.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::sync::OnceLock;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error, Parser};

/// Far more than any secret has.
const LARGEST: u64 = 64 * 1024;
/// In the place of a secret that is refused.
const SECRET: &str = "(not shown)";

/// As it was read. A file may be a pipe, which has its content once.
static LINE: OnceLock<Vec<OsString>> = OnceLock::new();

/// Reads what a program was started with: its arguments, its environment, and the files of its secrets. Called first in
/// every `main`. Where something is wrong the program ends with a sentence that holds no secret.
pub fn parse_command_line<C: Parser>() -> C {
    let mut command = C::command();
    let line = match with_files(&command, std::env::args_os().collect(), variable) {
        Ok(line) => line,
        Err(faults) => command.error(ErrorKind::ValueValidation, faults.join("\n")).exit(),
    };
    let line = LINE.get_or_init(|| line);
    C::try_parse_from(line).unwrap_or_else(|error| without_secret(error, chosen(&command, line)).exit())
}

fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// What `parse_command_line` has read.
pub(crate) fn line() -> Vec<OsString> {
    LINE.get().cloned().unwrap_or_else(|| std::env::args_os().collect())
}

/// The line, with an argument for each secret of the chosen command that a file has.
///
/// # Errors
/// A sentence for each secret that is set twice, or whose file is no secret's.
fn with_files(
    command: &Command,
    mut line: Vec<OsString>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Vec<OsString>, Vec<String>> {
    let is_set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let mut faults = Vec::new();
    let mut read: Vec<OsString> = Vec::new();
    for (name, argument) in secrets(chosen(command, &line)) {
        let file = format!("{name}_FILE");
        let Some(path) = is_set(&file) else { continue };
        if is_set(name).is_some() || line.iter().any(|given| is_argument(given, &argument)) {
            faults.push(format!("{name} and {file} are both set: leave one of them out"));
            continue;
        }
        match secret_of(&path) {
            Ok(secret) => read.push(format!("{argument}={secret}").into()),
            Err(fault) => faults.push(format!("{file} names a file that {fault}")),
        }
    }
    line.extend(read);
    if faults.is_empty() { Ok(line) } else { Err(faults) }
}

/// The command that the line names, which has the settings.
fn chosen<'c>(command: &'c Command, line: &[OsString]) -> &'c Command {
    line.get(1).and_then(|name| command.find_subcommand(name)).unwrap_or(command)
}

/// The variable and the argument of each secret.
fn secrets(command: &Command) -> impl Iterator<Item = (&str, String)> {
    let secrets = command.get_arguments().filter(|argument| argument.is_hide_env_values_set());
    secrets.filter_map(|secret| Some((secret.get_env()?.to_str()?, format!("--{}", secret.get_long()?))))
}

fn is_argument(given: &OsStr, argument: &str) -> bool {
    let given = given.to_string_lossy();
    given.strip_prefix(argument).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// The content of a secret's file, without the newline at its end. The error tells neither the path, which may be the
/// secret itself by mistake, nor a word of the content.
fn secret_of(path: &OsStr) -> Result<String, String> {
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text));
    let length = read.map_err(|error| format!("can't be read: {}", error.kind()))?;
    if length as u64 > LARGEST {
        return Err("is too large".to_owned());
    }
    let secret = text.strip_suffix('\n').unwrap_or(&text);
    let secret = secret.strip_suffix('\r').unwrap_or(secret);
    if secret.is_empty() { Err("is empty".to_owned()) } else { Ok(secret.to_owned()) }
}

/// The error without the value, where it is a secret's.
fn without_secret(mut error: Error, command: &Command) -> Error {
    let Some(ContextValue::String(named)) = error.get(ContextKind::InvalidArg) else { return error };
    let argument = named.split(' ').next().unwrap_or_default();
    if secrets(command).any(|(_, secret)| secret == argument) {
        error.insert(ContextKind::InvalidValue, ContextValue::String(SECRET.to_owned()));
    }
    error
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use secrecy::{ExposeSecret, SecretString};
    use testkit::TemporaryFolder;
    use uuid::Uuid;

    use super::*;

    #[derive(Debug, Parser)]
    enum Cli {
        Serve {
            #[arg(long, env = "KEY_OF_LINE", hide_env_values = true)]
            key: SecretString,
            #[arg(long, env = "WORD_OF_LINE", hide_env_values = true, value_parser = short)]
            word: Option<SecretString>,
            #[arg(long, env = "NAME_OF_LINE", default_value = "ada")]
            name: String,
        },
        Healthcheck,
    }

    fn short(text: &str) -> Result<SecretString, &'static str> {
        if text.len() < 9 { Ok(text.into()) } else { Err("too long") }
    }

    fn file_with(content: &[u8], folder: &TemporaryFolder) -> OsString {
        let path = folder.path().join(Uuid::now_v7().to_string());
        std::fs::write(&path, content).unwrap();
        path.into()
    }

    fn line(arguments: &[&str], variables: &[(&str, OsString)]) -> Result<Vec<OsString>, Vec<String>> {
        let line = ["program"].iter().chain(arguments).map(OsString::from).collect();
        let variable = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|it| it.1.clone());
        with_files(&Cli::command(), line, variable)
    }

    fn key(content: &[u8]) -> Result<String, Vec<String>> {
        let folder = TemporaryFolder::new("line");
        let line = line(&["serve"], &[("KEY_OF_LINE_FILE", file_with(content, &folder))])?;
        let Cli::Serve { key, .. } = Cli::try_parse_from(line).unwrap() else { panic!("another command") };
        Ok(key.expose_secret().to_owned())
    }

    #[test]
    fn a_secret_is_the_content_of_its_file_without_the_newline_at_the_end() {
        for (content, expected) in [
            ("hunter2", "hunter2"),
            ("hunter2\n", "hunter2"),
            ("hunter2\r\n", "hunter2"),
            ("hunter2\n\n", "hunter2\n"),
            (" -hunter2 ", " -hunter2 "),
        ] {
            assert_eq!(key(content.as_bytes()), Ok(expected.to_owned()), "{content:?}");
        }
    }

    #[test]
    fn a_file_that_is_no_secrets_is_refused_without_its_path_and_content() {
        let refused = |fault: &str| Err(vec![format!("KEY_OF_LINE_FILE names a file that {fault}")]);

        assert_eq!(key(b""), refused("is empty"));
        assert_eq!(key(b"\n"), refused("is empty"));
        assert_eq!(key(&vec![b'x'; 65_537]), refused("is too large"));
        assert_eq!(key(b"hunter\xff"), refused("can't be read: invalid data"));
        let nowhere = line(&["serve"], &[("KEY_OF_LINE_FILE", "hunter2".into())]);
        assert_eq!(
            nowhere,
            Err(vec!["KEY_OF_LINE_FILE names a file that can't be read: entity not found".into()])
        );
    }

    #[test]
    fn a_secret_that_is_set_twice_is_refused_and_an_empty_variable_is_none() {
        let folder = TemporaryFolder::new("line");
        let file = || ("KEY_OF_LINE_FILE", file_with(b"hunter2", &folder));
        let twice =
            Err(vec!["KEY_OF_LINE and KEY_OF_LINE_FILE are both set: leave one of them out".to_owned()]);

        assert_eq!(line(&["serve"], &[file(), ("KEY_OF_LINE", "hunter3".into())]), twice);
        assert_eq!(line(&["serve", "--key=hunter3"], &[file()]), twice);
        assert_eq!(line(&["serve", "--key", "hunter3"], &[file()]), twice);
        assert_eq!(line(&["serve", "--keys"], &[file()]).unwrap().len(), 4, "another argument");
        assert_eq!(line(&["serve"], &[file(), ("KEY_OF_LINE", "".into())]).unwrap().len(), 3);
        assert_eq!(line(&["serve"], &[("KEY_OF_LINE_FILE", "".into())]).unwrap().len(), 2);
    }

    #[test]
    fn only_secrets_of_the_chosen_command_are_read() {
        let variables =
            ["NAME_OF_LINE_FILE", "KEY_OF_LINE_FILE"].map(|name| (name, OsString::from("nowhere")));

        assert_eq!(line(&["serve"], &variables).unwrap_err().len(), 1);
        assert!(line(&["healthcheck"], &variables).is_ok());
        assert!(line(&[], &variables).is_ok());
    }

    #[test]
    fn a_secret_that_is_refused_is_not_shown_and_any_other_value_is() {
        let shown = |arguments: &[&str]| {
            let error = Cli::try_parse_from([&["program", "serve"], arguments].concat()).unwrap_err();
            let command = Cli::command();
            without_secret(error, command.find_subcommand("serve").unwrap()).to_string()
        };

        let secret = shown(&["--key=k", "--word=hunter2hunter2"]);
        assert!(secret.contains("'(not shown)' for '--word <WORD>': too long"), "{secret}");
        assert!(!secret.contains("hunter"), "{secret}");
        assert!(shown(&["--key=k", "--colour=blue"]).contains("--colour"));
    }
}
