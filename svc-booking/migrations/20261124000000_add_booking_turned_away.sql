-- In ORDER_SENT: the provider turned the order away unread (HTTP 429), so that the same dispatch may be sent again. A
-- replica that doesn't know the column only asks for the order, as after any answer that is missing.
alter table booking add column turned_away boolean not null default false;
