-- When somebody used a link that was mailed to the account's address: by then the address is known to be his. Null:
-- whoever made the account knows the address, and perhaps no more.
alter table account add column mailbox_proved_at timestamptz;
