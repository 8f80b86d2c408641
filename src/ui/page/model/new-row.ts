import type { Value, WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import { resolveToday } from '#ui/base/calendar-day.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { currentSession } from '#ui/remote/session.ts'
import type { GridZone } from './grid-screen.ts'
import type { LinesModel } from './lines-model.ts'

interface NewRowPlace {
  readonly zone: GridZone
  readonly columns: readonly Column[]
  readonly lines: LinesModel | undefined
  readonly lineColumns: readonly Column[]
  readonly search: WireRow
}

/**
 * Initial values of a new row: the columns' defaults, the owner of an owner-restricted user, and
 * the looked-up codes and document numbers searched for.
 */
export function newRow(
  page: NewRowPlace,
  ownerCd = currentSession().user?.ownerCd ?? null,
): WireRow {
  const isInLines = page.zone === 'lines' && page.lines !== undefined
  const columns = isInLines ? page.lineColumns : page.columns
  const defaults = columns.map(({ name, default: start }) => [name, defaultValue(start)] as const)
  const row = Object.fromEntries(defaults.filter(([, value]) => value !== null))
  if (isInLines) return { ...row, ...inheritedCodes(page) }
  const searched = page.columns.filter(
    ({ kind, ofSearch, name }) =>
      (kind === 'lookup' || ofSearch) && /^[^<>=!~,%]+$/.test(String(page.search[name] ?? '')),
  )
  return {
    ...row,
    ...toOwnerValue(columns, ownerCd),
    ...Object.fromEntries(searched.map(({ name }) => [name, page.search[name] ?? null])),
  }
}

interface NewFormPlace extends NewRowPlace {
  readonly grid: GridModel
}

/** Whether the only row is a new document with its initial values. */
export function isUntouched({ grid, columns }: NewFormPlace, start: WireRow): boolean {
  if (grid.totalCount !== 1 || grid.flag(0) !== 'I') return false
  const row = grid.rows.row(grid.rowId(0))
  return columns.every(({ name }) => (row[name] ?? null) === (start[name] ?? null))
}

/** Gives an untouched new document the defaults of today. Bypasses the undo history. */
export function renewStart(page: NewFormPlace, before: WireRow): WireRow {
  const start = newRow(page)
  const id = page.grid.rowId(0)
  const { store } = page.grid.rows
  for (const { name, default: given } of page.columns) {
    if (typeof given === 'string' && start[name] !== before[name]) {
      store.set(id, name, start[name] ?? null)
    }
  }
  page.grid.touch()
  return start
}

/**
 * Initial values of a copy: what the user can type into a new row, with the names of its codes. A
 * status is not copied, because the copy has not been through its steps.
 */
export function copiedRow(page: NewRowPlace, from: WireRow): WireRow {
  const columns = page.zone === 'lines' && page.lines ? page.lineColumns : page.columns
  const start = newRow(page)
  const added: WireRow = { ...start, VERSION: null, BATCH_FLAG: 'I' }
  const typed = columns.filter(({ name, kind, editable }) => {
    const isEditable = typeof editable === 'boolean' ? editable : editable(added)
    return isEditable && kind !== 'file' && name !== 'STATE_CD'
  })
  const names = typed.flatMap(({ name, fills = {} }) => [name, ...Object.keys(fills)])
  const shown = names.filter((name) => columns.some((column) => column.name === name))
  return { ...start, ...Object.fromEntries(shown.map((name) => [name, from[name] ?? null])) }
}

function toOwnerValue(columns: readonly Column[], OWNER_CD: string | null): WireRow {
  const isTyped = columns.some(({ name, editable }) => name === 'OWNER_CD' && editable !== false)
  return OWNER_CD !== null && isTyped ? { OWNER_CD } : {}
}

function defaultValue(value: Value | undefined): Value {
  return typeof value === 'string' ? resolveToday(value) : (value ?? null)
}

/** Codes a line inherits from its document and does not let the user edit, such as the owner. */
function inheritedCodes(page: NewRowPlace): WireRow {
  const { lines } = page
  const document = lines?.current?.owner.row ?? {}
  const typed = new Set(
    page.lineColumns.filter((lineColumn) => lineColumn.editable !== false).map((c) => c.name),
  )
  const taken = Object.entries(lines?.options.part.source.output ?? {}).filter(
    ([name, field]) =>
      !typed.has(name) && (field.kind === 'lookup' || lines?.options.link.includes(name)),
  )
  return Object.fromEntries(taken.map(([name]) => [name, document[name] ?? null]))
}
