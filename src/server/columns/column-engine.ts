import { availableParallelism } from 'node:os'
import type * as Library from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBInstance, DuckDBType, DuckDBValue } from '@duckdb/node-api'
import type { Sql } from 'sql-template-tag'
import type { TextTable } from './row-copy.ts'

/** More threads would delay other requests of the server. */
const maxThreads = 2

/** DuckDB in memory. The library is loaded when the first engine is opened. */
export class ColumnEngine {
  readonly #library: typeof Library
  readonly #instance: DuckDBInstance
  readonly #writer: DuckDBConnection

  private constructor(library: typeof Library, instance: DuckDBInstance, writer: DuckDBConnection) {
    this.#library = library
    this.#instance = instance
    this.#writer = writer
  }

  /** Throws if the library is not installed for this platform. */
  static async open(megabytes: number): Promise<ColumnEngine> {
    const library = await import('@duckdb/node-api')
    const instance = await library.DuckDBInstance.create(':memory:', {
      memory_limit: `${megabytes}MB`,
      threads: String(Math.min(maxThreads, availableParallelism())),
      // Sorts nulls like PostgreSQL.
      default_null_order: 'nulls_last_on_asc_first_on_desc',
      enable_external_access: 'false',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    })
    const writer = await instance.connect()
    await writer.run(`attach ':memory:' as copied (compress); use copied`)
    return new ColumnEngine(library, instance, writer)
  }

  /** Returns the number of changed rows. */
  async write(text: string, values: readonly string[] = []): Promise<number> {
    const { rowsChanged } = await this.#writer.run(text, [...values])
    return rowsChanged
  }

  /** Runs a query in its own snapshot. */
  async read(statement: Sql): Promise<TextTable> {
    const connection = await this.#instance.connect()
    try {
      await connection.run('use copied')
      const bound = statement.values.map((value) => this.#bind(value))
      const result = await connection.runAndReadAll(
        statement.text,
        bound.map(({ value }) => value),
        bound.map(({ type }) => type),
      )
      const columns = result.getColumnsJson().map((values) => values.map(toText))
      return { names: result.columnNames(), columns }
    } finally {
      connection.closeSync()
    }
  }

  #bind(value: unknown): { value: DuckDBValue; type: DuckDBType } {
    const { BIGINT, BOOLEAN, LIST, VARCHAR, listValue } = this.#library
    if (Array.isArray(value)) return { value: listValue(value.map(String)), type: LIST(VARCHAR) }
    if (typeof value === 'number' && Number.isInteger(value)) {
      return { value: BigInt(value), type: BIGINT }
    }
    if (typeof value === 'boolean') return { value, type: BOOLEAN }
    return { value: toText(value), type: VARCHAR }
  }

  close(): void {
    this.#writer.closeSync()
    this.#instance.closeSync()
  }
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
