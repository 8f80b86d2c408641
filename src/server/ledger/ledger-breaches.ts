import { verifyLedger } from '#areas/inventory/server/verify.ts'
import type { Queryable } from '#server/db/database.ts'
import { verifySecurity } from '#server/security/verify-security.ts'

export async function findLedgerBreaches(db: Queryable): Promise<string[]> {
  const results = [...(await verifyLedger(db)), ...(await verifySecurity(db))]
  return results
    .filter(({ breaches }) => breaches.length > 0)
    .map(({ name, breaches }) => `${name}: ${breaches.length} breaches`)
}
