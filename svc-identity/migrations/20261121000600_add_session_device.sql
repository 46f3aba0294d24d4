-- The browser that signed in, in words, so that its owner knows it again. Empty: it did not say.
alter table session add column device text not null default '';
