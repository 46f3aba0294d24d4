//! No top-level module of a crate depends on another that depends on it, directly or through others.
//!
//! A module stands for its whole folder. Only `crate::module` paths count: not `super::`, and not names that the crate's
//! root re-exports. Modules named `tests` may know everything of their crate, and are not read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::architecture::root;

/// Module -> the modules of its crate that it names.
type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_crate_has_a_cycle_of_modules() {
    let mut cycles = Vec::new();
    let crates = crates(&root());
    assert!(crates.len() > 20, "found {} crates", crates.len());
    for source in crates {
        let core = core_of(graph(&source));
        if !core.is_empty() {
            cycles.push(format!("{}: {core:?}", source.strip_prefix(root()).unwrap().display()));
        }
    }
    assert!(cycles.is_empty(), "modules that depend on each other:\n{}", cycles.join("\n"));
}

#[test]
fn a_cycle_is_found_in_every_form_of_a_crate_path() {
    let text = "use crate::{\n    one::{A, b::C},\n    two,\n};\nuse crate::three::X;\nfn f() { crate::four::go() }\n\
                // crate::five\n#[cfg(test)]\nmod tests {\n    use crate::six::Y;\n}\n";
    let named: Vec<_> = named_in(text).into_iter().collect();
    assert_eq!(named, ["four", "one", "three", "two"]);

    let owned = |modules: &[&str]| modules.iter().map(|name| (*name).to_owned()).collect();
    let edges = [("app", ["one", "two"]), ("one", ["three", "leaf"]), ("three", ["one", "leaf"])];
    let graph = edges.map(|(module, named)| (module.to_owned(), owned(&named)));
    assert_eq!(core_of(graph.into()).into_keys().collect::<Vec<_>>(), ["one", "three"]);
}

/// Every `src` folder of the workspace.
fn crates(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if !path.is_dir() || name.starts_with('.') || ["target", "node_modules", "webapp"].contains(&name) {
            continue;
        }
        if name == "src" { found.push(path) } else { found.extend(crates(&path)) }
    }
    found
}

fn graph(source: &Path) -> Graph {
    let mut graph = Graph::new();
    for entry in fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        let module = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if ["lib", "main", "tests"].contains(&module.as_str()) {
            continue;
        }
        let mut named = named_below(&path);
        named.remove(&module);
        graph.entry(module).or_default().append(&mut named);
    }
    graph
}

/// The modules that a file, or the files of a folder, name.
fn named_below(path: &Path) -> BTreeSet<String> {
    if path.is_dir() {
        let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        return entries
            .filter(|path| path.file_stem().is_none_or(|stem| stem != "tests"))
            .flat_map(|path| named_below(&path))
            .collect();
    }
    if path.extension().is_some_and(|extension| extension == "rs") {
        named_in(&fs::read_to_string(path).unwrap())
    } else {
        BTreeSet::new()
    }
}

fn named_in(text: &str) -> BTreeSet<String> {
    let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let code: Vec<_> = product.lines().filter_map(|line| line.split("//").next()).collect();
    let code = code.join("\n");
    let places = code.match_indices("crate::").map(|(at, found)| &code[at + found.len()..]);
    places.flat_map(heads).collect()
}

/// The first names of a path, or of each path of a group in braces.
fn heads(path: &str) -> Vec<String> {
    let Some(group) = path.strip_prefix('{') else { return vec![head(path)] };
    let (mut depth, mut heads, mut begin) = (0_usize, Vec::new(), 0);
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => {
                heads.push(head(&group[begin..at]));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                heads.push(head(&group[begin..at]));
                begin = at + 1;
            }
            _ => {}
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

fn head(path: &str) -> String {
    path.trim_start().chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// Removes, again and again, modules that depend on no remaining module and modules that no remaining module depends
/// on. The rest holds the cycles.
fn core_of(mut graph: Graph) -> Graph {
    loop {
        let before = graph.len();
        let modules: BTreeSet<_> = graph.keys().cloned().collect();
        for named in graph.values_mut() {
            named.retain(|module| modules.contains(module));
        }
        let needed: BTreeSet<_> = graph.values().flatten().cloned().collect();
        graph.retain(|module, named| !named.is_empty() && needed.contains(module));
        if graph.len() == before {
            return graph;
        }
    }
}
