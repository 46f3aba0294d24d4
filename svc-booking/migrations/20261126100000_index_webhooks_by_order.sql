-- no-transaction
-- What the airline did to the order of a trip.
create index concurrently if not exists webhook_order_idx on webhook (mode, order_id) where order_id is not null;
