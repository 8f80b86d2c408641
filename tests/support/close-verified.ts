import { expect } from 'vitest'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import type { TestSite } from './app.ts'

/** Ends a site whose stock was worked on: whatever the tests did, the ledger adds up. */
export async function closeVerified(site: TestSite): Promise<void> {
  const results = await verifyLedger(site.db)
  await site.close()
  expect(results.filter(({ breaches }) => breaches.length)).toEqual([])
}
