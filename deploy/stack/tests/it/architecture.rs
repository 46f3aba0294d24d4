//! Holds what ARCHITECTURE.md says about who may know whom, and what the documents list against the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SERVICES: [&str; 6] =
    ["svc-search", "svc-offers", "svc-booking", "svc-payments", "svc-identity", "svc-brand"];
const PLATFORM: [&str; 11] = [
    "money",
    "service",
    "events",
    "outbound",
    "duffel",
    "mail",
    "logo",
    "testkit",
    "servers",
    "failpoint",
    "texts",
];

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Package -> the packages of ours it is built with, from cargo itself. Tests may know more.
fn dependencies() -> Vec<(String, BTreeSet<String>)> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--workspace",
            "--depth",
            "1",
            "--edges",
            "normal,build",
            "--prefix",
            "depth",
            "--offline",
        ])
        .args(["--format", " {p}"])
        .current_dir(root())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut found: Vec<(String, BTreeSet<String>)> = Vec::new();
    for line in text.lines() {
        let Some(name) = line.split_whitespace().nth(1) else { continue };
        match line.chars().next() {
            Some('0') => found.push((name.to_owned(), BTreeSet::new())),
            Some('1') if line.contains(root().to_str().unwrap()) => {
                found.last_mut().unwrap().1.insert(name.to_owned());
            }
            _ => {}
        }
    }
    assert!(found.len() > 15, "cargo tree listed {} packages", found.len());
    found
}

fn may_know(package: &str) -> Vec<&'static str> {
    match package {
        "proto" | "money" | "outbound" | "logo" | "servers" | "failpoint" | "sandbox" | "texts" => vec![],
        "service" => vec!["proto", "money"],
        "testkit" => vec!["service", "servers"],
        "duffel" => vec!["proto", "money", "service", "outbound"],
        "events" => vec!["service", "failpoint"],
        "mail" => vec!["proto", "service", "failpoint", "texts"],
        name if PLATFORM.contains(&name) => vec!["proto", "money", "service"],
        "gateway" => vec!["proto", "money", "service", "events", "logo"],
        "saga-model" => vec!["svc-booking"],
        "simulation" => {
            vec![
                "gateway",
                "svc-booking",
                "svc-offers",
                "svc-payments",
                "sandbox",
                "duffel",
                "outbound",
                "service",
                "money",
                "proto",
            ]
        }
        "stack" => [&PLATFORM[..], &SERVICES[..], &["gateway", "proto"]].concat(),
        "storms" => vec!["stack", "servers", "service"],
        "bench" => vec!["storms", "servers", "service", "duffel"],
        _ => [&PLATFORM[..], &["proto"]].concat(),
    }
}

#[test]
fn no_package_knows_more_than_it_may() {
    for (package, known) in dependencies() {
        let allowed = may_know(&package);
        let strangers: Vec<_> = known.iter().filter(|name| !allowed.contains(&name.as_str())).collect();
        assert!(strangers.is_empty(), "{package} must not know {strangers:?}");
    }
}

#[test]
fn no_main_has_a_test_because_none_is_compiled_there() {
    let manifests =
        [&SERVICES[..], &["gateway", "deploy/sandbox", "deploy/stack", "deploy/proofs/simulation"]].concat();
    for package in manifests {
        let main = fs::read_to_string(root().join(package).join("src/main.rs")).unwrap();
        assert!(!main.contains("test]"), "{package}: test = false stands in its Cargo.toml");
    }
}

#[test]
fn the_gateway_and_the_searching_services_have_no_sql_and_the_gateway_no_provider() {
    for (manifest, forbidden) in [
        ("gateway", ["sqlx", "duffel"]),
        ("svc-search", ["sqlx", "lettre"]),
        ("svc-offers", ["sqlx", "lettre"]),
    ] {
        let text = fs::read_to_string(root().join(manifest).join("Cargo.toml")).unwrap();
        for name in forbidden {
            assert!(!text.contains(&format!("\n{name}.workspace")), "{manifest} depends on {name}");
        }
    }
}

#[test]
fn every_service_keeps_its_events_in_the_same_tables() {
    for part in ["schema.sql", "schema-2.sql", "schema-3.sql"] {
        let schema = fs::read_to_string(root().join("platform/events").join(part)).unwrap();
        for service in ["svc-booking", "svc-payments", "svc-identity", "svc-brand"] {
            let migrations = fs::read_dir(root().join(service).join("migrations")).unwrap();
            let mut texts = migrations.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
            assert!(texts.any(|text| text == schema), "no migration of {service} is a copy of {part}");
        }
    }
}

#[test]
fn no_two_migrations_of_a_service_have_the_same_number() {
    for service in ["svc-booking", "svc-payments", "svc-identity", "svc-brand"] {
        let mut seen = BTreeSet::new();
        for entry in fs::read_dir(root().join(service).join("migrations")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let number = name.split('_').next().unwrap().to_owned();
            assert!(seen.insert(number), "{service} has two migrations of the number of {name}");
        }
    }
}

#[test]
fn the_registry_of_events_names_every_subject_that_is_published_and_no_other() {
    let registry = fs::read_to_string(root().join("docs/events.md")).unwrap();
    let registered: BTreeSet<String> = registry
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next().map(str::to_owned))
        .collect();
    let mut published = BTreeSet::new();
    for service in SERVICES {
        for text in sources(&root().join(service).join("src")) {
            published.extend(subjects(&text));
        }
    }
    assert_eq!(published, registered);
}

/// String literals that look like a subject of ours.
fn subjects(text: &str) -> Vec<String> {
    const OWNED: [&str; 5] = ["booking.", "payment.", "brand.", "user.", "system."];
    const VERBS: [&str; 13] = [
        "reserved",
        "claimed",
        "confirmed",
        "cancelled",
        "failed",
        "authorised",
        "captured",
        "voided",
        "refunded",
        "refund_failed",
        "updated",
        "created",
        "closed",
    ];
    let literals = text.split('"').skip(1).step_by(2);
    literals
        .filter(|literal| OWNED.iter().any(|owner| literal.starts_with(owner)))
        .filter(|literal| {
            *literal == "system.mode" || VERBS.iter().any(|verb| literal.ends_with(&format!(".{verb}")))
        })
        .map(str::to_owned)
        .collect()
}

fn sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(fs::read_to_string(path).unwrap());
        }
    }
    found
}

#[test]
fn every_program_checks_its_settings_before_it_listens() {
    for program in SERVICES.into_iter().chain(["gateway"]) {
        let main = fs::read_to_string(root().join(program).join("src/main.rs")).unwrap();
        let place = |call: &str| main.find(call).unwrap_or_else(|| panic!("{program} has no {call}"));
        assert!(place("config.check.require_safe()?") < place(".bind()"), "{program}");
    }
}
