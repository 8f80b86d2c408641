-- Everybody can see and end their own sessions (ASVS 7.5.2).
insert into role_menu (role_cd, menu_id, actions)
  select role_cd, 'CmsMyPage', '{search,save}' from app_role where all_yn = 'N'
  on conflict do nothing;
