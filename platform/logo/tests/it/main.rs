//! The files of an uploader: those that are refused, and what is made of the others.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod bad_files;
mod files;
mod good_files;
