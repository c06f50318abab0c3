-- What companies that are gone had paid: the operator's books outlive them.
create table app.past_payments (
  invoice_id     bigint primary key,
  former_company bigint not null,
  company_name   text not null,
  due_month      text not null,
  paid_month     text not null,
  paid_at        timestamptz not null,
  cents          bigint not null,
  provider       text not null,
  refunded       boolean not null
);
comment on column app.past_payments.due_month is 'YYYY-MM by the company''s calendar, as paid_month.';
revoke all on app.past_payments from {api};
