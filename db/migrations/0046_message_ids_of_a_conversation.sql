-- A provider's message id is unique in its conversation: two people's phones may make the same. What is looked up by such an id is
-- looked up in the conversation it is said of.
create unique index messages_external_id on app.messages (company_id, connection_id, external_id, contact_id) where external_id is not null;
drop index app.messages_external;
alter index app.messages_external_id rename to messages_external;

-- Sixteen bits of an identity: enough to tell two people's conversations apart, too few to name anybody.
create function app.identity_mark(kind text, value text) returns integer language sql immutable parallel safe strict as $$
  select ('x' || left(md5(kind || ':' || value), 4))::bit(16)::integer
$$;
alter table app.messages_gone add column marks integer[];
comment on column app.messages_gone.marks is 'Of those whose conversation it was in (app.identity_mark); null: of before, when it was not written down.';

alter table app.message_payloads add column contact_id bigint not null default 0;
comment on column app.message_payloads.contact_id is 'Whose conversation it is in; 0: of before, when it was not written down. A contact that was merged away stays named.';
update app.message_payloads p set contact_id = m.contact_id from app.messages m
where m.company_id = p.company_id and m.connection_id = p.connection_id and m.external_id = p.external_id;
alter table app.message_payloads drop constraint message_payloads_pkey, add primary key (company_id, connection_id, external_id, contact_id);

alter table app.past_messages drop constraint past_messages_pkey, add primary key (company_id, connection_id, external_id, chat);
