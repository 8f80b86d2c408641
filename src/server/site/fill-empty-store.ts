import { loadReferenceData } from '#areas/freight/server/load-reference-data.ts'
import type { Database } from '#server/db/database.ts'
import { withStartLock } from '#server/db/start-lock.ts'
import { addFirstAdministrator, hasUsers } from './first-administrator.ts'
import { makeFirstPasswords, type FirstPasswords } from './first-passwords.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Fills an empty store: with `loadDemo`, or with one administrator if `WMS_DEMO` is 0. If several
 * servers start at the same time, one fills the store, and only that one receives the passwords.
 */
export function fillEmptyStore(
  db: Database,
  env: Environment,
  loadDemo: (passwords: FirstPasswords) => Promise<void>,
): Promise<FirstPasswords | undefined> {
  return withStartLock(db, async () => {
    const passwords = (await hasUsers(db)) ? undefined : await makeFirstPasswords(env)
    if (passwords) {
      if (env['WMS_DEMO'] === '0') await addFirstAdministrator(db, passwords)
      else await loadDemo(passwords)
    }
    await loadReferenceData(db)
    return passwords
  })
}
