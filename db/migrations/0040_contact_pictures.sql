-- A contact's picture is a file of ours: the provider's address (`picture_url`) is only where it was fetched. The profile is asked for again after a time.
alter table app.contacts add column picture_media_id text;
alter table app.contacts add column profile_asked_at timestamptz;
alter table app.contacts add foreign key (company_id, picture_media_id) references app.media (company_id, id);
create index contacts_picture on app.contacts (company_id, picture_media_id) where picture_media_id is not null;
