-- A webhook spoke of an order after the provider had said that there is none: a person must look, however the saga ends.
alter table booking add column order_reported boolean not null default false;
