-- A password that the product made for somebody opens one screen only: the one where they choose their own.

alter table app.users add column password_given_at timestamptz;
comment on column app.users.password_given_at is
  'When the password was made for this person, who has yet to choose one; it opens the account for seven days. Null: their own.';
