import { dateTime, type Field, type Fields } from './field.ts'
import { label, type Label } from './label.ts'

/** What a role may be granted on a menu. Buttons of a single screen have names of their own. */
export type Action =
  | 'search'
  | 'save'
  | 'delete'
  | 'import'
  | 'export'
  | 'print'
  | (string & { readonly button?: never })

/**
 * Which rows a call may touch whatever it asks for: `warehouse` rows of the session's warehouse,
 * `owner` only the owners the user is bound to, `company` neither (reference data of the site).
 */
export type Scope = 'company' | 'warehouse' | 'owner' | 'warehouse-owner'

/**
 * What users who are bound to owners may do with an operation whose rows name no owner: nothing, as
 * it is about everybody's (`refused`); what is wholly theirs, as its handler keeps to the owners of
 * the session, in sums too (`own`); all of it, as it tells nothing of anybody's goods and changes
 * nothing of theirs (`open`).
 */
export type Bound = 'refused' | 'own' | 'open'

/** What a page is about or does, where an operation goes with all such pages of every area. */
export type Trait = 'stock' | 'partner-messages' | 'scans' | 'column-letters' | 'files'

/** What the rows of a question are, for operations that go with them wherever they are shown. */
export type Shown = Extract<Trait, 'stock' | 'partner-messages'>

/**
 * Who may call an operation: the users of the screens that call it. What no screen calls says what
 * it goes with, or lists its routes; what does neither stops the start of the server.
 */
interface Permission {
  /** Granted on every screen where one of these is: an operation, or all that have a trait. */
  readonly with?: readonly (Operation | Trait)[]
  /**
   * Routes whose users may call this. Only routes whose screen does not: popups and pages of
   * `src/ui`, or the screen whose command runs what no screen calls.
   */
  readonly menus?: readonly string[]
  readonly action: Action
  readonly scope: Scope
  /** Required wherever `BoundDeclared` requires it. */
  readonly bound?: Bound
}

/**
 * Scope and `bound` where an operation is defined. Rows of the warehouse or the site name no owner,
 * so their operations state `bound`; only queries of the site may omit it.
 */
type BoundDeclared<Optional extends Scope> =
  | { readonly scope: Optional; readonly bound?: Bound }
  | { readonly scope: Exclude<Scope, Optional>; readonly bound: Bound }

/** Scopes whose rows name an owner: the session limits them. */
type OwnerScope = 'owner' | 'warehouse-owner'

export type ChangeReach = BoundDeclared<OwnerScope>
type QueryReach = BoundDeclared<OwnerScope | 'company'>

/**
 * What every question with a past may be searched by: a moment, to the second, of which the rows
 * are. Whatever was posted up to its end counts; a day alone is its first moment.
 */
export const asOf = { AS_OF: dateTime(label('기준시각', 'As of')) } as const

/** A question: answers rows, never writes. */
export interface Query<S extends Fields = Fields, O extends Fields = Fields> extends Permission {
  readonly type: 'query'
  /** `<area>/<name>`; the wire path is `/api/wms/<area>/<name>`. */
  readonly name: string
  readonly title: Label
  /** What may be searched by. */
  readonly search: S
  /** The columns of the answer. */
  readonly output: O
  /** May be asked as of a past moment: `AS_OF` is one of what it may be searched by. */
  readonly past?: boolean
  readonly shows?: Shown
  /** Column that says what the pieces of a row are counted in: different units have no sum. */
  readonly unit?: string
}

/** A change: rows in, all saved or none, once for each idempotency key. */
export interface Procedure<I extends Fields = Fields> extends Permission {
  readonly type: 'procedure'
  /** `<area>/<name>`; the wire name in `PROCEDURE`. */
  readonly name: string
  readonly title: Label
  /** What each row carries. */
  readonly input: I
  /** What rows with `ROW_TYPE` `L` carry instead, where documents travel with their lines. */
  readonly lines?: Fields
  /** Most rows in one call. */
  readonly rowsMax: number
  /** Asks for the login again unless it was a moment ago: an unlocked desk is not enough for it. */
  readonly asksLogin?: true
  /** Says what would be and changes nothing: the page keeps its rows and what is typed into them. */
  readonly previews?: boolean
}

/** A document printed from rows: the same permission as any other call. */
export interface PrintOut extends Permission {
  readonly type: 'print'
  readonly name: string
  readonly title: Label
  /** What names one document, for instance a shipment number. */
  readonly input: Fields
}

export type Operation = Query | Procedure | PrintOut

/** The column that says what a number of an answer is counted in: rows that differ have no sum. */
export function unitOf({ unit, output }: Pick<Query, 'unit' | 'output'>, field: Field) {
  const { pieces, currency } = field
  if (pieces === true) return unit
  return currency !== undefined && Object.hasOwn(output, currency) ? currency : undefined
}

/** Declares a question. */
export function defineQuery<S extends Fields, O extends Fields>(
  query: Omit<Query<S, O>, 'type' | 'scope' | 'bound'> & QueryReach,
): Query<S, O> {
  const search = query.past ? { ...query.search, ...asOf } : query.search
  return { ...query, search, type: 'query' }
}

/** Declares a change. */
export function defineProcedure<I extends Fields>(
  procedure: Omit<Procedure<I>, 'type' | 'rowsMax' | 'scope' | 'bound'> &
    ChangeReach & { rowsMax?: number },
): Procedure<I> {
  return { rowsMax: 50_000, ...procedure, type: 'procedure' }
}

/** Declares a printed document. */
export function definePrintOut(
  printOut: Omit<PrintOut, 'type' | 'scope' | 'bound'> & ChangeReach,
): PrintOut {
  return { ...printOut, type: 'print' }
}

/** How a role is granted one operation by itself, and not the whole action: `save:area/name`. */
export function grantOf({ action, name }: Pick<Operation, 'action' | 'name'>): string {
  return `${action}:${name}`
}

/**
 * Whether what is granted on a screen covers an action as a whole; or an operation, by its action
 * or alone.
 */
export function isGranted(
  granted: readonly string[] = [],
  what: string | Pick<Operation, 'action' | 'name'>,
): boolean {
  if (typeof what === 'string') return granted.includes(what)
  return granted.includes(what.action) || granted.includes(grantOf(what))
}
