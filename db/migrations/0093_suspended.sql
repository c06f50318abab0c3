-- A company that has not paid for some days after its due date has no channel sessions; a due date in the future gives them back.
alter table app.companies add column suspended_at timestamptz;
comment on column app.companies.suspended_at is 'Since when its channels are closed because it has not paid; null: they are open.';

create function app.end_suspension() returns trigger language plpgsql as $$
begin
  if new.due_at is null or new.due_at > now() then
    new.suspended_at := null;
  end if;
  return new;
end $$;
create trigger end_suspension before update of due_at on app.companies
  for each row when (new.suspended_at is not null) execute function app.end_suspension();
