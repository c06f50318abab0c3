-- What other programs sent over a connection, newest first: their keys begin so (api/features/messages-api/routes.ts).
create index messages_of_programs on app.messages (company_id, connection_id, id) where key like 'api:%';
