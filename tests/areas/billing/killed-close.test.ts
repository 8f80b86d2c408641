import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { Child } from '#tests/support/child.ts'
import { testStore } from '#tests/support/database.ts'
import { addPast, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'

const kills = Number(process.env['KILLS'] ?? 3)
const script = new URL('../../support/close-month-child.ts', import.meta.url)

async function addMonth(db: Database): Promise<void> {
  await db.script(`
    insert into warehouse (wcode, warehouse_nm) values ('W01', 'W');
    insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'A', 'A');
    insert into cell (wcode, cell_cd, zone_cd) values ('W01', 'A-001', 'A');
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      values ('admin', 'admin', 'x', 'Y')
      on conflict do nothing`)
  for (let n = 0; n < 20; n += 1) {
    await addPast(db, { owner: `K${n}`, item: 'J', moved: [['2026-06-29 09:00:00', n + 1]] })
  }
  await addPrices(db, { price_cd: 'ALL', unit_price: 300, month_min_amt: 1000 })
  await closeUntil(db, '20260630')
  await chargeAll(db)
}

interface Standing extends Record<string, unknown> {
  closed: number
  invoices: number
  limits: number
  won: string
}

async function standing(dataDir: string): Promise<Standing | undefined> {
  const db = await openDatabase({ dataDir, env: {} })
  try {
    const [row] = await db.query<Standing>(sql`
      select (select count(*) from bill_month where state_cd = '30') closed,
        (select count(*) from invoice) invoices,
        (select count(*) from charge where cause_cd = 'LEAST') limits,
        (select coalesce(sum(total_amt), 0)::text from invoice) won`)
    return row
  } finally {
    await db.close()
  }
}

test.skipIf(testStore() === 'postgres')(
  `a close that is killed is whole or not there, ${kills} times, and then makes the same rows`,
  { timeout: 120_000 + kills * 15_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'wms-close-'))
    try {
      const db = await openDatabase({ dataDir, env: {} })
      await migrate(db, migrationsFolder)
      await addMonth(db)
      await db.close()
      for (let kill = 0; kill < kills; kill += 1) {
        // The first statements look the request up, the last ones keep its answer.
        const at = String(1 + ((kill * 5) % 11))
        const child = new Child(script, [dataDir, 'close-by-key-1', at])
        expect(await child.ended).toBe(null)
        expect(await standing(dataDir)).toMatchObject({ closed: 0, invoices: 0, limits: 0 })
      }
      const last = new Child(script, [dataDir, 'close-by-key-1', '0'])
      expect([await last.line('done'), await last.ended][1]).toBe(0)
      const whole = await standing(dataDir)
      expect(whole).toMatchObject({ closed: 20, invoices: 20 })
      const again = new Child(script, [dataDir, 'close-by-key-2', '0'])
      await again.line('refused')
      await again.ended
      expect(await standing(dataDir)).toEqual(whole)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
