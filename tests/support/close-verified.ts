import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import type { TestSite } from './app.ts'

const wrongSums = sql`
  select * from (
    select wcode, owner_cd, bill_month, charge_cd, coalesce(of_month, '') of_month,
      coalesce(price_id, 0) price_id, unit_cd, vat_cd, currency_cd, count(*) charge_count,
      sum(qty) qty, sum(amount) amount
    from charge group by 1, 2, 3, 4, 5, 6, 7, 8, 9) c
  full join charge_sum s using (wcode, owner_cd, bill_month, charge_cd, of_month, price_id, unit_cd,
    vat_cd, currency_cd, charge_count, qty, amount)
  where c.* is null or s.* is null`

/** Closes a site and checks that the ledger is consistent after all tests. */
export async function closeVerified(site: TestSite): Promise<void> {
  const results = await verifyLedger(site.db)
  const wrong = await site.db.query(wrongSums)
  await site.close()
  expect(wrong).toEqual([])
  expect(results.filter(({ breaches }) => breaches.length)).toEqual([])
}
