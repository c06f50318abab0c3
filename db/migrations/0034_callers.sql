-- Programs call with a connection's token: it is found by its hash, whichever company it is of.
create index connections_token on app.connections (sha256(token::bytea)) where deleted_at is null;

-- What such a program did is written down with the connection, because it is no person.
alter table app.audit add column connection_id bigint;
comment on column app.audit.connection_id is 'Whose token was used, where no person did it.';
comment on column app.idempotency_keys.user_id is 'Whose key it is: a person, or below zero the connection whose token was used.';
