// What a traveller does: search, open an offer, pay, book, and wait for the end. Shared by the runs beside it.
import http from "k6/http";
import { sleep } from "k6";

export const BASE = __ENV.BASE_URL || "http://localhost:8080";
const CITIES = ["JFK", "LHR", "CDG", "SFO", "LAX", "SYD", "FRA", "MAD"];
const FIRST_DAY = 20;
const DAYS = 280;
// As long as the page goes on asking.
const LONGEST_WAIT_S = 120;

export function isoDate(daysAhead) {
  return new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
}

export function pick(list) {
  return list[Math.floor(Math.random() * list.length)];
}

// A trip that hardly anybody else looks for: two who share a result want offers of one request, which is sold once.
export function anyTrip() {
  const origin = pick(CITIES);
  const destination = pick(CITIES.filter((city) => city !== origin));
  return { origin, destination, departureDate: isoDate(FIRST_DAY + Math.floor(Math.random() * DAYS)) };
}

// One of the few that many look for, so that most of them are answered from memory.
export function popularTrip() {
  const day = pick([30, 31, 32, 33, 34]);
  return { origin: "JFK", destination: "LHR", departureDate: isoDate(day), returnDate: isoDate(day + 7) };
}

export function get(path, name) {
  return http.get(`${BASE}${path}`, { tags: { name: name || path } });
}

export function post(path, body, headers = {}) {
  return http.post(`${BASE}${path}`, JSON.stringify(body), {
    headers: { "Content-Type": "application/json", ...headers },
    tags: { name: path },
  });
}

export function search(trip) {
  const query = Object.entries({ ...trip, adultsCount: 1, limit: 30 }).map((pair) => pair.join("=")).join("&");
  return get(`/api/flights/search?${query}`, "/api/flights/search");
}

export function openOffer(id) {
  return get(`/api/flights/offer/${id}`, "/api/flights/offer/{id}");
}

export function priceOf(offer) {
  return { amount: offer.price.amount, currency: offer.price.currency };
}

export function pay(offer) {
  return post("/api/payments/process-card", {
    ...priceOf(offer),
    offerId: offer.id,
    cardDetails: { number: "4242424242424242", expiryMonth: "12", expiryYear: "34", cvv: "123", holderName: "K Six" },
  });
}

export function order(offer, paymentId) {
  return { offerId: offer.id, paymentId, passengers: offer.passengers.map(passenger), paymentDetails: priceOf(offer) };
}

// `key`: a repeat under it is the same booking.
export function book(order, key) {
  return post("/api/bookings", order, { "Idempotency-Key": key });
}

// The status that a booking comes to; "pending" where it has no end in time. `isGood` judges each read.
export function endOf(booking, isGood) {
  const deadline = Date.now() + LONGEST_WAIT_S * 1000;
  let status = booking.status;
  while (["pending", "requires_action"].includes(status) && Date.now() < deadline) {
    sleep(1);
    const read = get(`/api/bookings/${booking.id}`, "/api/bookings/{id}");
    if (isGood(read)) status = read.json("status");
  }
  return status;
}

function passenger(passenger, index) {
  return {
    id: passenger.id,
    type: "adult",
    title: "ms",
    gender: "female",
    firstName: "Kay",
    lastName: `Six${String.fromCharCode(97 + index)}`,
    dateOfBirth: "1990-04-12",
    email: `k6-${__VU}-${__ITER}-${Date.now()}@fareway.example`,
    phone: "+12025550143",
    passportNumber: "K61234567",
    passportExpiryDate: "2034-01-01",
    passportIssuingCountry: "US",
  };
}
