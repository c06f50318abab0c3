-- One order of names for the server's lists, the app's and the device's: accents, case and the database's locale make no
-- difference. app.name_key is nameKey of api/contract/words/name-order.ts, character for character (name-order.test.ts): whoever
-- changes one changes both, and fills the columns anew. It leaves alone what depends on the server: ICU, unaccent's rules, lower() of a locale.

create function app.name_key(value text) returns text language sql immutable parallel safe strict as $$
  select case when octet_length(value) = length(value) then left(lower(value collate "C"), 250)
    else left(replace(replace(replace(replace(
      translate(
        regexp_replace(lower(normalize(value, NFKD) collate "C"),
          '[\u0300-\u036F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE0E\uFE0F\uFEFF]', '', 'g'),
        'ıøłđðØŁĐÐÆŒÞẞςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐ',
        'iolddolddæœþßσαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзийклмнопрстуфхцчшщъыьэюяґ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 250) end
$$;
comment on function app.name_key is 'What a name is sorted by, compared byte by byte.';

alter table app.contacts add column name_key text collate "C" generated always as (app.name_key(name)) stored;
alter table app.tags add column name_key text collate "C" generated always as (app.name_key(name)) stored;
alter table app.users add column name_key text collate "C" generated always as (app.name_key(name)) stored;
alter table app.queues add column name_key text collate "C" generated always as (app.name_key(name)) stored;
alter table app.connections add column name_key text collate "C" generated always as (app.name_key(name)) stored;
alter table app.companies add column name_key text collate "C" generated always as (app.name_key(name)) stored;
alter table app.quick_messages add column name_key text collate "C" generated always as (app.name_key(shortcode)) stored;

drop index app.contacts_name;
create index contacts_name on app.contacts (company_id, name_key, id);
drop index app.tags_name;
create index tags_name on app.tags (company_id, kanban, name_key, id);

create or replace function app.search_contacts(needle text, is_group_ boolean, channel_ text, tags bigint[], size integer, skip integer)
returns table (id bigint, total bigint) language plpgsql stable security definer
set search_path = app, public, pg_temp set enable_seqscan = off as $$
begin
  return query execute $q$
    with hits as materialized (
      select c.id, c.name_key from app.contacts c
      where c.company_id = $1 and c.folded like $2
        and ($3::boolean is null or c.is_group = $3)
        and ($4::text is null or c.channel = $4)
        and ($5::bigint[] is null or exists (
          select 1 from app.contact_tags x where x.company_id = c.company_id and x.contact_id = c.id and x.tag_id = any ($5)))
    )
    select h.id, (select count(*) from hits) from hits h order by h.name_key, h.id limit $6 offset $7
  $q$ using app.company_id(), app.pattern(needle), is_group_, channel_, tags, size, skip;
end $$;
