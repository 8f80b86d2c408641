import type { Sql } from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import type { PrintOut, Procedure, Query } from '#kernel/operation.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { LabelSheet } from '#server/print/label-sheet.ts'
import type { SharedType, RowCopy } from '#server/columns/row-copy.ts'
import type { FileSet } from '#server/print/file-set.ts'
import type { PrintDocument, Text } from '#server/print/print-document.ts'
import type { AppError, RowError } from '#server/base/app-error.ts'

/**
 * A validated row of a save: the caller's row number, the kind of change, and normalized values.
 */
export interface SaveRow {
  readonly no: number
  readonly flag: 'I' | 'U' | 'D'
  /** Version that the caller has read. The row is rejected if it has changed since then. */
  readonly version: number | null
  /** A document (`H`) or one of its lines (`L`). `docRef` links them until a number is assigned. */
  readonly type: 'H' | 'L'
  readonly docRef: string
  readonly values: WireRow
}

export interface SaveCall extends Caller {
  readonly tx: Transaction
  readonly rows: readonly SaveRow[]
  readonly idempotencyKey: string
  readonly fileName?: string | undefined
  /** Set for a dry run, which is rolled back afterwards. */
  readonly isRehearsal?: boolean
  /**
   * Questions the user has confirmed. `all` skips the questions, as in a dry run. Partners cannot
   * confirm any.
   */
  readonly confirmed?: ReadonlySet<string> | 'all'
}

export interface SaveResult {
  readonly rows?: readonly ({ readonly ROW: number } & WireRow)[]
  readonly message?: { readonly ko: string; readonly en: string }
  /** The rows were saved, but the message describes a problem that needs attention. */
  readonly warns?: boolean
  /** Number of records by the kind of change that the sheet makes. */
  readonly changes?: Readonly<Record<'created' | 'updated' | 'withdrawn' | 'same', number>>
  readonly importNo?: number
  /**
   * Credentials by column, returned with the first row and never stored: a repeated call returns
   * its response without them.
   */
  readonly once?: Readonly<Record<string, string>>
  /** Planned changes of a dry run as rows, and a digest that identifies the plan. */
  readonly plan?: { readonly mark: string; readonly rows: readonly WireRow[] }
}

/** A record or document that an import created or changed, stored for undoing it. */
export interface ImportEntry {
  /** Created (`I`) or updated (`U`). */
  readonly change: 'I' | 'U'
  /** Key of the record, by database column. */
  readonly key: Readonly<Record<string, unknown>>
  readonly title: string
  /** Owners of the record before and after the import; null for a record of the site. */
  readonly owners: readonly (string | null)[]
  /** Previous record as JSON text, which is exact to every digit; null for a new record. */
  readonly before: string | null
  /** Digest that changes when the record is edited. */
  readonly mark: string
}

export interface StoredEntry extends Omit<ImportEntry, 'owners'> {
  readonly no: number
}

export interface UndoCall extends Caller {
  readonly tx: Transaction
  readonly idempotencyKey: string
}

export interface ImportKind {
  readonly record: (
    call: SaveCall,
    save: (call: SaveCall) => Promise<SaveResult>,
  ) => Promise<{ readonly result: SaveResult; readonly entries: readonly ImportEntry[] }>
  /**
   * Restores all records in one batch. Returns the conflicts by entry. If there are any, the caller
   * must roll back.
   */
  readonly undo: (call: UndoCall, entries: readonly StoredEntry[]) => Promise<RowError[]>
}

export interface QueryCall extends Caller {
  /** Set if only the row count is needed, so columns for display can be skipped. */
  readonly isCounted?: true
  /**
   * Validated search values by field name, for the few queries that must apply them inside the
   * SELECT.
   */
  readonly search: WireRow
}

/** Range of row positions in the response, from 0. */
export interface RowWindow {
  readonly first: number
  readonly rows: number
  /** Total row count known to the caller, which allows reading from the nearer end. */
  readonly of?: number | undefined
}

type CopiedTypes = Readonly<Record<string, SharedType>>

/** The rows of a query in a column copy, selected in the SQL of DuckDB. */
export interface CopiedQuery {
  readonly copy: RowCopy
  /** Columns of the copy by output field. Other columns are only in PostgreSQL. */
  readonly types: CopiedTypes
  readonly select: (call: QueryCall) => Sql
}

/** A summary that is computed from a column copy instead of in PostgreSQL. */
export interface CopiedGroups {
  readonly copy: RowCopy
  readonly types: CopiedTypes
  readonly select: Sql
  /** Whether PostgreSQL finds the groups of a window by an index, which is faster still. */
  readonly isIndexed: boolean
  /** Computes only the groups of a window. Undefined if that is not faster. */
  readonly window: ((window: RowWindow) => Sql) | undefined
}

