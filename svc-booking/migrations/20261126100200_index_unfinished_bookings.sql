-- no-transaction
-- Bookings under way, of all that there ever were.
create index concurrently if not exists booking_unfinished_idx on booking (id) where state not in ('TICKETED', 'FAILED');
