-- What a prompt may answer from, and what its tokens cost.
alter table app.prompts
  add column knows_quick_messages boolean not null default false,
  add column knows_file_lists boolean not null default false,
  add column price_in numeric(10, 4) check (price_in >= 0),
  add column price_out numeric(10, 4) check (price_out >= 0);
comment on column app.prompts.knows_quick_messages is 'It answers from the quick messages that are for all, and from nothing else.';
comment on column app.prompts.price_in is 'Of a million tokens that the model reads, in the currency that its maker bills in; null: not said.';
