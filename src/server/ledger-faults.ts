import { verifyLedger } from '#areas/inventory/server/verify.ts'
import type { Queryable } from './db/database.ts'
import { verifySecurity } from './security/verify-security.ts'

/** What does not add up, one line for each check that fails. */
export async function ledgerFaults(db: Queryable): Promise<string[]> {
  const results = [...(await verifyLedger(db)), ...(await verifySecurity(db))]
  return results
    .filter(({ breaches }) => breaches.length > 0)
    .map(({ name, breaches }) => `${name}: ${breaches.length} breaches`)
}
