-- A payment that was given back is known as such; an invoice says which charge paid it. Callbacks are one row for each charge: however
-- often a provider calls, it is asked once.
alter table app.charges drop constraint charges_status_check;
alter table app.charges add check (status in ('open', 'paid', 'closed', 'refunded'));
alter table app.invoices add column charge_id bigint;
comment on column app.invoices.charge_id is 'What paid it; null where an operator said so.';
alter table app.payment_events drop column ref;
comment on column app.payment_events.event is 'Our name of the charge that a provider called about.';
