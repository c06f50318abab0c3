-- The conversation gets the screen: the menu begins as a rail, the list at its narrowest. Both values were what everybody began
-- with, so whoever has them did not choose them; another width, and a menu that was pinned on a device, stay.
alter table app.users alter column menu set default 'closed';
alter table app.users alter column list_width set default 404;
update app.users set menu = 'closed' where menu = 'open';
update app.users set list_width = 404 where list_width = 550;
