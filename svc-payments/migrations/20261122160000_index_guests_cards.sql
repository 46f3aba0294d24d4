-- How many cards of a brand's guests have paid of late.
create index payment_guest_idx on payment (mode, brand, created_at) where principal like 'session:%';
