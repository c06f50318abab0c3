-- Files of deleted messages are gone: the sweep of unheld files takes those that were kept until now.
update app.messages set media_id = null where is_deleted and media_id is not null;
