// A traveller's journey: browse, search, open an offer, look at seats, pay, book.
//   k6 run -e BASE_URL=http://localhost:8080 -e VUS=4 -e DURATION=30s deploy/k6/journey.js
// Against real traffic only a system in test mode: it books.
import http from "k6/http";
import { check, fail, group } from "k6";
import { Counter } from "k6/metrics";

const BASE = __ENV.BASE_URL || "http://localhost:8080";
const ROUTES = [["JFK", "LHR"], ["LAX", "JFK"], ["SFO", "NRT"], ["LHR", "CDG"], ["BOS", "LAX"]];
const booked = new Counter("bookings_confirmed");
const pending = new Counter("bookings_pending");

export const options = {
  scenarios: {
    browse: { executor: "constant-vus", exec: "browse", vus: Number(__ENV.VUS || 2), duration: __ENV.DURATION || "10s" },
    book: { executor: "constant-vus", exec: "book", vus: Number(__ENV.VUS || 2), duration: __ENV.DURATION || "10s" },
  },
  // Every answer is checked; how fast it comes is reported, not judged.
  thresholds: { checks: ["rate==1"], bookings_confirmed: ["count>0"] },
};

function isoDate(daysAhead) {
  return new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
}

function pick(list) {
  return list[Math.floor(Math.random() * list.length)];
}

function post(path, body) {
  return http.post(`${BASE}${path}`, JSON.stringify(body), {
    headers: { "Content-Type": "application/json" },
    tags: { name: path },
  });
}

function get(path, name) {
  return http.get(`${BASE}${path}`, { tags: { name: name || path } });
}

function search(days) {
  const [origin, destination] = pick(ROUTES);
  const query = `origin=${origin}&destination=${destination}&departureDate=${isoDate(days)}&returnDate=${isoDate(days + 7)}`;
  const answer = get(`/api/flights/search?${query}&adultsCount=1&limit=30`, "/api/flights/search");
  check(answer, { "search answers offers": (r) => r.status === 200 && r.json("offers").length > 0 });
  return answer.json("offers");
}

export function browse() {
  group("browse", () => {
    check(get("/"), { "home is served": (r) => r.status === 200 && r.body.includes("</html>") });
    check(get("/api/system/mode"), { "mode is known": (r) => r.json("known") === true });
    search(20 + Math.floor(Math.random() * 5));
  });
}

export function book() {
  // A date of one's own: two travellers who share a result want offers of one request, which is sold once.
  const offers = search(40 + Math.floor(Math.random() * 250));
  const offer = get(`/api/flights/offer/${pick(offers).id}`, "/api/flights/offer/{id}");
  if (offer.status === 410) return; // sold to somebody else meanwhile
  if (!check(offer, { "an offer opens": (r) => r.status === 200 })) fail(`offer: ${offer.status} ${offer.body}`);
  const { id, price, passengers } = offer.json();
  check(get(`/api/flights/seatmaps/${id}`, "/api/flights/seatmaps/{id}"), { "seat maps answer": (r) => r.status === 200 });
  const money = { amount: price.amount, currency: price.currency };
  const paid = pay(id, money);
  if (paid === undefined) return;
  const answer = post("/api/bookings", {
    offerId: id,
    paymentId: paid,
    passengers: passengers.map(traveller),
    paymentDetails: money,
  });
  if (answer.status === 410) return;
  check(answer, { "a booking is confirmed or honestly pending": (r) => r.status === 201 || r.status === 202 });
  if (answer.status === 201) booked.add(1);
  if (answer.status === 202) pending.add(1);
}

function pay(offerId, money) {
  const answer = post("/api/payments/process-card", {
    ...money,
    offerId,
    cardDetails: { number: "4242424242424242", expiryMonth: "12", expiryYear: "34", cvv: "123", holderName: "K Six" },
  });
  if (answer.status === 410) return undefined;
  check(answer, { "a card is authorised": (r) => r.status === 200 && r.json("success") === true });
  return answer.json("paymentId");
}

function traveller(passenger, index) {
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
