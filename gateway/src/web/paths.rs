//! Path -> file of the export, as Next's client asks for them (an export has no server that would know).

/// The one page of the export that stands for many paths.
const FLIGHT: &str = "/flight/";
const FLIGHT_PAGE: &str = "flight/_";

/// The file that answers a path, if it were there. `None` for what no path may name.
pub(super) fn file_of(path: &str) -> Option<String> {
    if path == "/" {
        return Some("index.html".to_owned());
    }
    let name = path.strip_prefix('/')?;
    if name.is_empty() || name.split('/').any(|part| part.is_empty() || part.starts_with("..")) {
        return None;
    }
    if let Some(file) = path.strip_prefix(FLIGHT).and_then(flight_file) {
        return Some(file);
    }
    // Pages are asked for without their ending; a folder of the same name exists beside each.
    let last = name.rsplit('/').next().unwrap_or_default();
    Some(if last.contains('.') { name.to_owned() } else { format!("{name}.html") })
}

/// `/flight/{id}`, its `.txt` and its `__next.*.txt` parts are those of the page `_`, whatever the id.
fn flight_file(rest: &str) -> Option<String> {
    match rest.split_once('/') {
        Some((_, part)) if part.starts_with("__next.") && is_route_data(part) => {
            Some(format!("{FLIGHT_PAGE}/{part}"))
        }
        Some(_) => None,
        None if is_route_data(rest) => Some(format!("{FLIGHT_PAGE}.txt")),
        None if rest.contains('.') => None,
        None => Some(format!("{FLIGHT_PAGE}.html")),
    }
}

pub(super) fn is_page(file: &str) -> bool {
    file.strip_suffix(".html").is_some()
}

/// What Next's client reads instead of a page when it changes routes by itself.
pub(super) fn is_route_data(path: &str) -> bool {
    path.strip_suffix(".txt").is_some()
}

/// The route of a page's file, as `routes.json` names it: `flight/_.html` is `/flight/[id]`.
pub(super) fn route_of(file: &str) -> String {
    match file.strip_suffix(".html").unwrap_or(file) {
        "index" => "/".to_owned(),
        FLIGHT_PAGE => format!("{FLIGHT}[id]"),
        page => format!("/{page}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_that_next_asks_for_has_its_file() {
        let check = |path: &str, expected: Option<&str>| {
            assert_eq!(file_of(path).as_deref(), expected, "{path}");
        };
        check("/", Some("index.html"));
        check("/search", Some("search.html"));
        check("/admin/brands", Some("admin/brands.html"));
        check("/flight/off_0000AbC", Some("flight/_.html"));
        check("/flight/off_0000AbC.txt", Some("flight/_.txt"));
        check("/flight/off_1/__next._tree.txt", Some("flight/_/__next._tree.txt"));
        check(
            "/flight/off_1/__next.flight.$d$id.__PAGE__.txt",
            Some("flight/_/__next.flight.$d$id.__PAGE__.txt"),
        );
        check("/flight/off_1/more", Some("flight/off_1/more.html")); // not there: 404
        check("/search.txt", Some("search.txt"));
        check("/search/__next._tree.txt", Some("search/__next._tree.txt"));
        check("/__next._tree.txt", Some("__next._tree.txt"));
        check("/index.txt", Some("index.txt"));
        check("/_next/static/chunks/a1.js", Some("_next/static/chunks/a1.js"));
        check("/unknown.txt", Some("unknown.txt"));
        check("/search/", None);
        check("//evil.example", None);
        check("/../secret", None);
        check("/a/..b/c", None);
    }
}
