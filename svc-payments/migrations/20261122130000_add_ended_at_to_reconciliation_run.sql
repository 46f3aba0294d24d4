-- When the books were last compared to their end: a comparison that always fails would not be missed by anybody.
alter table reconciliation_run add column ended_at timestamptz;
update reconciliation_run set ended_at = began_at;
alter table reconciliation_run alter column ended_at set not null;
