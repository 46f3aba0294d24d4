-- A webhook names a refund, and it is asked whether the book has it.
create index refund_provider_id_idx on refund (provider_id) where provider_id is not null;
