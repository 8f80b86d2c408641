-- Sessions that began at the login of the company: what that login is ended with, encrypted.

alter table session add sso_token text;
