//! Airports, cities, airlines and aircraft as Duffel writes them, and the calls that list them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::error::Error;
use super::gaps::{Part, stated};
use super::request::{Params, data, page};
use crate::Sandbox;
use crate::ids::named;
use crate::world::{Airline, Airport, City, Place, World, country_name};

const SUGGESTIONS: usize = 20;
const EARTH_RADIUS_M: f64 = 6_371_000.0;

pub fn airport(world: &World, iata: &str) -> Value {
    world.airport(iata).map_or(Value::Null, |airport| airport_with_city(world, airport))
}

/// An airport or a city, and which of the two.
pub fn place(world: &World, code: &str) -> (Value, &'static str) {
    match world.place(code) {
        Some(Place::Airport(airport)) => (airport_with_city(world, airport), "airport"),
        Some(Place::City(city)) => (whole_city(&city), "city"),
        None => (Value::Null, "airport"),
    }
}

pub fn airline(world: &World, iata: &str) -> Value {
    world.airline(iata).map_or(Value::Null, airline_json)
}

pub fn aircraft(world: &World, iata: &str) -> Value {
    world.aircraft(iata).map_or(
        Value::Null,
        |aircraft| json!({ "id": aircraft.id, "name": aircraft.name, "iata_code": aircraft.iata_code }),
    )
}

fn airline_json(airline: &Airline) -> Value {
    let logo = |kind: &str| {
        let code = &airline.iata_code;
        let url = format!("https://assets.duffel.com/img/airlines/for-light-background/{kind}/{code}.svg");
        stated(code, Part::Logos, url)
    };
    json!({
        "id": airline.id,
        "name": airline.name,
        "iata_code": airline.iata_code,
        "logo_symbol_url": logo("full-color-logo"),
        "logo_lockup_url": logo("full-color-lockup"),
        "conditions_of_carriage_url": null,
    })
}

fn airport_with_city(world: &World, airport: &Airport) -> Value {
    let mut json = bare_airport(airport);
    json["city"] = match world.city(&airport.city_code) {
        Some(city) if city.airports.len() > 1 => bare_city(&city),
        _ => Value::Null,
    };
    json
}

fn whole_city(city: &City<'_>) -> Value {
    let mut json = bare_city(city);
    json["airports"] = city.airports.iter().map(|airport| bare_airport(airport)).collect();
    json
}

fn bare_airport(airport: &Airport) -> Value {
    json!({
        "type": "airport",
        "id": airport.id,
        "name": airport.name,
        "iata_code": airport.iata_code,
        "icao_code": airport.icao_code,
        "iata_country_code": airport.country_code,
        "iata_city_code": airport.city_code,
        "city_name": airport.city_name,
        "time_zone": airport.time_zone,
        "latitude": airport.latitude,
        "longitude": airport.longitude,
        "city": null,
        "airports": null,
    })
}

fn bare_city(city: &City<'_>) -> Value {
    json!({
        "type": "city",
        "id": city.id,
        "name": city.name,
        "iata_code": city.iata_code,
        "iata_country_code": city.country_code,
        "iata_city_code": city.iata_code,
        "icao_code": null,
        "city_name": null,
        "time_zone": null,
        "latitude": null,
        "longitude": null,
        "city": null,
        "airports": null,
    })
}

pub async fn list_airlines(
    State(sandbox): State<Arc<Sandbox>>,
    params: Params,
) -> Result<Json<Value>, Error> {
    let mut airlines: Vec<&Airline> = sandbox.world.airlines().iter().collect();
    airlines.sort_by_key(|airline| &airline.name);
    Ok(Json(page(airlines.into_iter().map(airline_json).collect(), &params)?))
}

pub async fn get_airline(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let airline = sandbox.world.airlines().iter().find(|airline| airline.id == id);
    Ok(Json(data(airline_json(airline.ok_or_else(|| Error::new("not_found"))?))))
}

fn programme_json(airline: &Airline) -> Value {
    json!({
        "id": named("loy", &airline.iata_code),
        "name": format!("{} miles", airline.name),
        "owner_airline_id": airline.id,
        "alliance": null,
        "logo_url": null,
    })
}

