-- What a conversation shows besides its words: its files by date, cards of the links in it, and when the next forwarded message may go.

create index messages_gallery on app.messages (company_id, contact_id, connection_id, sent_at desc, id desc) where media_id is not null;

-- One card per address and company, also where there is nothing to show: nobody is asked twice.
create table app.link_cards (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  url        text not null check (octet_length(url) <= 2000),
  card       jsonb,
  fetched_at timestamptz not null default now(),
  primary key (company_id, url)
);
comment on column app.link_cards.card is 'Null where the page says nothing of itself, or could not be had.';
call app.tenant_table('app.link_cards');

alter table app.connections add column forward_after timestamptz;
comment on column app.connections.forward_after is 'When the last forwarded message goes, or went; the next one follows 900 ms later.';
