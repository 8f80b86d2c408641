import type { Sql } from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import type { PrintOut, Procedure, Query } from '#kernel/operation.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { LabelSheet } from '#server/print/label-sheet.ts'
import type { FileSet } from '#server/print/file-set.ts'
import type { PrintDocument, Text } from '#server/print/print-document.ts'
import type { AppError, RowError } from '#server/base/app-error.ts'

/** One row of a save: its number as the caller counts, what to do with it, and its clean values. */
export interface SaveRow {
  readonly no: number
  readonly flag: 'I' | 'U' | 'D'
  /** The version the caller saw; a row changed since is refused. */
  readonly version: number | null
  /** A document (`H`) or one of its lines (`L`), and what ties them while there is no number. */
  readonly type: 'H' | 'L'
  readonly docRef: string
  readonly values: WireRow
}

export interface SaveCall extends Caller {
  readonly tx: Transaction
  readonly rows: readonly SaveRow[]
  readonly idempotencyKey: string
  /** Name of the file the rows come from, where they come from one. */
  readonly fileName?: string | undefined
  /** Everything is rolled back afterwards: somebody wants to see what would be done. */
  readonly isRehearsal?: boolean
}

/** What a save answers for its rows (by NO) and in words. */
export interface SaveResult {
  readonly rows?: readonly ({ readonly ROW: number } & WireRow)[]
  readonly message?: { readonly ko: string; readonly en: string }
  /** Saved, but not as it was meant: somebody has to see to what the message says. */
  readonly warns?: boolean
  /** What a sheet makes of the records that are there: how many of each. */
  readonly changes?: Readonly<Record<'created' | 'updated' | 'withdrawn' | 'same', number>>
  /** Number of the import the save was kept as. */
  readonly importNo?: number
  /** What a rehearsal would do, in rows of its own, and a mark that is the same for the same plan. */
  readonly plan?: { readonly mark: string; readonly rows: readonly WireRow[] }
}

/** One record or document that a sheet made or changed, as it is kept for taking it back. */
export interface ImportEntry {
  /** Made by the sheet (`I`), or changed by it (`U`). */
  readonly change: 'I' | 'U'
  /** Column of the database to value: what names the record. */
  readonly key: Readonly<Record<string, unknown>>
  /** As people call it. */
  readonly title: string
  readonly owner: string | null
  /** The record as it stood, as JSON text that keeps every digit; null for a new one. */
  readonly before: string | null
  /** The same as long as nobody changed the record since. */
  readonly mark: string
}

/** An entry as it was kept, with its place in the batch. */
export interface KeptEntry extends Omit<ImportEntry, 'owner'> {
  readonly no: number
}

export interface UndoCall extends Caller {
  readonly tx: Transaction
  readonly idempotencyKey: string
}

/** How a save that takes sheets in says what it did, and takes it back. */
export interface ImportKind {
  /** Carries the save out and names what it changed. */
  readonly record: (
    call: SaveCall,
    save: (call: SaveCall) => Promise<SaveResult>,
  ) => Promise<{ readonly result: SaveResult; readonly entries: readonly ImportEntry[] }>
  /**
   * Puts everything back as it stood, in one go. Returns what stands in the way, entry by entry;
   * then nothing may be kept of what it did.
   */
  readonly undo: (call: UndoCall, entries: readonly KeptEntry[]) => Promise<RowError[]>
}

export interface QueryCall extends Caller {
  /** Nobody reads the rows, only how many there are: what is worked out for the eye may be left out. */
  readonly isCounted?: true
  /** Cleaned search values by field name, for the few questions that cannot be filtered from outside. */
  readonly search: WireRow
}

/** Places in the order of an answer, from 0. */
export interface RowWindow {
  readonly first: number
  readonly rows: number
  /** How many rows the answer has, as the caller counted them: the nearer end is read from. */
  readonly of?: number | undefined
}

export interface QueryHandler {
  readonly operation: Query
  /**
   * The rows as one SELECT whose columns are the output fields in lower case. Search and data scope
   * are applied around it, on its columns, so that no question can forget them.
   */
  readonly select: (call: QueryCall) => Sql
  /** Fixed order of the answer, as SQL over the selected columns. */
  readonly order: string
  /** Search fields that the SELECT reads itself, because they say more than "this column is that". */
  readonly reads: readonly string[]
  /**
   * Only the rows of a window, where they can be had without counting up to them; undefined where
   * they cannot. They are those that `select` has at these places.
   */
  readonly window?: (call: QueryCall, window: RowWindow) => Sql | undefined
  /**
   * Columns with few different values over many rows that cost little to read again: groups by
   * nothing else have their different values counted apart.
   */
  readonly few?: readonly string[]
  /**
   * Columns that together find rows by an index of the store: of groups by these, alone or with
   * others, only those of the window that is asked for are made.
   */
  readonly indexed?: readonly string[]
  /**
   * The handler whose rows the SELECT groups. The data scope is applied to those: what comes out of
   * a group no longer says whose it is. Set by `handleSummary` alone.
   */
  readonly grouped?: QueryHandler
}

export interface ProcedureHandler {
  readonly operation: Procedure
  /**
   * Rows say what becomes of them (`BATCH_FLAG`), and a deleted one is not checked field by field.
   * Every other change takes its rows as they are, whatever flag they carry.
   */
  readonly edits: boolean
  readonly run: (call: SaveCall) => Promise<SaveResult>
  /** Present where a sheet may be taken in by this save, and taken back as one act. */
  readonly imports?: ImportKind
  /** Writes down that a save was refused, in a transaction of its own after it was rolled back. */
  readonly refused?: (call: SaveCall, error: AppError) => Promise<void>
}

export interface PrintHandler {
  readonly operation: PrintOut
  readonly compose: (
    call: Caller & { db: Queryable; rows: readonly WireRow[] },
  ) => Promise<PrintDocument<Text> | LabelSheet | FileSet>
}

export type Handler = QueryHandler | ProcedureHandler | PrintHandler

/** Answers a question. */
export function handleQuery(
  operation: Query,
  order: string,
  select: QueryHandler['select'],
  reads: QueryHandler['reads'] = [],
  window?: QueryHandler['window'],
): QueryHandler {
  return { operation, order, select, reads, ...(window ? { window } : {}) }
}

/** Carries out a change, inside one transaction that the engine opened. */
export function handleProcedure(
  operation: Procedure,
  run: ProcedureHandler['run'],
  imports?: ImportKind,
): ProcedureHandler {
  return { operation, run, edits: false, ...(imports && { imports }) }
}

/** The same change, whose refusals are written down. */
export function recordRefusals(
  handler: ProcedureHandler,
  refused: NonNullable<ProcedureHandler['refused']>,
): ProcedureHandler {
  return { ...handler, refused }
}

/** Saves rows that were added, changed and deleted in a grid. */
export function handleEdits(
  operation: Procedure,
  run: ProcedureHandler['run'],
  imports?: ImportKind,
): ProcedureHandler {
  return { operation, run, edits: true, ...(imports && { imports }) }
}

/** Composes a printed document. */
export function handlePrint(operation: PrintOut, compose: PrintHandler['compose']): PrintHandler {
  return { operation, compose }
}
