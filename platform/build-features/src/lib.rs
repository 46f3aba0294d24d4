//! Nothing: its Cargo.toml lets a development build compile each library once. A release of single programs does not
//! contain it.
