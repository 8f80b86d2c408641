import path from 'node:path'
import { randomBytes } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { loadReferenceData } from '#areas/freight/server/load-reference-data.ts'
import { readBackup, writeBackup } from '#server/backup/backup-file.ts'
import { isStoreInUse } from '#server/backup/store-copy.ts'
import { analyzeChanged } from '#server/db/analyze-tables.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openStore } from '#server/db/open-store.ts'
import { testSiteOnDatabase } from '#tests/support/app.ts'
import { createServerCopy, testStore } from '#tests/support/database.ts'
import { putStock } from '#tests/support/floor.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

/** Address of an empty database for a role that may only create tables in its own schema. */
async function createBareDatabase(privileges = 'connect, temporary'): Promise<string> {
  const { address, drop } = await createServerCopy('wms_bare_00000000000000aa', async () => {})
  const owner = await openDatabase({ url: address })
  const role = `wms_role_${randomBytes(4).toString('hex')}`
  const database = raw(new URL(address).pathname.slice(1))
  await owner.script(`
    create role ${role} login;
    revoke all on database ${database.text} from public;
    grant ${privileges} on database ${database.text} to ${role};
    revoke all on schema public from public;
    alter default privileges revoke execute on functions from public;
    create schema site;
    grant usage, create on schema site to ${role};
    alter role ${role} in database ${database.text} set search_path = site`)
  onTestFinished(async () => {
    await owner.script(`drop owned by ${role} cascade; drop role ${role}`)
    await owner.close()
    await drop()
  })
  const url = new URL(address)
  url.username = role
  return url.href
}

test.runIf(testStore() === 'postgres')(
  'a role that only owns its tables, in a schema of the site, runs and backs up everything',
  async () => {
    const db = await openDatabase({ url: await createBareDatabase() })
    await migrate(db)
    await loadReferenceData(db)
    const site = await testSiteOnDatabase(db)
    onTestFinished(() => site.close())
    await site.login('admin')
    await putStock(db, { item: 'PLAIN', qty: 7 })
    await sealLedger(db)
    await analyzeChanged(db)
    expect(await isStoreInUse(db)).toBe(true)
    const { totals, file } = await writeBackup(
      db,
      path.join(temporaryFolder(), 'b'),
      '20261201000000',
    )
    expect(totals.rows['stock_movement']).toBe(1)
    expect((await readBackup(file)).tables.map(({ name }) => name)).toContain('stock_movement')
    const elsewhere = await db.query(sql`
      select proname from pg_proc where pronamespace = 'site'::regnamespace
        and (prosrc like '%''public''%' or array_to_string(proconfig, ',') like '%public%')`)
    expect(elsewhere).toEqual([])
    const functions = await db.query(sql`
      select proname from pg_proc where proname in ('log_balances_where', 'tell_replicated_measure')
        and proconfig @> array['search_path=site, pg_temp']`)
    expect(functions).toHaveLength(2)
  },
)

test.runIf(testStore() === 'postgres')(
  'a start without the needed privileges names them in both languages',
  async () => {
    const url = await createBareDatabase('connect')
    const refused = await openStore({ DATABASE_URL: url }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'StoreOpenError' })
    expect(String(refused)).toMatch(/권한이 부족해[^]*lacks privileges[^]*TEMPORARY/)
  },
)
