import { expect } from 'vitest'
import { specialChecks, verifyLedger } from '#areas/inventory/server/verify.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { TestSite } from './app.ts'

/** Ledger checks that the tests of single areas cover, by planting data that violates them. */
export const checksOfOtherFiles: readonly string[] = specialChecks.map(({ name }) => name)

class StopVerification extends Error {}

export async function findBrokenChecks(db: Queryable): Promise<string[]> {
  const results = await verifyLedger(db)
  return results.filter(({ breaches }) => breaches.length).map(({ name }) => name)
}

/**
 * Names of the checks that detect the given statements, which bypass the guards of some tables. The
 * changes are rolled back.
 */
export async function findFailingChecks(
  site: TestSite,
  guarded: readonly string[],
  statements: string,
): Promise<string[]> {
  let found: string[] = []
  const injectFailure = async (tx: Transaction) => {
    await tx.script(guarded.map((table) => `alter table ${table} disable trigger user;`).join('\n'))
    await tx.script(statements)
    found = await findBrokenChecks(tx)
    throw new StopVerification()
  }
  await expect(site.db.transaction(injectFailure)).rejects.toThrow(StopVerification)
  return found.toSorted()
}
