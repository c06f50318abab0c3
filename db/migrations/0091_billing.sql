-- What companies owe and have paid. The API's login reads what is its company's; what changes money is the platform's.
alter table app.companies add column seats integer check (seats between 1 and 100000);
alter table app.companies add column lines integer check (lines between 1 and 100000);
alter table app.companies add column due_day smallint check (due_day between 1 and 31);
comment on column app.companies.seats is 'People it may have, in place of the plan''s number.';
comment on column app.companies.lines is 'Connections it may have, in place of the plan''s number.';
comment on column app.companies.due_day is 'The day of the month that was agreed on, where a short month hides it; null: the day of due_at.';

-- A due date on another day is another agreement.
create function app.forget_due_day() returns trigger language plpgsql as $$
declare
  due date := (new.due_at at time zone new.timezone)::date;
begin
  if new.due_at is null or extract(day from due) <> least(new.due_day,
    extract(day from date_trunc('month', due) + interval '1 month' - interval '1 day')) then
    new.due_day := null;
  end if;
  return new;
end $$;
create trigger due_day before insert or update of due_at, due_day, timezone on app.companies
  for each row when (new.due_day is not null) execute function app.forget_due_day();

create table app.invoices (
  company_id   bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id           bigint generated always as identity,
  period_start date not null,
  period_end   date not null,
  due_at       timestamptz not null,
  detail       text not null,
  plan_id      bigint,
  users        integer not null,
  connections  integer not null,
  custom       boolean not null default false,
  wished       boolean not null default false,
  recurrence   text not null,
  cents        bigint not null check (cents >= 0),
  status       text not null default 'open' check (status in ('open', 'paid', 'void', 'refunded')),
  provider     text not null default '',
  paid_at      timestamptz,
  paid_by      bigint,
  note         text not null default '',
  created_at   timestamptz not null default now(),
  primary key (company_id, id),
  check (period_end >= period_start)
);
comment on column app.invoices.custom is 'Of a plan of one''s own choice, by users and connections.';
comment on column app.invoices.wished is 'The company chose another plan: it has it from the payment on.';
comment on column app.invoices.note is 'What an operator has to look at: paid twice, another amount, given back.';
comment on column app.invoices.paid_by is 'The operator who said so; null where the provider did.';
create unique index invoices_period on app.invoices (company_id, period_start) where status <> 'void';
create index invoices_number on app.invoices (id);
create index invoices_open on app.invoices (due_at) where status = 'open';
call app.tenant_table('app.invoices');
revoke insert, update, delete on app.invoices from {api};

create table app.charges (
  company_id   bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id           bigint generated always as identity,
  invoice_id   bigint not null,
  provider     text not null,
  ref          text not null,
  remote       text not null default '',
  attempt      integer not null default 1,
  cents        bigint not null,
  status       text not null default 'open' check (status in ('open', 'paid', 'closed')),
  qr           text not null default '',
  link         text not null default '',
  expires_at   timestamptz,
  created_at   timestamptz not null default now(),
  checked_at   timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references app.invoices (company_id, id) on delete cascade
);
comment on table app.charges is 'What a provider was asked to collect for an invoice. An invoice has one after the other.';
comment on column app.charges.ref is 'Our name of it, which the provider is told: asked twice, it makes one.';
comment on column app.charges.remote is 'The provider''s name of it; empty while its answer is not known.';
create unique index charges_ref on app.charges (company_id, provider, ref);
create index charges_found on app.charges (provider, ref);
create index charges_remote on app.charges (provider, remote);
create index charges_invoice on app.charges (company_id, invoice_id);
create index charges_open on app.charges (checked_at) where status = 'open';
call app.tenant_table('app.charges');
revoke insert, update, delete on app.charges from {api};

create table app.gateways (
  kind       text primary key check (kind in ('manual', 'efi', 'mercadopago', 'stripe')),
  active     boolean not null default false,
  settings   jsonb not null default '{}',
  sealed     bytea,
  changed_at timestamptz not null default now()
);
comment on table app.gateways is 'How companies pay the operator; without an active one by hand.';
comment on column app.gateways.sealed is 'AES-256-GCM, bound to the kind.';
create unique index gateways_active on app.gateways (active) where active;

create table app.payment_events (
  id          bigint generated always as identity primary key,
  provider    text not null,
  event       text not null,
  ref         text not null,
  received_at timestamptz not null default now(),
  settled_at  timestamptz,
  attempts    integer not null default 0,
  try_at      timestamptz not null default now(),
  failure     text
);
comment on table app.payment_events is 'What providers called about: only a reason to ask them, never a proof of payment.';
create unique index payment_events_once on app.payment_events (provider, event);
create index payment_events_next on app.payment_events (try_at) where settled_at is null;
