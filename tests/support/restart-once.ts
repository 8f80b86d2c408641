import { onTestFinished } from 'vitest'
import type { Database } from '#server/db/database.ts'

/** The database restarts at the first write of a test that matches, such as `insert on job`. */
export async function restartOnce(db: Database, write: string): Promise<void> {
  const [, table = ''] = /\bon (\w+)/.exec(write) ?? []
  await db.script(`
    create sequence restarts;
    create function restart_once() returns trigger language plpgsql as $$ begin
      if nextval('restarts') = 1 then
        raise exception 'the database system is shutting down' using errcode = '57P03';
      end if;
      return new;
    end $$;
    create trigger restart_once before ${write} execute function restart_once()`)
  onTestFinished(() =>
    db.script(`
      drop trigger restart_once on ${table}; drop function restart_once; drop sequence restarts`),
  )
}
