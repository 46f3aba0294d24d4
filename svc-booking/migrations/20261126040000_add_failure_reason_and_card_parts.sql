-- Why a booking failed, and the card that pays, as parts: sentences are written where they are shown. The columns
-- failure_message and card keep the sentences of earlier rows; nothing writes them any more.
alter table booking add column failure_reason text;
-- As the card provider names it ("visa"). Null, like the digits: not claimed yet, or the provider did not say.
alter table booking add column card_brand text;
alter table booking add column card_last4 text;
