-- Where the words of a call begin, so that the last one can be sent to the flow again.
alter table app.integration_calls add column after_id bigint;
comment on column app.integration_calls.after_id is 'The customer''s words of the call come after this message; null: not known, of older calls.';
