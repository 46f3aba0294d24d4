-- The card that pays, as mails name it ("Visa ending 4242"). Null: not claimed yet, or the provider's own fields took it.
alter table booking add column card text;
