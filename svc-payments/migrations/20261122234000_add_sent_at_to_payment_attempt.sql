alter table payment_attempt
-- Since when somebody is sending it and waits for the answer; null while nobody is.
add column sent_at timestamptz;
