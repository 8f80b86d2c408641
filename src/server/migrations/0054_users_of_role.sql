-- Who has a role: asked whenever rights are explained, and by every change of a role.
create index user_role_of_role on user_role (role_cd);
