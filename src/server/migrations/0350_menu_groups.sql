-- Groups of the menu stand in the database: each in the one above it, TOP above them all. Screens
-- stand where the product has them unless the site says another group. A site may have groups of
-- its own, whose codes are in capitals.

alter table site_menu
  add group_yn text not null default 'N' check (group_yn in ('Y', 'N')),
  add upper_menu_id text references site_menu;
-- Places between two neighbours are free, so that a move changes nothing but what is moved.
update site_menu set menu_seq = menu_seq * 10 + 10;

insert into site_menu (menu_id, group_yn, upper_menu_id) values
  ('TOP', 'Y', null),
  ('inb', 'Y', 'TOP'), ('out', 'Y', 'TOP'), ('inv', 'Y', 'TOP'), ('bon', 'Y', 'TOP'),
  ('bil', 'Y', 'TOP'), ('rep', 'Y', 'TOP'), ('vis', 'Y', 'TOP'), ('scm', 'Y', 'TOP'),
  ('mst', 'Y', 'TOP'), ('his', 'Y', 'TOP'), ('mdm', 'Y', 'TOP'), ('sys', 'Y', 'TOP'),
  ('cms', 'Y', 'TOP'),
  ('mdm-code', 'Y', 'mdm'), ('mdm-customer', 'Y', 'mdm'), ('mdm-organization', 'Y', 'mdm'),
  ('mdm-other', 'Y', 'mdm'), ('booking', 'Y', 'mdm'),
  ('cms-comm', 'Y', 'cms'), ('cms-log', 'Y', 'cms'), ('cms-setting', 'Y', 'cms');

alter table site_menu
  add constraint site_menu_upper check (group_yn = 'N' or (upper_menu_id is null) = (menu_id = 'TOP')),
  add constraint site_menu_named check (
    group_yn = 'N' or menu_id in ('TOP') or menu_id <> upper(menu_id) or menu_nm is not null);
create index site_menu_of_upper on site_menu (upper_menu_id);

-- Every group is four steps below TOP at most, so that none is above itself, and only groups hold
-- anything.
create function check_menu_tree() returns trigger language plpgsql as $$
begin
  if exists (select from site_menu m join site_menu g on g.menu_id = m.upper_menu_id
      where g.group_yn = 'N') then
    raise exception 'held' using errcode = '23514', constraint = 'site_menu_holder',
      table = 'site_menu';
  end if;
  if exists (
    with recursive reached as (
      select menu_id, 0 steps from site_menu where menu_id = 'TOP'
      union all
      select m.menu_id, r.steps + 1 from site_menu m join reached r on r.menu_id = m.upper_menu_id
      where m.group_yn = 'Y' and r.steps < 4)
    select from site_menu m where m.group_yn = 'Y'
      and not exists (select from reached r where r.menu_id = m.menu_id)) then
    raise exception 'tree' using errcode = '23514', constraint = 'site_menu_tree',
      table = 'site_menu';
  end if;
  return null;
end $$;
create trigger site_menu_tree after insert or update or delete on site_menu
  for each statement execute function check_menu_tree();
