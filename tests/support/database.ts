import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import sql, { raw } from 'sql-template-tag'
import { loadReferenceData } from '#areas/freight/server/load-reference-data.ts'
import { referenceLists } from '#areas/freight/server/reference-lists.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openEmbeddedStore } from '#server/db/embedded-store.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/db/migrate.ts'
import { type StoreLimits, storeLimits } from '#server/db/store-limits.ts'
import { engineVersion } from '#server/db/store-version.ts'
import { type TestCluster, testCluster } from '#tests/support/postgres.ts'
import { prepareOnce } from '#tests/support/prepared-once.ts'

export type TestDatabaseOptions = {
  /** Migrations to use instead of the product's. */
  migrations?: string
  limits?: Partial<StoreLimits>
  /** Loads the published lists of ports, currencies and the like, as a first start does. */
  referenceData?: boolean
}

export function testStore(): 'embedded' | 'postgres' {
  return process.env['STORE'] === 'postgres' ? 'postgres' : 'embedded'
}

type Template = {
  /** Must change with everything that `fill` writes. */
  key: string
  fill: (empty: Database) => Promise<void>
}

let referenceSql: Promise<string> | undefined

function referenceText(): Promise<string> {
  referenceSql ??= Promise.all(referenceLists.map(async ({ rows }) => rows())).then(JSON.stringify)
  return referenceSql
}

/** Migrated store, with the published lists if `referenceData` is set. */
async function templateFor(options: TestDatabaseOptions): Promise<Template> {
  const folder = options.migrations ?? migrationsFolder
  const hash = createHash('sha256')
  hash.update(engineVersion())
  for (const { name, checksum } of await readMigrations(folder))
    hash.update(`${name} ${checksum}\n`)
  if (options.referenceData) hash.update(await referenceText())
  return {
    key: hash.digest('hex').slice(0, 16),
    fill: async (empty) => {
      await migrate(empty, folder)
      if (options.referenceData) await loadReferenceData(empty)
    },
  }
}

/**
 * Migrated store as one file. Excludes data a copy never needs: PostgreSQL's template databases,
 * and the WAL of the migrations, which every copy would replay.
 */
async function embeddedTemplate({ key, fill }: Template): Promise<string> {
  return prepareOnce(`${key}-bare.tar`, async (draft) => {
    const store = await openEmbeddedStore({ limits: storeLimits() })
    try {
      await fill(store)
      await store.execute(sql`update pg_database set datistemplate = false`)
      for (const name of ['template0', 'template1']) await store.script(`drop database ${name}`)
      await store.checkpoint()
      fs.writeFileSync(draft, await store.dump(), { mode: 0o600 })
    } finally {
      await store.close()
    }
  })
}

let cluster: Promise<TestCluster | undefined> | undefined

async function clusterUrl(): Promise<string> {
  cluster ??= testCluster()
  const found = await cluster
  if (!found) throw new Error('there is no PostgreSQL here: set TEST_DATABASE_URL or install it')
  return found.url
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/**
 * Template database of the cluster, filled once for all test processes.
 * @param fill fills the empty database at this address and closes its connections.
 */
async function serverTemplate(
  admin: Database,
  url: string,
  name: string,
  fill: (address: string) => Promise<void>,
): Promise<void> {
  const lock = Number.parseInt(name.slice(-8), 16)
  await admin.transaction(async (tx) => {
    await tx.script('set local lock_timeout = 0; set local statement_timeout = 0')
    await tx.script('set local idle_in_transaction_session_timeout = 0')
    await tx.query(sql`select pg_advisory_xact_lock(${lock}::bigint)`)
    const rows = await tx.query(sql`select 1 from pg_database where datname = ${name}`)
    if (rows.length === 0) await buildServerTemplate(url, name, fill)
  })
}

/** Built under a temporary name, so an interrupted run leaves no incomplete template. */
async function buildServerTemplate(
  url: string,
  name: string,
  fill: (address: string) => Promise<void>,
): Promise<void> {
  const building = `${name}_building`
  const second = await openDatabase({ url })
  try {
    await second.execute(sql`drop database if exists ${raw(building)} with (force)`)
    await second.execute(sql`create database ${raw(building)} template template0 encoding 'UTF8'`)
    await fill(withDatabase(url, building))
    await second.execute(sql`alter database ${raw(building)} rename to ${raw(name)}`)
  } finally {
    await second.close()
  }
}

interface ServerCopy {
  readonly address: string
  readonly drop: () => Promise<void>
}

/**
 * Creates a separate database on the test cluster from a template.
 * @param template `wms_…_` and 16 hexadecimal digits that change with everything `fill` writes.
 */
export async function createServerCopy(
  template: string,
  fill: (address: string) => Promise<void>,
): Promise<ServerCopy> {
  const url = await clusterUrl()
  const admin = await openDatabase({ url, limits: { poolSize: 2, statementMs: 120_000 } })
  const name = `wms_test_${process.pid}_${randomBytes(4).toString('hex')}`
  try {
    await serverTemplate(admin, url, template, fill)
    // Copying files takes half the time of copying pages through the WAL.
    const how = raw(`template ${template} strategy file_copy`)
    await admin.execute(sql`create database ${raw(name)} ${how}`)
  } catch (error) {
    await admin.close()
    throw error
  }
  return {
    address: withDatabase(url, name),
    drop: async () => {
      await admin.execute(sql`drop database if exists ${raw(name)} with (force)`)
      await admin.close()
    },
  }
}

const urls = new WeakMap<Database, string>()

export function testDatabaseUrl(database: Database): string {
  const url = urls.get(database)
  if (url === undefined) throw new Error('only a test database on a server has an address')
  return url
}

async function openServerCopy(
  { key, fill }: Template,
  limits: Partial<StoreLimits>,
): Promise<Database> {
  const { address, drop } = await createServerCopy(`wms_template_${key}`, async (empty) => {
    const fresh = await openDatabase({ url: empty })
    try {
      await fill(fresh)
    } finally {
      await fresh.close()
    }
  })
  const database = await openDatabase({ url: address, limits })
  urls.set(database, address)
  const close = database.close.bind(database)
  let closed: Promise<void> | undefined
  database.close = () => {
    closed ??= close().then(drop)
    return closed
  }
  return database
}

/** Creates an empty migrated database in the store selected by `STORE`. `close` removes it. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const template = await templateFor(options)
  const database =
    testStore() === 'postgres'
      ? await openServerCopy(template, options.limits ?? {})
      : await openEmbeddedStore({
          template: await embeddedTemplate(template),
          limits: storeLimits(options.limits),
        })
  // The mutation run removes one guard to check that a test fails.
  const without = process.env['WITHOUT_GUARD']
  if (without && options.migrations === undefined) await database.script(without)
  return database
}
