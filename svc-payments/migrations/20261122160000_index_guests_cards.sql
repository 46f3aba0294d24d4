-- How many cards a brand's guests have tried of late.
create index payment_guest_idx on payment (mode, brand, created_at) where principal like 'session:%';
