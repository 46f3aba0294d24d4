-- The bank's page has one cardholder: it is forgotten as soon as the booking waits for him no longer.
alter table booking
add column action_url text,
-- The request that booked was answered without an end: the end is written to the traveller.
add column left_open boolean not null default false,
add constraint booking_action_while_asked check (action_url is null or state = 'AWAIT_3DS');
