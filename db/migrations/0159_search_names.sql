-- A name that thousands of contacts have is looked for where the page begins: PostgreSQL would fetch and sort all of them, and their tickets,
-- before the first row. Names that few have, and those that the beginning has too few of, are looked for as before.
-- A ticket's contact is fetched by its id before its name is compared: to a planner that has not seen a company's new contacts yet, any
-- index of them looks as cheap, and all would be read for each ticket.

create or replace function app.search_contacts(
  needle text, is_group_ boolean, channel_ text, tags bigint[], hidden boolean, size integer, skip integer
) returns table (id bigint, total bigint) language plpgsql stable security definer
set search_path = app, public, pg_temp set enable_seqscan = off as $$
declare
  company bigint := app.company_id();
  pattern text := app.pattern(needle);
  rows_read integer;
  found bigint[];
  hit text := $f$
        c.company_id = $1 and c.folded like $2
        and (not $8 or app.shown_folded(c.name, c.number, c.email, c.is_group) like $2)
        and ($3::boolean is null or c.is_group = $3)
        and ($4::text is null or c.channel = $4)
        and ($5::bigint[] is null or exists (
          select 1 from app.contact_tags x where x.company_id = c.company_id and x.contact_id = c.id and x.tag_id = any ($5)))
  $f$;
  name_key text := 'case when $8 then app.name_key(app.shown_name(c.name, c.number, c.is_group)) else c.name_key end';
begin
  -- The count is told no further than 1,000.
  execute format($q$
    select coalesce(array_agg(h.id order by h.name_key, h.id), '{}') from (select c.id, %s as name_key from app.contacts c where %s limit 1001) h
  $q$, name_key, hit) into found using company, pattern, is_group_, channel_, tags, size, skip, hidden;
  if cardinality(found) <= 1000 then
    return query select f, cardinality(found)::bigint from unnest(found[skip + 1 : skip + size]) f;
    return;
  end if;
  if not hidden and size <= 200 then
    foreach rows_read in array array[2000, 10000] loop
      execute format($q$
        select array_agg(h.id order by h.name_key, h.id) from (
          select c.id, c.name_key from (select * from app.contacts b where b.company_id = $1 order by b.name_key, b.id limit %s) c
          where %s order by c.name_key, c.id limit $6 offset $7) h
      $q$, rows_read, hit) into found using company, pattern, is_group_, channel_, tags, size, skip, hidden;
      if cardinality(found) = size then
        return query select f, 1001::bigint from unnest(found) f;
        return;
      end if;
    end loop;
  end if;
  return query execute format($q$
    with hits as materialized (select c.id, %s as name_key from app.contacts c where %s)
    select h.id, (select count(*) from hits) from hits h order by h.name_key, h.id limit $6 offset $7
  $q$, name_key, hit) using company, pattern, is_group_, channel_, tags, size, skip, hidden;
end $$;

drop function app.search_tickets;
create function app.search_tickets(
  needle text, in_messages boolean, wanted jsonb,
  v_admin boolean, v_user bigint, v_queues bigint[], v_unqueued boolean, v_groups boolean, v_history boolean, v_live boolean,
  hidden boolean, oldest_first boolean, size integer, skip integer
) returns table (id bigint, total bigint, more boolean) language plpgsql volatile security definer
set search_path = app, public, pg_temp set enable_seqscan = off as $$
declare
  company bigint := app.company_id();
  pattern text := app.pattern(needle);
  share real;
  common boolean := false;
  rows_read integer;
  passed integer;
  people bigint[];
  found bigint[];
  number bigint := case when needle ~ '^#?\d{1,18}$' then ltrim(needle, '#')::bigint end;
  direction text := case when oldest_first then 'asc' else 'desc' end;
  filters text := $f$
        and app.sees(t.user_id, t.queue_id, t.is_group, t.status, $4, $5, $6, $7, $8, $9, $13)
        and ($10 -> 'statuses' is null or t.status in (select jsonb_array_elements_text($10 -> 'statuses')))
        and ($10 -> 'queues' is null or coalesce(t.queue_id, 0) in (select q::bigint from jsonb_array_elements_text($10 -> 'queues') q))
        and ($10 -> 'users' is null or t.user_id in (select q::bigint from jsonb_array_elements_text($10 -> 'users') q))
        and ($10 -> 'connections' is null or t.connection_id in (select q::bigint from jsonb_array_elements_text($10 -> 'connections') q))
        and ($10 -> 'contacts' is null or t.contact_id in (select q::bigint from jsonb_array_elements_text($10 -> 'contacts') q))
        and ($10 -> 'tags' is null or exists (
          select 1 from app.contact_tags y where y.company_id = t.company_id and y.contact_id = t.contact_id
            and y.tag_id in (select q::bigint from jsonb_array_elements_text($10 -> 'tags') q)) or exists (
          select 1 from app.ticket_tags x where x.company_id = t.company_id and x.ticket_id = t.id
            and x.tag_id in (select q::bigint from jsonb_array_elements_text($10 -> 'tags') q)))
        and ($10 -> 'unread' is null or t.unread > 0)
        and ($10 ->> 'from' is null or t.created_at >= ($10 ->> 'from')::timestamptz and t.created_at < ($10 ->> 'until')::timestamptz)
        and ($10 ->> 'movedFrom' is null or t.updated_at >= ($10 ->> 'movedFrom')::timestamptz and t.updated_at < ($10 ->> 'movedUntil')::timestamptz)
  $f$;
  in_order text := format('order by t.updated_at %1$s, t.id %1$s', direction);
  -- One index per status, because tickets are in order only within it.
  beginning text := case when wanted ? 'statuses' then $f$
        select t.* from (select distinct jsonb_array_elements_text($10 -> 'statuses')) s (status)
        cross join lateral (select * from app.tickets t where t.company_id = $1 and t.status = s.status %1$s limit %2$s) t
        %1$s limit %2$s
      $f$ else 'select * from app.tickets t where t.company_id = $1 %1$s limit %2$s' end;
  hit text := 'c.company_id = $1 and c.folded like $2 and (not $14 or app.shown_folded(c.name, c.number, c.email, c.is_group) like $2)';
