-- A contact made of two may have two ids of one kind: of two Pages, or of two accounts. Each connection writes to the one it knows, and
-- to the one that was heard last where it knows both. Written with the id, and with messages only where there are several.
alter table app.contact_identities add column connection_id bigint, add column heard_at timestamptz;
update app.contact_identities i set connection_id = c.connection_id
from app.contacts c where c.company_id = i.company_id and c.id = i.contact_id and c.connection_id is not null;
alter table app.contact_identities add foreign key (company_id, connection_id) references app.connections (company_id, id)
  on delete set null (connection_id);
create index contact_identities_connection on app.contact_identities (company_id, connection_id);
