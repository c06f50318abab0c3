-- WhatsApp tells a company that somebody stopped its offers there.
alter table app.opt_outs drop constraint opt_outs_why_check,
  add constraint opt_outs_why_check check (why in ('word', 'hand', 'provider'));
