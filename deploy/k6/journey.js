// A traveller's journey: browse, search, open an offer, look at seats, pay, book.
//   k6 run -e BASE_URL=http://localhost:8080 -e VUS=4 -e DURATION=30s deploy/k6/journey.js
// Against real traffic only a system in test mode: it books.
import { check, fail } from "k6";
import { Counter } from "k6/metrics";

import * as traveller from "./traveller.js";

const booked = new Counter("bookings_confirmed");
const pending = new Counter("bookings_pending");
const load = { executor: "constant-vus", vus: Number(__ENV.VUS || 2), duration: __ENV.DURATION || "10s" };

export const options = {
  scenarios: { browse: { ...load, exec: "browse" }, book: { ...load, exec: "book" } },
  // Every answer is checked; how fast it comes is reported, not judged.
  thresholds: { checks: ["rate==1"], bookings_confirmed: ["count>0"] },
};

function find(trip) {
  const answer = traveller.search(trip);
  check(answer, { "search answers offers": (r) => r.status === 200 && r.json("offers").length > 0 });
  return answer.json("offers");
}

export function browse() {
  check(traveller.get("/"), { "home is served": (r) => r.status === 200 && r.body.includes("</html>") });
  check(traveller.get("/api/system/mode"), { "mode is known": (r) => r.json("known") === true });
  find(traveller.popularTrip());
}

export function book() {
  const opened = traveller.openOffer(traveller.pick(find(traveller.anyTrip())).id);
  if (opened.status === 410) return; // sold to somebody else meanwhile
  if (!check(opened, { "an offer opens": (r) => r.status === 200 })) fail(`offer: ${opened.status} ${opened.body}`);
  const offer = opened.json();
  const seats = traveller.get(`/api/flights/seatmaps/${offer.id}`, "/api/flights/seatmaps/{id}");
  check(seats, { "seat maps answer": (r) => r.status === 200 });
  const paid = traveller.pay(offer);
  if (paid.status === 410) return;
  check(paid, { "a card is authorised": (r) => r.status === 200 && r.json("success") === true });
  const answer = traveller.book(traveller.order(offer, paid.json("paymentId")), `journey-${__VU}-${__ITER}-${Date.now()}`);
  if (answer.status === 410) return;
  check(answer, { "a booking is confirmed or honestly pending": (r) => r.status === 201 || r.status === 202 });
  if (answer.status === 201) booked.add(1);
  if (answer.status === 202) pending.add(1);
}