pub async fn list_programmes(
    State(sandbox): State<Arc<Sandbox>>,
    params: Params,
) -> Result<Json<Value>, Error> {
    Ok(Json(page(sandbox.world.airlines().iter().map(programme_json).collect(), &params)?))
}

pub async fn get_programme(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let mut programmes = sandbox.world.airlines().iter().map(programme_json);
    Ok(Json(data(programmes.find(|programme| programme["id"] == id).ok_or_else(|| Error::new("not_found"))?)))
}

pub async fn list_airports(
    State(sandbox): State<Arc<Sandbox>>,
    params: Params,
) -> Result<Json<Value>, Error> {
    let country = params.get("iata_country_code");
    let mut airports: Vec<&Airport> = sandbox.world.airports().iter().collect();
    airports.retain(|airport| country.is_none_or(|country| airport.country_code == country));
    airports.sort_by_key(|airport| &airport.name);
    let airports = airports.into_iter().map(|airport| airport_with_city(&sandbox.world, airport)).collect();
    Ok(Json(page(airports, &params)?))
}

pub async fn get_airport(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let airport = sandbox.world.airports().iter().find(|airport| airport.id == id);
    let airport = airport.ok_or_else(|| Error::new("not_found"))?;
    Ok(Json(data(airport_with_city(&sandbox.world, airport))))
}

/// By name or code, or around a point; nothing found is an empty list.
pub async fn suggestions(State(sandbox): State<Arc<Sandbox>>, params: Params) -> Result<Json<Value>, Error> {
    let world = &sandbox.world;
    if let Some(text) = params.get("query").or_else(|| params.get("name")) {
        return Ok(Json(data(suggested(named_like(world, text)))));
    }
    let number = |name: &str| {
        let text = params.get(name).ok_or_else(|| Error::required(format!("/{name}")))?;
        text.parse::<f64>().map_err(|_| Error::new("validation_format").at(format!("/{name}")))
    };
    let (lat, lng, radius) = (number("lat")?, number("lng")?, number("rad")?);
    let near = world.airports().iter().filter(|airport| distance_m(airport, lat, lng) <= radius);
    Ok(Json(data(suggested(near.map(|airport| airport_with_city(world, airport)).collect()))))
}

/// A suggestion names the country too; no other place does.
fn suggested(mut places: Vec<Value>) -> Vec<Value> {
    for place in &mut places {
        place["country_name"] = place["iata_country_code"].as_str().and_then(country_name).into();
    }
    places
}

/// Cities before their airports, exact codes first.
fn named_like(world: &World, text: &str) -> Vec<Value> {
    let text = text.to_lowercase();
    let hit = |candidates: &[&str]| candidates.iter().any(|name| name.to_lowercase().starts_with(&text));
    let mut cities: Vec<City<'_>> = Vec::new();
    let mut airports: Vec<&Airport> = Vec::new();
    for airport in world.airports() {
        if hit(&[&airport.city_name, &airport.city_code])
            && let Some(city) = world.city(&airport.city_code).filter(|city| city.airports.len() > 1)
            && cities.iter().all(|known| known.iata_code != city.iata_code)
        {
            cities.push(city);
        }
        if hit(&[&airport.iata_code, &airport.name, &airport.city_name]) {
            airports.push(airport);
        }
    }
    airports.sort_by_key(|airport| !airport.iata_code.eq_ignore_ascii_case(&text));
    let airports = airports.into_iter().map(|airport| airport_with_city(world, airport));
    cities.iter().map(whole_city).chain(airports).take(SUGGESTIONS).collect()
}

fn distance_m(airport: &Airport, lat: f64, lng: f64) -> f64 {
    let (from, to) = (airport.latitude.to_radians(), lat.to_radians());
    let turn = (airport.longitude - lng).to_radians();
    let half_chord = ((to - from) / 2.0).sin().powi(2) + from.cos() * to.cos() * (turn / 2.0).sin().powi(2);
    2.0 * EARTH_RADIUS_M * half_chord.sqrt().asin()
}
