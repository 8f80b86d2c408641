import { dateTime, type Field, type Fields } from './field.ts'
import { label, type Label } from './label.ts'

/** Permissions that a role can have on a menu. Buttons of single screens have their own names. */
export type Action =
  | 'search'
  | 'save'
  | 'delete'
  | 'import'
  | 'export'
  | 'print'
  | (string & { readonly button?: never })

/**
 * Rows a call can touch regardless of its input: `warehouse` rows of the session's warehouse,
 * `owner` only the owners the user is bound to, `company` no restriction (reference data of the
 * site).
 */
export type Scope = 'company' | 'warehouse' | 'owner' | 'warehouse-owner'

/**
 * Access of owner-bound users to an operation whose rows have no owner. `refused`: none, because it
 * concerns all owners. `own`: only their data, sums included; the handler restricts it to the
 * owners of the session. `open`: all of it, because it neither reveals nor changes any owner's
 * stock.
 */
export type OwnerAccess = 'refused' | 'own' | 'open'

/** Property of a page. Operations can be granted together with every page that has it. */
export type PageTrait = 'stock' | 'partner-messages' | 'scans' | 'column-letters' | 'files'

export type ShownTrait = Extract<PageTrait, 'stock' | 'partner-messages'>

/**
 * Callers permitted to use an operation: the users of the screens that call it. An operation that
 * no screen calls declares the operations or traits it is granted with, or lists its routes.
 * Otherwise the server does not start.
 */
interface Permission {
  /** Granted on every screen that has one of these: an operation, or all with a trait. */
  readonly with?: readonly (Operation | PageTrait)[]
  /**
   * Routes whose users can call this. Only for routes whose screen does not call it: popups, pages
   * of `src/ui`, or the screen whose command runs it.
   */
  readonly menus?: readonly string[]
  readonly action: Action
  readonly scope: Scope
  readonly bound?: OwnerAccess
}

type OwnerScope = 'owner' | 'warehouse-owner'

/**
 * Scope and `bound` of an operation. Rows of the warehouse or the site have no owner, so their
 * operations declare `bound`.
 */
export type OperationScope =
  | { readonly scope: OwnerScope; readonly bound?: OwnerAccess }
  | { readonly scope: Exclude<Scope, OwnerScope>; readonly bound: OwnerAccess }

/**
 * Search field of every query with history: the rows as of a timestamp, to the second. Includes
 * everything posted up to the end of that second. A date without a time means its first second.
 */
export const asOf = { AS_OF: dateTime(label('기준시각', 'As of')) } as const

/** A query: returns rows, never writes. */
export interface Query<S extends Fields = Fields, O extends Fields = Fields> extends Permission {
  readonly type: 'query'
  /** `<area>/<name>`; the wire path is `/api/wms/<area>/<name>`. */
  readonly name: string
  readonly title: Label
  readonly search: S
  readonly output: O
  readonly hasHistory?: boolean
  readonly shows?: ShownTrait
  /** Column with the unit of the row's pieces. Quantities in different units are not summed. */
  readonly unit?: string
}

/** A change: saves all rows or none, once per idempotency key. */
export interface Procedure<I extends Fields = Fields> extends Permission {
  readonly type: 'procedure'
  /** `<area>/<name>`; the wire name in `PROCEDURE`. */
  readonly name: string
  readonly title: Label
  readonly input: I
  /** Columns of rows with `ROW_TYPE` `L`, where documents are sent with their lines. */
  readonly lines?: Fields
  readonly maxRows: number
  /** Warning that the page shows first, because the change cannot be undone. */
  readonly final?: Label
  /** Requires a new login unless the last one was recent, to protect unattended computers. */
  readonly asksLogin?: true
  /** Returns a preview and changes nothing. The page's rows and unsaved input are unchanged. */
  readonly previews?: boolean
}

export interface PrintOut extends Permission {
  readonly type: 'print'
  readonly name: string
  readonly title: Label
  readonly input: Fields
}

export type Operation = Query | Procedure | PrintOut

export function getUnitColumn({ unit, output }: Pick<Query, 'unit' | 'output'>, field: Field) {
  const { pieces, currency } = field
  if (pieces === true) return unit
  return currency !== undefined && Object.hasOwn(output, currency) ? currency : undefined
}

/** Columns with codes that exclude a row from sums, by name. */
export function getVoidCodes(output: Fields): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(output).flatMap(([name, { voids }]) => (voids ? [[name, voids]] : []))
}

export function defineQuery<S extends Fields, O extends Fields>(
  query: Omit<Query<S, O>, 'type' | 'scope' | 'bound'> & OperationScope,
): Query<S, O> {
  const search = query.hasHistory ? { ...query.search, ...asOf } : query.search
  return { ...query, search, type: 'query' }
}

export function defineProcedure<I extends Fields>(
  procedure: Omit<Procedure<I>, 'type' | 'maxRows' | 'scope' | 'bound'> &
    OperationScope & { maxRows?: number },
): Procedure<I> {
  return { maxRows: 50_000, ...procedure, type: 'procedure' }
}

export function definePrintOut(
  printOut: Omit<PrintOut, 'type' | 'scope' | 'bound'> & OperationScope,
): PrintOut {
  return { ...printOut, type: 'print' }
}

/** Permission for a single operation instead of the complete action: `save:area/name`. */
export function toOperationGrant({ action, name }: Pick<Operation, 'action' | 'name'>): string {
  return `${action}:${name}`
}

export function isGranted(
  granted: readonly string[] = [],
  target: string | Pick<Operation, 'action' | 'name'>,
): boolean {
  if (typeof target === 'string') return granted.includes(target)
  return granted.includes(target.action) || granted.includes(toOperationGrant(target))
}
