-- One favourite of a user opens by itself: of several that were marked, the first stays.
update my_menu m set init_yn = 'N' where init_yn = 'Y' and exists (select from my_menu o
  where o.user_id = m.user_id and o.init_yn = 'Y' and (o.menu_seq, o.menu_id) < (m.menu_seq, m.menu_id));
create unique index my_menu_one_initial on my_menu (user_id) where init_yn = 'Y';
