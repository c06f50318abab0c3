-- Who had a ticket before it was handed away, so that the server, not the client, says whose it is when that is taken back.
alter table app.ticket_log add column had_user_id bigint;
comment on column app.ticket_log.had_user_id is 'Of a transfer: who had the ticket before. Null where it waited.';

-- What the server says by itself was said in the first admin's language; from now on it is a setting of the company, which
-- begins as it was. Portuguese is what a company without the setting has.
insert into app.settings (company_id, key, value)
select distinct on (u.company_id) u.company_id, 'botLanguage', u.language
from app.users u
where u.profile = 'admin'
order by u.company_id, u.id
on conflict do nothing;
