-- Every file that a row shows is held by a foreign key, so that the catalogue says who holds files.

alter table app.users add column picture_media_id text;
update app.users u set picture_media_id = f.id from app.media f where f.company_id = u.company_id and u.picture = '/media/' || f.id;
alter table app.users drop column picture, add foreign key (company_id, picture_media_id) references app.media (company_id, id);
comment on column app.users.picture_media_id is 'Their picture.';

-- Pictures of links were in nobody's hands and went after a day: what still names one that is gone shows none.
alter table app.link_cards add column picture_media_id text;
update app.link_cards c set picture_media_id = f.id from app.media f
  where f.company_id = c.company_id and c.card #>> '{picture,url}' = '/media/' || f.id;
delete from app.link_cards where card #>> '{picture,url}' is not null and picture_media_id is null;
alter table app.link_cards add foreign key (company_id, picture_media_id) references app.media (company_id, id);

alter table app.messages add column card_media_id text;
update app.messages m set card_media_id = s.file,
    data = case when s.file is null then jsonb_set(m.data, '{card,picture}', 'null') else m.data end
  from (select m.company_id, m.id, f.id as file from app.messages m
    left join app.media f on f.company_id = m.company_id and '/media/' || f.id = m.data #>> '{card,picture,url}'
    where m.data #>> '{card,picture,url}' is not null) s
  where m.company_id = s.company_id and m.id = s.id;
alter table app.messages add foreign key (company_id, card_media_id) references app.media (company_id, id);
comment on column app.messages.card_media_id is 'The picture of the card in data.';
create index messages_card_media on app.messages (company_id, card_media_id) where card_media_id is not null;
