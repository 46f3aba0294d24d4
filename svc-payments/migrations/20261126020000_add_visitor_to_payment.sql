-- What the limits on tested cards tell visitors apart by. Null where a program of the last release began the payment.
alter table payment
-- Whether a user paid whose account is a day old and whose mailbox is proved. All others count as guests.
add column is_established boolean,
-- Whether the visitor's session was only minutes old.
add column is_new_session boolean,
-- HMAC of the IPv4 /24 or IPv6 /48 of the visitor's address.
add column network_hmac bytea,
-- HMAC of the card's first digits, where its digits were seen here.
add column card_range_hmac bytea;
