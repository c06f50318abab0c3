-- Who sees which ticket, and by what somebody is found whose number is hidden from who looks.

-- A number as plain users of a company that hides numbers read it: country and area, and the last two digits.
create function app.masked(number text) returns text language sql immutable parallel safe strict as $$
  select case when length(number) <= 2 then number
    else left(number, least(4, greatest(0, length(number) - 8)))
      || repeat('*', length(number) - 2 - least(4, greatest(0, length(number) - 8))) || right(number, 2) end
$$;
-- Somebody of whom only the number is known is called by it, in whatever spelling.
create function app.shown_name(name text, number text, is_group boolean) returns text language sql immutable parallel safe as $$
  select case when not is_group and number <> '' and length(digits) >= 6 and (right(digits, length(number)) = number or right(number, length(digits)) = digits)
    then app.masked(number) else name end
  from regexp_replace(name, '\D', '', 'g') digits
$$;
create function app.shown_folded(name text, number text, email text, is_group boolean) returns text language sql immutable parallel safe as $$
  select app.fold(app.shown_name(name, number, is_group) || ' ' || case when is_group then number else app.masked(number) end || ' ' || email)
$$;

drop function app.search_contacts, app.search_tickets, app.sees;

-- One rule for list, address, messages, search, counters and events. Inlined where it is used. `v_history` is what one reads of other
-- queues; `v_live` whatever waits or is answered, as an admin sees it.
create function app.sees(
  t_user bigint, t_queue bigint, t_group boolean, t_status text,
  v_admin boolean, v_user bigint, v_queues bigint[], v_unqueued boolean, v_groups boolean, v_history boolean, v_live boolean
) returns boolean language sql immutable parallel safe as $$
  select v_admin
    or case when t_group
         then v_groups and (t_user is not distinct from v_user or t_queue is null or t_queue = any (v_queues))
         else t_user is not distinct from v_user
           or t_queue = any (v_queues)
           or (t_queue is null and v_unqueued)
           or v_history
           or (v_live and t_status in ('open', 'pending', 'lgpd'))
       end
$$;

create function app.search_contacts(
  needle text, is_group_ boolean, channel_ text, tags bigint[], hidden boolean, size integer, skip integer
) returns table (id bigint, total bigint) language plpgsql stable security definer
set search_path = app, public, pg_temp set enable_seqscan = off as $$
begin
  return query execute $q$
    with hits as materialized (
      select c.id, case when $8 then app.name_key(app.shown_name(c.name, c.number, c.is_group)) else c.name_key end as name_key
      from app.contacts c
      where c.company_id = $1 and c.folded like $2
        and (not $8 or app.shown_folded(c.name, c.number, c.email, c.is_group) like $2)
        and ($3::boolean is null or c.is_group = $3)
        and ($4::text is null or c.channel = $4)
        and ($5::bigint[] is null or exists (
          select 1 from app.contact_tags x where x.company_id = c.company_id and x.contact_id = c.id and x.tag_id = any ($5)))
    )
    select h.id, (select count(*) from hits) from hits h order by h.name_key, h.id limit $6 offset $7
  $q$ using app.company_id(), app.pattern(needle), is_group_, channel_, tags, size, skip, hidden;
end $$;

create function app.search_tickets(
  needle text, in_messages boolean, wanted jsonb,
  v_admin boolean, v_user bigint, v_queues bigint[], v_unqueued boolean, v_groups boolean, v_history boolean, v_live boolean,
  hidden boolean, oldest_first boolean, size integer, skip integer
) returns table (id bigint, total bigint) language plpgsql volatile security definer
set search_path = app, public, pg_temp set enable_seqscan = off as $$
declare
  company bigint := app.company_id();
  pattern text := app.pattern(needle);
  plan json;
  common boolean := false;
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
begin
  if in_messages then
    execute format('explain (format json) select 1 from app.messages m where m.company_id = %s and m.folded like %L', company, pattern) into plan;
    common := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric > 2000;
  end if;
  if common then
    return query execute format($q$
      with hits as (
        select t.id, t.updated_at from app.tickets t
        where t.company_id = $1 %s
          and (exists (select 1 from app.messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.folded like $2 offset 0)
            or exists (select 1 from app.contacts c where c.company_id = t.company_id and c.id = t.contact_id and c.folded like $2
              and (not $14 or app.shown_folded(c.name, c.number, c.email, c.is_group) like $2) offset 0)
            or t.id = $3)
        order by t.updated_at %s, t.id %s limit 1001
      )
      select h.id, (select count(*) from hits) from hits h order by h.updated_at %s, h.id %s limit $11 offset $12
    $q$, filters, direction, direction, direction, direction)
    using company, pattern, number, v_admin, v_user, v_queues, v_unqueued, v_groups, v_history, wanted, size, skip, v_live, hidden;
  else
    return query execute format($q$
      with people as materialized (
        select c.id from app.contacts c where c.company_id = $1 and c.folded like $2
          and (not $14 or app.shown_folded(c.name, c.number, c.email, c.is_group) like $2)
      ), said as materialized (
        select distinct m.ticket_id as id from app.messages m where %s m.company_id = $1 and m.folded like $2
      ), hits as materialized (
        select t.id, t.updated_at from people p join app.tickets t on t.company_id = $1 and t.contact_id = p.id
        where true %s
        union
        select t.id, t.updated_at from (select id from said union all select $3 where $3 is not null) f
        join app.tickets t on t.company_id = $1 and t.id = f.id
        where true %s
      )
      select h.id, (select count(*) from hits) from hits h order by h.updated_at %s, h.id %s limit $11 offset $12
    $q$, case when in_messages then '' else 'false and' end, filters, filters, direction, direction)
    using company, pattern, number, v_admin, v_user, v_queues, v_unqueued, v_groups, v_history, wanted, size, skip, v_live, hidden;
  end if;
end $$;

revoke all on function app.search_contacts, app.search_tickets from public;
grant execute on function app.search_contacts, app.search_tickets to {api};

-- Tickets that wait for one person, to be given back to all.
create index ticket_bots_handed on app.ticket_bots (handed_at) where handed_at is not null;
