-- What the flight costs now, in the booking's currency, where that is why the booking failed.
alter table booking add column failure_price_minor bigint;