begin
  if in_messages then
    -- Of the same hundred pages each time: the planner may not look at what stands in rows that row security guards.
    share := least(100, 10000.0 / greatest(pg_relation_size('app.messages') / current_setting('block_size')::integer, 1));
    select count(*) * 100 / share > 2000 into common
    from app.messages m tablesample system (share) repeatable (1) where m.company_id = company and m.folded like pattern;
  end if;
  if not in_messages then
    execute format('select coalesce(array_agg(h.id), ''{}'') from (select c.id from app.contacts c where %s limit 1001) h', hit)
    into people using company, pattern, number, v_admin, v_user, v_queues, v_unqueued, v_groups, v_history, wanted, size, skip, v_live, hidden;
    if cardinality(people) > 1000 then
      people := null;
      foreach rows_read in array array[2500, 10000] loop
        exit when number is not null or size > 200;
        execute format($q$
          with passed as materialized (%1$s), hits as (
            select t.id, t.updated_at from passed t
            where exists (select 1 from (select * from app.contacts c where c.id = t.contact_id offset 0) c where %2$s) %3$s
          )
          select (select count(*) from passed), (select coalesce(array_agg(t.id %4$s), '{}') from hits t)
        $q$, format(beginning, in_order, rows_read), hit, filters, in_order) into passed, found
        using company, pattern, number, v_admin, v_user, v_queues, v_unqueued, v_groups, v_history, wanted, size, skip, v_live, hidden;
        if passed < rows_read or cardinality(found) >= skip + size then
          return query select f, cardinality(found)::bigint, passed = rows_read from unnest(found[skip + 1 : skip + size]) f;
          return;
        end if;
      end loop;
    end if;
  end if;
  if common then
    return query execute format($q$
      with hits as (
        select t.id, t.updated_at from app.tickets t
        where t.company_id = $1 %s
          and (exists (select 1 from app.messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.folded like $2 offset 0)
            or exists (select 1 from (select * from app.contacts c where c.id = t.contact_id offset 0) c where %s)
            or t.id = $3)
        %s limit 1001
      )
      select t.id, (select count(*) from hits), false from hits t %s limit $11 offset $12
    $q$, filters, hit, in_order, in_order)
    using company, pattern, number, v_admin, v_user, v_queues, v_unqueued, v_groups, v_history, wanted, size, skip, v_live, hidden;
  else
    return query execute format($q$
      with people as materialized (%s), said as materialized (
        select distinct m.ticket_id as id from app.messages m where %s m.company_id = $1 and m.folded like $2
      ), hits as materialized (
        select t.id, t.updated_at from people p join app.tickets t on t.company_id = $1 and t.contact_id = p.id
        where true %s
        union
        select t.id, t.updated_at from (select id from said union all select $3 where $3 is not null) f
        join app.tickets t on t.company_id = $1 and t.id = f.id
        where true %s
      )
      select t.id, (select count(*) from hits), false from hits t %s limit $11 offset $12
    $q$, case when people is null then 'select c.id from app.contacts c where ' || hit else 'select unnest($15) as id' end,
      case when in_messages then '' else 'false and' end, filters, filters, in_order)
    using company, pattern, number, v_admin, v_user, v_queues, v_unqueued, v_groups, v_history, wanted, size, skip, v_live, hidden, people;
  end if;
end $$;

revoke all on function app.search_tickets from public;
grant execute on function app.search_tickets to {api};
