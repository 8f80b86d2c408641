import type { Value, WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import { resolveToday } from '#ui/base/calendar-day.ts'
import { currentSession } from '#ui/remote/session.ts'
import type { GridZone } from './grid-screen.ts'
import type { LinesModel } from './lines-model.ts'

/** Where a row is added. */
interface NewRowPlace {
  readonly zone: GridZone
  readonly columns: readonly Column[]
  readonly lines: LinesModel | undefined
  readonly lineColumns: readonly Column[]
  readonly search: WireRow
}

/**
 * What a new row starts with: the columns' defaults, the owner of who has only one, and the codes
 * that are searched by.
 */
export function newRow(
  page: NewRowPlace,
  ownerCd = currentSession().user?.ownerCd ?? null,
): WireRow {
  const inLines = page.zone === 'lines' && page.lines !== undefined
  const columns = inLines ? page.lineColumns : page.columns
  const defaults = columns.map(({ name, default: start }) => [name, startOf(start)] as const)
  const row = Object.fromEntries(defaults.filter(([, value]) => value !== null))
  if (inLines) return { ...row, ...inherited(page) }
  const searched = page.columns.filter(
    ({ kind, name }) => kind === 'lookup' && /^[^<>=!~,%]+$/.test(String(page.search[name] ?? '')),
  )
  return {
    ...row,
    ...ownerOf(columns, ownerCd),
    ...Object.fromEntries(searched.map(({ name }) => [name, page.search[name] ?? null])),
  }
}

/** The owner of a user who works for one alone, where a row has an owner that is typed. */
function ownerOf(columns: readonly Column[], OWNER_CD: string | null): WireRow {
  const isTyped = columns.some(({ name, editable }) => name === 'OWNER_CD' && editable !== false)
  return OWNER_CD !== null && isTyped ? { OWNER_CD } : {}
}

/** A default as a value: `today` is a day. */
function startOf(value: Value | undefined): Value {
  return typeof value === 'string' ? resolveToday(value) : (value ?? null)
}

/** Codes a line takes from its document and does not show as its own to type: the owner. */
function inherited(page: NewRowPlace): WireRow {
  const { lines } = page
  const document = lines?.current?.owner.row ?? {}
  const typed = new Set(
    page.lineColumns.filter((each) => each.editable !== false).map((c) => c.name),
  )
  const taken = Object.entries(lines?.options.part.source.output ?? {}).filter(
    ([name, field]) =>
      !typed.has(name) && (field.kind === 'lookup' || lines?.options.link.includes(name)),
  )
  return Object.fromEntries(taken.map(([name]) => [name, document[name] ?? null]))
}
