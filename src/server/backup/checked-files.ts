import { createHash, type Hash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'
import { CopyError, type RowSource } from './fill-store.ts'
import type { Batch } from './store-copy.ts'

const chunkTable = 'stored_chunk'

/**
 * Hashes the contents of stored files while a backup is read, and omits them from the rows. The
 * backup is restored into memory, where the files might not fit.
 */
export class CheckedFiles {
  readonly source: RowSource
  readonly #hashes = new Map<string, Hash>()
  #rows = 0

  constructor(source: RowSource) {
    this.source = {
      ...source,
      batches: this.#withoutChunks(source.batches),
      totals: () => {
        const totals = source.totals()
        if ((totals.rows[chunkTable] ?? 0) !== this.#rows) {
          throw new CopyError(`${chunkTable}: ${this.#rows} rows, not ${totals.rows[chunkTable]}`)
        }
        return { ...totals, rows: { ...totals.rows, [chunkTable]: 0 } }
      },
    }
  }

  async *#withoutChunks(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
    for await (const batch of batches) {
      if (batch.table !== chunkTable) yield batch
      else for (const row of batch.rows) this.#read(row)
    }
  }

  /**
   * Adds a row in PostgreSQL's text format to the hash of its file:
   * `(serial,0,"\\x6162","2026-11-28 …")`.
   */
  #read(row: string): void {
    const found = /^\("?([^",]+)"?,\d+,"\\\\x([0-9a-f]*)"/.exec(row)
    if (!found) throw new CopyError(`${chunkTable}: a row cannot be read`)
    const [, serial = '', bytes = ''] = found
    const hash = this.#hashes.get(serial) ?? createHash('sha256')
    this.#hashes.set(serial, hash.update(bytes, 'hex'))
    this.#rows += 1
  }

  /** Lists the stored files whose content in the backup differs from the upload. */
  async findBreaches(db: Queryable): Promise<string[]> {
    const files = await db.query<{ serial: string; sha256: string }>(sql`
      select file_sn serial, sha256 from stored_file`)
    return files.flatMap(({ serial, sha256 }) => {
      // Files without a hash were stored by an earlier version, in the server's data folder.
      const hash = this.#hashes.get(serial)
      return hash && hash.copy().digest('hex') !== sha256
        ? [`stored file ${serial} is not what was uploaded`]
        : []
    })
  }
}