export interface QueryHandler {
  readonly operation: Query
  /**
   * Returns one SELECT whose columns are the output fields in lower case. Search and data scope are
   * applied around it, so no query can omit them.
   */
  readonly select: (call: QueryCall) => Sql
  /** Fixed row order, as SQL over the selected columns. */
  readonly order: string
  /** Search fields that the SELECT applies itself, because they are not plain column filters. */
  readonly reads: readonly string[]
  /**
   * Selects only the rows of a window, if possible without counting up to it; otherwise returns
   * undefined. The result must equal that window of `select`.
   */
  readonly window?: (call: QueryCall, window: RowWindow) => Sql | undefined
  /**
   * Columns with few distinct values, in a query of many rows that is cheap to run again. Groups by
   * only these columns compute distinct counts separately.
   */
  readonly lowCardinalityColumns?: readonly string[]
  /**
   * Columns whose combination is indexed in the database. If the group keys include all of them,
   * only the groups of the requested window are computed.
   */
  readonly indexedColumns?: readonly string[]
  /** Current rows in a column copy, which makes summaries over all of them faster. */
  readonly copied?: CopiedQuery
  /**
   * Groups of the copied rows; undefined if the call needs PostgreSQL. Set only by
   * `handleSummary`.
   */
  readonly copiedGroups?: (call: QueryCall) => CopiedGroups | undefined
  /**
   * Handler whose rows the SELECT groups. The data scope applies to those rows, because groups do
   * not contain the owner. Set only by `handleSummary`.
   */
  readonly groupedHandler?: QueryHandler
}

/** Lets waiting saves of a procedure share a transaction. */
export interface SaveGathering {
  /** Key of the document that a row changes. Saves of one document never share a transaction. */
  readonly documentKey: (row: SaveRow) => string
  /** Runs all calls, or throws for all of them. Returns one result per call. */
  readonly run: (calls: readonly SaveCall[]) => Promise<readonly SaveResult[]>
}

export interface ProcedureHandler {
  readonly operation: Procedure
  /**
   * Whether rows contain their kind of change (`BATCH_FLAG`). Fields of deleted rows are not
   * validated. Other procedures ignore the flag.
   */
  readonly edits: boolean
  readonly run: (call: SaveCall) => Promise<SaveResult>
  /** Set if this save accepts imports, which can be undone as a unit. */
  readonly imports?: ImportKind
  /** Set for saves that often wait for rows locked by other users. */
  readonly gathering?: SaveGathering
  /** Records a rejected save, in a separate transaction after the rollback. */
  readonly onRejected?: (call: SaveCall, error: AppError) => Promise<void>
}

export interface PrintHandler {
  readonly operation: PrintOut
  /**
   * Whether it delivers files instead of print-outs, and records the delivery. The report server
   * refuses these, because links on other sites can open it.
   */
  readonly deliversFiles?: true
  readonly compose: (
    call: Caller & { db: Queryable; rows: readonly WireRow[] },
  ) => Promise<PrintDocument<Text> | LabelSheet | FileSet>
}

export type Handler = QueryHandler | ProcedureHandler | PrintHandler

export function handleQuery(
  operation: Query,
  order: string,
  select: QueryHandler['select'],
  reads: QueryHandler['reads'] = [],
  window?: QueryHandler['window'],
): QueryHandler {
  return { operation, order, select, reads, ...(window ? { window } : {}) }
}

export function handleProcedure(
  operation: Procedure,
  run: ProcedureHandler['run'],
  imports?: ImportKind,
): ProcedureHandler {
  return { operation, run, edits: false, ...(imports && { imports }) }
}

/** Makes a handler run waiting saves together. */
export function withGathering(
  handler: ProcedureHandler,
  gathering: SaveGathering,
): ProcedureHandler {
  return { ...handler, gathering }
}

/** Makes a handler also record rejected saves. */
export function withRejectionRecord(
  handler: ProcedureHandler,
  onRejected: NonNullable<ProcedureHandler['onRejected']>,
): ProcedureHandler {
  return { ...handler, onRejected }
}

export function handleEdits(
  operation: Procedure,
  run: ProcedureHandler['run'],
  imports?: ImportKind,
): ProcedureHandler {
  return { operation, run, edits: true, ...(imports && { imports }) }
}

export function handleFiles(
  operation: PrintOut,
  compose: (call: Parameters<PrintHandler['compose']>[0]) => Promise<FileSet>,
): PrintHandler {
  return { operation, compose, deliversFiles: true }
}

export function handlePrint(operation: PrintOut, compose: PrintHandler['compose']): PrintHandler {
  return { operation, compose }
}
