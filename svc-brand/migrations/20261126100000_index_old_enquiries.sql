-- no-transaction
-- What is old enough to be removed: subscriptions stay.
create index concurrently if not exists enquiry_created_at_idx on enquiry (created_at) where kind <> 'subscribe';
