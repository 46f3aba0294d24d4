//! Holds the documents together: each link leads to a file and a heading that exist, and each document is linked.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::architecture::root;

/// Folders with documents of others.
const NOT_OURS: [&str; 4] = ["target", "node_modules", "out", "test-results"];

#[test]
fn every_link_of_the_documents_leads_to_something() {
    let documents = documents();
    let broken: Vec<String> = documents.iter().flat_map(|document| broken_links(document)).collect();
    assert!(documents.len() > 30, "found {} documents", documents.len());
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_document_is_linked_from_another() {
    let documents = documents();
    let linked: BTreeSet<PathBuf> = documents
        .iter()
        .flat_map(|from| {
            links(from)
                .into_iter()
                .map(|link| target(from, &link).0)
                .filter(|to| to != from)
                .collect::<Vec<_>>()
        })
        .collect();
    let entrance = root().join("README.md");
    let alone: Vec<_> =
        documents.iter().filter(|file| **file != entrance && !linked.contains(*file)).collect();
    assert!(alone.is_empty(), "no document leads to {alone:?}");
}

#[test]
fn a_heading_becomes_the_anchor_that_links_name() {
    assert_eq!(anchor("Locks, and their `three` exceptions"), "locks-and-their-three-exceptions");
}

fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&root(), &mut found);
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && !NOT_OURS.contains(&name.as_str()) {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// What stands in `](...)`, without links to other sites.
fn links(document: &Path) -> Vec<String> {
    let text = fs::read_to_string(document).unwrap();
    let after = text.split("](").skip(1);
    after
        .filter_map(|rest| rest.split_once(')'))
        .map(|(link, _)| link)
        .filter(|link| !link.contains("://"))
        .map(str::to_owned)
        .collect()
}

fn target(from: &Path, link: &str) -> (PathBuf, Option<String>) {
    let (path, heading) = link.split_once('#').map_or((link, None), |(path, heading)| (path, Some(heading)));
    let file = if path.is_empty() { from.to_owned() } else { from.parent().unwrap().join(path) };
    (file.canonicalize().unwrap_or(file), heading.map(str::to_owned))
}

fn broken_links(from: &Path) -> Vec<String> {
    let is_broken = |link: &String| {
        let (file, heading) = target(from, link);
        !file.exists() || heading.is_some_and(|heading| !anchors(&file).contains(&heading))
    };
    links(from).into_iter().filter(is_broken).map(|link| format!("{}: {link}", from.display())).collect()
}

fn anchors(document: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(document).unwrap();
    text.lines()
        .filter_map(|line| line.strip_prefix('#'))
        .map(|heading| anchor(heading.trim_start_matches('#')))
        .collect()
}

/// As GitHub makes one of a heading: lower case, hyphens for spaces, no other signs.
fn anchor(heading: &str) -> String {
    let letters = heading.trim().to_lowercase();
    letters
        .chars()
        .filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign))
        .map(|sign| if sign == ' ' { '-' } else { sign })
        .collect()
}
