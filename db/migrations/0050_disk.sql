-- How much of the disk a company's files take is summed whenever somebody adds one: from this alone, without the rows.
create index media_bytes on app.media (company_id) include (bytes) where state = 'stored';
