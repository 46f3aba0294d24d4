// Travellers who come at a fixed rate, however slow the answers are: some search, some buy. Each answer is good, or a
// refusal that says when to come back. What bookings came to is written to the console, for the books to be compared.
//   RATE: purchases a second; SEARCHES: searches a second; DURATION: seconds.
import { check, sleep } from "k6";
import { Counter } from "k6/metrics";

import * as traveller from "./traveller.js";

const RATE = Number(__ENV.RATE || 30);
const SEARCHES = Number(__ENV.SEARCHES || 100);
const DURATION = Number(__ENV.DURATION || 600);
// A traveller who is refused comes back so often.
const TRIES = 12;
const refusals = {
  search: new Counter("searches_refused"),
  purchase: new Counter("purchases_refused"),
  poll: new Counter("polls_refused"),
};
const calls = { search: new Counter("searches"), purchase: new Counter("purchases"), poll: new Counter("polls") };
const confirmed = new Counter("bookings_confirmed");

// `connectionsMayBreak`: a call without an answer counts as refused. `slowMs`: calls that took longer are told.
export const rules = { connectionsMayBreak: false, slowMs: Infinity };

// Thresholds of a run in which no call may be refused.
export const nobodyIsRefused = {
  searches_refused: ["count==0"],
  purchases_refused: ["count==0"],
  polls_refused: ["count==0"],
};

// `factor`: so many times the usual rates. `readyFor`: k6 starts with travellers for so many seconds, and leaves one out
// for each that it has to make later.
export function optionsOf(factor, thresholds, readyFor = 2) {
  const coming = (exec, rate) => ({
    executor: "constant-arrival-rate",
    exec,
    rate: Math.max(1, Math.round(rate * factor * 10)),
    timeUnit: "10s",
    duration: `${DURATION}s`,
    gracefulStop: "180s",
    preAllocatedVUs: Math.ceil(rate * factor * readyFor),
    maxVUs: Math.ceil(rate * factor * 40),
  });
  return {
    scenarios: { search: coming("search", SEARCHES), purchase: coming("purchase", RATE) },
    summaryTrendStats: ["med", "p(99)", "max"],
    thresholds: { checks: ["rate==1"], bookings_confirmed: ["count>0"], ...thresholds },
  };
}

// Whether the answer is good; the traveller gives up where it is not.
function isGood(answer, kind) {
  calls[kind].add(1);
  if (answer.timings.duration > rules.slowMs) tell("slow", answer);
  const isBroken = answer.status === 0 && rules.connectionsMayBreak;
  if (isBroken || [429, 503].includes(answer.status)) {
    refusals[kind].add(1);
    tell("refused", answer);
    check(answer, { "a refusal says when to come back": (r) => isBroken || Number(r.headers["Retry-After"]) > 0 });
  } else {
    const known = check(answer, { "an answer is good, or says that the offer is sold": (r) => [200, 201, 202, 410].includes(r.status) });
    if (!known) console.error(`${answer.request.method} ${answer.url}: ${answer.status} ${answer.body}`);
  }
  return answer.status >= 200 && answer.status < 300;
}

// When a call began, how long it took in ms, and what it was.
function tell(what, answer) {
  const took = Math.round(answer.timings.duration);
  const { method, url } = answer.request;
  console.log(`${what} ${Date.now() - took} ${took} ${method} ${url.slice(traveller.BASE.length).split("?")[0]} ${answer.status}`);
}

export function search() {
  isGood(traveller.search(traveller.popularTrip()), "search");
}

export function purchase() {
  const found = traveller.search(traveller.anyTrip());
  if (!isGood(found, "search")) return;
  const opened = traveller.openOffer(traveller.pick(found.json("offers")).id);
  if (!isGood(opened, "purchase")) return;
  const paid = traveller.pay(opened.json());
  if (!isGood(paid, "purchase") || !check(paid, { "a card is authorised": (r) => r.json("success") === true })) return;
  const booked = insist(traveller.order(opened.json(), paid.json("paymentId")));
  if (!booked) return;
  const end = traveller.endOf(booked, (read) => isGood(read, "poll"));
  if (end === "confirmed") confirmed.add(1);
  console.log(`${end} ${booked.id}`);
}

// Books, and repeats what was refused under the same key: the refusal may have come after the booking was made.
function insist(order) {
  const key = `k6-${__VU}-${__ITER}-${Date.now()}`;
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = traveller.book(order, key);
    if (isGood(answer, "purchase")) return answer.json();
    if (answer.status === 410) return undefined;
    sleep(Number(answer.headers["Retry-After"]) || 1);
  }
  return undefined;
}
