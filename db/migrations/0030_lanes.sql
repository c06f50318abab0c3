-- Lanes of the board move their tickets on by themselves, and back: which lane is next and after how long, where a ticket goes when
-- its customer answers, and what is said on arrival.
alter table app.tags
  add column time_lane_min integer not null default 0 check (time_lane_min >= 0),
  add column next_lane_id bigint,
  add column rollback_lane_id bigint,
  add column greeting_lane text not null default '',
  add foreign key (company_id, next_lane_id) references app.tags (company_id, id) on delete set null (next_lane_id),
  add foreign key (company_id, rollback_lane_id) references app.tags (company_id, id) on delete set null (rollback_lane_id);
comment on column app.tags.time_lane_min is 'Minutes after which a ticket goes to the next lane; 0: never.';

-- Closing did not say that nothing leads a ticket any more: whoever wrote again was answered by nobody.
update app.tickets set use_integration = false where status = 'closed' and use_integration;
