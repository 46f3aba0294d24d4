//! The one door: the `/api` surface, sessions' cookies, limits, live updates, and the web app's files under a brand.
//!
//! Owns cookies, limits and the brand of a request. Never: SQL, a business rule, a provider.
//! Reading order: `engine` (what runs), `request` (who asks), `api` (the calls), `web` (the pages).

mod api;
mod app;
mod booked_trips;
mod brand_key;
mod brands;
mod card_fields;
mod client;
mod config;
mod content_coding;
mod context;
mod cookies;
mod dependencies;
mod edge;
mod engine;
mod limits;
mod live;
mod modes;
mod preflight;
mod problem;
mod request;
mod search_pages;
mod searches;
mod security_notes;
mod services;
mod shares;
mod state;
mod streams;
mod web;

pub use api::openapi_json;
pub use app::{App, preflight};
pub use client::TrustedProxies;
pub use config::{Config, SiteArgs};
pub use engine::{Engine, Parts};
pub use preflight::Report;
pub use services::Channels;
