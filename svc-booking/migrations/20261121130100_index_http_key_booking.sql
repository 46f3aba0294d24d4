-- Every new booking asks which key an earlier one of the same traveller came under.
create index http_key_booking_idx on http_key (booking_id);
