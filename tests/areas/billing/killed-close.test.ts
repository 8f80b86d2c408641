import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { Child } from '#tests/support/child.ts'
import { testDatabase, testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { soakSize } from '#tests/support/suite.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'

const isOnServer = testStore() === 'postgres'
/**
 * Number of kills. Few on the embedded store, because reopening it after each one takes seconds.
 */
const kills = Number(process.env['KILLS'] ?? (isOnServer ? soakSize(20, 4) : 3))
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
    await addPastStock(db, { owner: `K${n}`, item: 'J', moved: [['2026-06-29 09:00:00', n + 1]] })
  }
  await addPrices(db, { price_cd: 'ALL', unit_price: 300, month_min_amt: 1000 })
  await closeUntil(db, '20260630')
  await chargeAll(db)
}

async function createMonthStore() {
  if (isOnServer) {
    const db = await testDatabase()
    await addMonth(db)
    return { args: ['', testDatabaseUrl(db)], close: () => db.close() }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'wms-close-'))
  const db = await openDatabase({ dataDir, env: {} })
  await migrate(db, migrationsFolder)
  await addMonth(db)
  await db.close()
  return { args: [dataDir, ''], close: () => rm(dataDir, { recursive: true, force: true }) }
}

/** State that a child found at startup, before its first action. */
const readStatus = async (child: Child) =>
  JSON.parse((await child.line('standing ')).slice('standing '.length)) as object

const nothing = { closed: 0, invoices: 0, limits: 0 }

test(
  `a close killed ${kills} times leaves no rows, and its retry closes exactly once`,
  { timeout: 120_000 + kills * 15_000 },
  async () => {
    const store = await createMonthStore()
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        // The first statements look up the request; the last ones store its response.
        const at = String(1 + ((kill * 5) % 11))
        const child = new Child(script, [...store.args, 'close-by-key-1', at])
        expect(await readStatus(child)).toMatchObject(nothing)
        expect(await child.ended).toBe(null)
      }
      const last = new Child(script, [...store.args, 'close-by-key-1', '0'])
      expect(await readStatus(last)).toMatchObject(nothing)
      expect([await last.line('done'), await last.ended][1]).toBe(0)
      const again = new Child(script, [...store.args, 'close-by-key-2', '0'])
      const whole = await readStatus(again)
      expect(whole).toMatchObject({ closed: 20, invoices: 20, limits: 20 })
      await again.line('refused')
      await again.ended
      const after = new Child(script, [...store.args, 'close-by-key-1', '0'])
      expect(await readStatus(after)).toEqual(whole)
      await after.ended
    } finally {
      await store.close()
    }
  },
)
