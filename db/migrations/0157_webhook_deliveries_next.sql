-- What waits is taken in the order of the log, a few at a time: without this every taking sorted all that waits by lane.
create index webhook_deliveries_next on app.webhook_deliveries (company_id, webhook_id, position) where status = 'waiting';
