import { signHeads } from '#server/security/signed-heads.ts'
import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { createInterface } from 'node:readline'
import path from 'node:path'
import { createGunzip, createGzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import sql from 'sql-template-tag'
import type { Database, Queryable } from '#server/db/database.ts'
import { syncFolder } from '#server/db/durable-fs.ts'
import { CopyError, type RowSource } from './fill-store.ts'
import { removeOldDrafts } from './remove-backups.ts'
import {
  copiedTables,
  startSnapshot,
  readRows,
  computeStoreTotals,
  type Batch,
  type CopiedTable,
  type StoreTotals,
} from './store-copy.ts'

const format = 'warehouse-terminal backup 1'

interface Head {
  readonly format: string
  readonly version: number
  readonly madeAt: string
  readonly tables: readonly CopiedTable[]
}

interface BackupTrailer {
  readonly totals: StoreTotals
  /** SHA-256 over all previous lines. */
  readonly sha256: string
}

export async function schemaVersion(db: Queryable): Promise<number> {
  const [row] = await db.query<{ version: number }>(sql`
    select max(version) as version from schema_migration`)
  return row?.version ?? 0
}

/**
 * Writes a consistent snapshot of a store to a file: a JSON header line, one line per batch of
 * rows, and a line with totals and checksum. The file is renamed to its final name only when
 * complete and synced. Does not block readers and writers of a server.
 */
export async function writeBackup(
  db: Database,
  folder: string,
  madeAt: string,
): Promise<{ file: string; totals: StoreTotals }> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeOldDrafts(folder)
  const file = path.join(folder, `wms-${madeAt}.jsonl.gz`)
  const draft = `${file}.part`
  const zip = createGzip({ level: 4 })
  const written = pipeline(zip, fs.createWriteStream(draft, { mode: 0o600, flush: true }))
  // Awaited below. An error without a handler, such as a full disk, would end the server.
  written.catch(() => undefined)
  const hash = createHash('sha256')
  const writeLine = async (line: object): Promise<void> => {
    const text = `${JSON.stringify(line)}\n`
    hash.update(text)
    if (!zip.write(text)) await Promise.race([once(zip, 'drain'), written])
  }
  try {
    const totals = await db.transaction(
      async (tx) => {
        await startSnapshot(tx)
        const tables = await copiedTables(tx)
        const version = await schemaVersion(tx)
        await writeLine({ format, version, madeAt, tables } satisfies Head)
        for await (const batch of readRows(tx, tables)) await writeLine(batch)
        await signHeads(tx, folder)
        return computeStoreTotals(tx, tables)
      },
      { readOnly: true },
    )
    const foot: BackupTrailer = { totals, sha256: hash.digest('hex') }
    zip.end(`${JSON.stringify(foot)}\n`)
    await written
    fs.renameSync(draft, file)
    syncFolder(folder)
    return { file, totals }
  } catch (error) {
    zip.destroy()
    fs.rmSync(draft, { force: true })
    throw error
  }
}

const incompleteText = 'the file is damaged or not whole'

function parseLine<T>(line: string): T {
  try {
    return JSON.parse(line) as T
  } catch {
    throw new CopyError(incompleteText)
  }
}

/** Opens a backup file. Its checksum is verified after the last row. */
export async function readBackup(file: string): Promise<RowSource> {
  const lines = createInterface({
    input: fs.createReadStream(file).pipe(createGunzip()),
    crlfDelay: Infinity,
  })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const line = await lines.next().catch(() => undefined)
    if (!line || line.done) throw new CopyError(incompleteText)
    return line.value
  }
  const hash = createHash('sha256')
  const first = await next()
  hash.update(`${first}\n`)
  const head = parseLine<Head>(first)
  if (head.format !== format) throw new CopyError('the file is no backup of this program')
  const foot: { totals?: StoreTotals } = {}
  return {
    version: head.version,
    tables: head.tables,
    batches: readBatches(next, hash, foot),
    totals: () => {
      if (!foot.totals) throw new CopyError(incompleteText)
      return foot.totals
    },
  }
}

async function* readBatches(
  next: () => Promise<string>,
  hash: Hash,
  foot: { totals?: StoreTotals },
): AsyncGenerator<Batch> {
  for (;;) {
    const line = await next()
    const read = parseLine<Batch | BackupTrailer>(line)
    if ('totals' in read) {
      if (read.sha256 !== hash.digest('hex')) throw new CopyError(incompleteText)
      foot.totals = read.totals
      return
    }
    hash.update(`${line}\n`)
    yield read
  }
}
