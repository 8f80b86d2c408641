-- The claim that last took the job. A server whose claim committed without a reply repeats it and
-- gets the same job.
alter table job add claim_id uuid;
