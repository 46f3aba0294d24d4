//! Named points at which a test may stop a program, to kill it or what it talks to. Release builds have none of them.
//!
//! A point is armed by a file of its name in the folder `FAREWAY_FAILPOINTS`. The first program that comes there renames
//! the file to `NAME.hit`, writes its own name into it, and goes on once the file is gone.

#![warn(missing_docs)]

/// Stops at the point of that name, a format string, while a test wants it. Nothing in release builds.
#[macro_export]
macro_rules! failpoint {
    ($($name:tt)*) => {
        #[cfg(debug_assertions)]
        $crate::hit(&format!($($name)*)).await;
    };
}

/// What the macro expands to.
#[cfg(debug_assertions)]
pub async fn hit(point: &str) {
    if let Some(folder) = FOLDER.as_ref() {
        stop(folder, point).await;
    }
}

#[cfg(debug_assertions)]
static FOLDER: std::sync::LazyLock<Option<std::path::PathBuf>> =
    std::sync::LazyLock::new(|| std::env::var_os("FAREWAY_FAILPOINTS").map(Into::into));

#[cfg(debug_assertions)]
async fn stop(folder: &std::path::Path, point: &str) {
    let hit = folder.join(format!("{point}.hit"));
    // An error says that the point is not armed: one rename succeeds.
    if std::fs::rename(folder.join(point), &hit).is_err() {
        return;
    }
    std::fs::write(&hit, program()).expect("a process that may rename a file may write it");
    while hit.exists() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[cfg(debug_assertions)]
fn program() -> String {
    let path = std::path::PathBuf::from(std::env::args_os().next().unwrap_or_default());
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_armed_point_stops_the_first_who_comes_until_it_is_let_go() {
        let folder = std::env::temp_dir().join(format!("fareway-failpoint-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("order.sent"), "").unwrap();
        stop(&folder, "order.answered").await;

        let stopped = tokio::spawn({
            let folder = folder.clone();
            async move { stop(&folder, "order.sent").await }
        });
        while std::fs::read_to_string(folder.join("order.sent.hit")).unwrap_or_default() != program() {
            tokio::task::yield_now().await;
        }
        stop(&folder, "order.sent").await;
        assert!(!stopped.is_finished(), "the second goes on, the first waits");

        std::fs::remove_file(folder.join("order.sent.hit")).unwrap();
        stopped.await.unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }
}
