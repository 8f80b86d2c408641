import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { addPastStock, addPrices } from '#tests/support/billing.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { Client } from '#tests/torture/client.ts'

const env = { WMS_DEMO: '0' }
const toIsoDate = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

async function runOffline(
  dataDir: string,
  work: (db: Database) => Promise<unknown>,
): Promise<void> {
  const db = await openDatabase({ dataDir, env: {} })
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

async function getCharges(server: ServerProcess, owner: string): Promise<unknown[][]> {
  const client = await Client.login([server.url])
  const rows = await client.query('billing/charges', { OWNER_CD: owner })
  return rows
    .map((row) => [row['CHARGE_CD'], row['SERVICE_DT'], Number(row['QTY']), Number(row['AMOUNT'])])
    .toSorted((a, b) => String(a).localeCompare(String(b)))
}

/** Stock received two days ago, whose movement was the server's last write before it stopped. */
const addReceipt = (owner: string, day: string) => (db: Database) =>
  addPastStock(db, {
    owner,
    item: 'J',
    kind: 'RECEIPT',
    moved: [[`${toIsoDate(day)} 09:00:00`, 100]],
  })

test(
  'work and days missed while the server was stopped are charged once',
  { timeout: 180_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'wms-stopped-'))
    const start = () => startServer({ dataDir, env })
    let server = await start()
    try {
      await server.stop()
      const today = timestampAt(Date.now()).slice(0, 8)
      const [first, second] = [addDays(today, -2), addDays(today, -1)].map(String)
      await runOffline(dataDir, async (db) => {
        await db.script(`
          insert into warehouse (wcode, warehouse_nm) values ('W01', 'W') on conflict do nothing;
          insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'A', 'A') on conflict do nothing;
          insert into cell (wcode, cell_cd, zone_cd) values ('W01', 'A-001', 'A')
            on conflict do nothing;
          update app_user set must_change_yn = 'N'`)
        const line = { from_dt: first ?? '' }
        await addPrices(
          db,
          {
            ...line,
            price_cd: 'IN',
            charge_cd: 'IN',
            basis_cd: 'WORK',
            unit_cd: 'EA',
            unit_price: 10,
          },
          { ...line, price_cd: 'STORE', unit_price: 300 },
        )
        await addReceipt('S1', first ?? '')(db)
      })
      const expected = [
        ['IN', first, 100, 1000],
        ['STORE', first, 5, 1500],
        ['STORE', second, 5, 1500],
      ]
      server = await start()
      const settled = { timeout: 90_000, interval: 500 }
      await expect.poll(() => getCharges(server, 'S1'), settled).toEqual(expected)
      // The second stop adds other data, which shows when the restarted server has caught up.
      await server.stop()
      await runOffline(dataDir, addReceipt('S2', second ?? ''))
      server = await start()
      await expect
        .poll(() => getCharges(server, 'S2'), settled)
        .toEqual([
          ['IN', second, 100, 1000],
          // Its date was closed before the stock was recorded, so storage is charged from the next
          // date.
        ])
      expect(await getCharges(server, 'S1')).toEqual(expected)
    } finally {
      server.child.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
