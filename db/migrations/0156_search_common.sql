-- Whether a word is common decides how its messages are looked for. The planner's estimate, which decided before, is a constant since PostgreSQL
-- keeps statistics from whoever row security applies to.
create or replace function app.search_tickets(
  needle text, in_messages boolean, wanted jsonb,
  v_admin boolean, v_user bigint, v_queues bigint[], v_unqueued boolean, v_groups boolean, v_history boolean, v_live boolean,
  hidden boolean, oldest_first boolean, size integer, skip integer
) returns table (id bigint, total bigint) language plpgsql volatile security definer
set search_path = app, public, pg_temp set enable_seqscan = off as $$
declare
  company bigint := app.company_id();
  pattern text := app.pattern(needle);
  share real;
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
    -- Of the same hundred pages each time: the planner may not look at what stands in rows that row security guards.
    share := least(100, 10000.0 / greatest(pg_relation_size('app.messages') / current_setting('block_size')::integer, 1));
    select count(*) * 100 / share > 2000 into common
    from app.messages m tablesample system (share) repeatable (1) where m.company_id = company and m.folded like pattern;
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
