-- New contacts of a range of days, which the dashboard counts, without reading all of the company's.
create index contacts_created on app.contacts (company_id, created_at);
