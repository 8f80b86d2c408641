-- Whether a put-away method fills cells one after another or looks for one cell for all.
alter table work_method add column fit_cd text check (fit_cd in ('WHOLE', 'FILL')),
  add constraint work_method_fit check (work_cd = 'PUT' or fit_cd is null);
