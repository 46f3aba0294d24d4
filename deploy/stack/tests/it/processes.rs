//! The program `stack`: what it says when it can't go on, and that its end leaves no process behind.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::system::arguments;

const PATIENCE_S: u64 = 120;
const POLL: Duration = Duration::from_millis(50);

pub struct Program {
    child: Child,
    output: PathBuf,
    /// How much of it `said_since` has returned, in bytes.
    told: u64,
}

impl Program {
    pub fn start(dir: &Path, arguments: &[String]) -> Self {
        let output = dir.join("output");
        let file = File::create(&output).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_stack"))
            .arg("run")
            .args(arguments)
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .spawn()
            .unwrap();
        Self { child, output, told: 0 }
    }

    pub fn said(&self) -> String {
        std::fs::read_to_string(&self.output).unwrap()
    }

    /// The lines that it said since the last call, or since its start.
    pub fn said_since(&mut self) -> String {
        let mut file = File::open(&self.output).unwrap();
        file.seek(SeekFrom::Start(self.told)).unwrap();
        let mut said = Vec::new();
        file.read_to_end(&mut said).unwrap();
        said.truncate(said.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        self.told += u64::try_from(said.len()).unwrap();
        String::from_utf8(said).unwrap()
    }

    pub fn until_open(&self) {
        until("the stack is open", || self.said().contains("Fareway is open"));
    }

    /// Its children and their names.
    fn children(&self) -> Vec<(u32, String)> {
        let own = self.child.id();
        let lists = std::fs::read_dir(format!("/proc/{own}/task")).unwrap();
        let ids: String = lists
            .map(|task| std::fs::read_to_string(task.unwrap().path().join("children")).unwrap())
            .collect();
        let name = |id: u32| std::fs::read_to_string(format!("/proc/{id}/comm")).unwrap().trim().to_owned();
        ids.split_whitespace().map(|id| id.parse().unwrap()).map(|id| (id, name(id))).collect()
    }

    /// Sends a signal to the stack (`stack`) or to a child of it, and answers how the stack ended.
    pub fn end_by(&mut self, signal: &str, victim: &str) -> Option<i32> {
        let children = self.children();
        assert_eq!(children.len(), 3, "{children:?}");
        let child = children.iter().find(|(_, name)| name == victim).map(|(id, _)| *id);
        kill(signal, child.unwrap_or(self.child.id()));
        let code = self.code();
        for (id, name) in children {
            until(&format!("{name} is gone"), || !Path::new(&format!("/proc/{id}")).exists());
        }
        code
    }

    fn code(&mut self) -> Option<i32> {
        let mut ended = None;
        until("the stack has ended", || {
            ended = self.child.try_wait().unwrap();
            ended.is_some()
        });
        ended.unwrap().code()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // An error says that it has ended already, which is what is wanted.
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

fn kill(signal: &str, process: u32) {
    let sent = Command::new("kill").args(["-s", signal, &process.to_string()]).status().unwrap();
    assert!(sent.success());
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + testkit::patience(PATIENCE_S);
    while !holds() {
        assert!(Instant::now() < end, "{what}: not in time");
        std::thread::sleep(POLL);
    }
}

/// A folder that Postgres' own user may enter.
pub fn folder(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("fareway-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

#[tokio::test]
async fn however_the_stack_ends_no_process_remains_and_the_next_start_goes_on() {
    let dir = folder("processes");
    let arguments = arguments(&dir, 14_000);
    let table = [
        ("INT", "stack", Some(0), ""),
        ("KILL", "stack", None, ""),
        ("KILL", "postgres", Some(1), "Postgres ended by itself (signal: 9"),
        ("KILL", "nats-server", Some(1), "nats-server ended by itself (signal: 9"),
        ("TERM", "sandbox", Some(1), "the sandbox ended by itself (exit status: 0)"),
        ("TERM", "stack", Some(0), ""),
    ];

    for (signal, victim, expected, sentence) in table {
        let mut stack = Program::start(&dir, &arguments);
        stack.until_open();
        let code = stack.end_by(signal, victim);

        assert_eq!(code, expected, "{signal} to {victim}: {}", stack.said());
        assert!(stack.said().contains(sentence), "{signal} to {victim}: {}", stack.said());
    }
    std::fs::remove_dir_all(dir).unwrap();
}

#[tokio::test]
async fn a_taken_port_is_named_with_the_variable_that_chooses_another() {
    let dir = folder("ports");
    let settings = arguments(&dir, 14_000);
    let variables = [
        ("--port", "FAREWAY_PORT"),
        ("--services-port", "FAREWAY_SERVICES_PORT"),
        ("--postgres-port", "FAREWAY_POSTGRES_PORT"),
        ("--nats-port", "FAREWAY_NATS_PORT"),
        ("--sandbox-port", "FAREWAY_SANDBOX_PORT"),
        ("--smtp-port", "FAREWAY_SMTP_PORT"),
    ];

    for (setting, variable) in variables {
        let (_taken, address) = testkit::free_listener().await;
        let mut settings = settings.clone();
        settings.retain(|known| !known.starts_with(&format!("{setting}=")));
        settings.push(format!("{setting}={}", address.port()));
        let mut stack = Program::start(&dir, &settings);

        assert_eq!(stack.code(), Some(1), "{setting}");
        let sentence = format!("port {} for ", address.port());
        assert!(stack.said().contains(&sentence) && stack.said().contains(variable), "{}", stack.said());
    }
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_secret_whose_file_is_missing_is_named_without_the_path_and_nothing_starts() {
    let stack = Command::new(env!("CARGO_BIN_EXE_stack"))
        .arg("run")
        .env_remove("DUFFEL_TEST_TOKEN")
        .env("DUFFEL_TEST_TOKEN_FILE", "/nowhere/duffel_test_token")
        .output()
        .unwrap();

    let told = String::from_utf8_lossy(&stack.stderr);
    assert_eq!(stack.status.code(), Some(2), "{told}");
    assert!(
        told.contains("DUFFEL_TEST_TOKEN_FILE names a file that can't be read: entity not found"),
        "{told}"
    );
    assert!(!told.contains("nowhere"), "{told}");
}
