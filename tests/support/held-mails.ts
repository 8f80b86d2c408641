import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

export interface HeldMail {
  readonly TO: readonly string[]
  readonly SUBJECT: string
  readonly TEXT: string
}

/** Prevents queued emails from being sent, to allow reading them. */
export function holdMails(db: Database): Promise<void> {
  return holdJobs(db, 'mail-send')
}

/** Prevents jobs of a kind from starting. */
export function holdJobs(db: Database, kind: string): Promise<void> {
  return db.script(`
    create function hold_job() returns trigger language plpgsql as $$
    begin
      new.run_after := '2100-01-01';
      return new;
    end $$;
    create trigger hold_job before insert on job for each row
      when (new.kind = '${kind}') execute function hold_job()`)
}

export async function getHeldMails(db: Database): Promise<HeldMail[]> {
  const rows = await db.query<{ payload: HeldMail }>(sql`
    select payload from job where kind = 'mail-send' order by created_at, job_id`)
  return rows.map(({ payload }) => payload)
}
