import { howMany } from '#kernel/how-many.ts'
import { requiredColumnFaults, rowTitle } from '#kernel/required-columns.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import type { RowError } from '#ui/remote/wire.ts'
import { showText } from '#ui/forms/draft-text.ts'
import { dateTime } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { faultText, gridTexts } from '#ui/grid/edit/grid-texts.ts'
import type { RowFlag } from '#ui/grid/rows/change-tracking.ts'
import { currentLanguage, t } from '#ui/base/language.ts'

/** One row on its way out; `flag` is absent where rows are acted on and not saved. */
export interface SentRow {
  /** Its stable row number. */
  readonly id: number
  readonly row: WireRow
  readonly flag?: RowFlag
}

/** One grid that rows are sent from. */
export interface SavePart {
  readonly model: GridModel
  readonly columns: readonly Column[]
  readonly rows: readonly SentRow[]
  /** Stands in front of the row number in messages, where there is more than one grid. */
  readonly title: string
  /** The columns the operation takes from its rows. */
  readonly input: Fields
  /** What every row of the part carries beside its own columns: ROW_TYPE and DOC_REF. */
  readonly carries: (row: WireRow) => WireRow
}

/** The changed rows of a grid, to be saved. */
export function changedRows(model: GridModel): SentRow[] {
  return model.changes().map(({ flag, index, row }) => ({ id: index, row, flag }))
}

/** Where a row that was sent stands: its grid and its stable row number. */
export interface SavePlace {
  readonly part: SavePart
  readonly id: number
}

export interface SaveSet {
  readonly rows: readonly WireRow[]
  /** By the row's NO. */
  readonly places: ReadonlyMap<number, SavePlace>
}

/** The columns an operation takes, and VERSION, by which a change made by someone else is seen. */
export function inputOf(row: WireRow, input: Fields): WireRow {
  const taken = (name: string) => Object.hasOwn(input, name) || name === 'VERSION'
  return Object.fromEntries(Object.entries(row).filter(([name]) => taken(name)))
}

/** The rows of all parts as one numbered list, and where each came from. */
export function collectRows(parts: readonly SavePart[]): SaveSet {
  const rows: WireRow[] = []
  const places = new Map<number, SavePlace>()
  for (const part of parts) {
    for (const { id, row, flag } of part.rows) {
      const number = rows.length + 1
      const sent: WireRow = { ...inputOf(row, part.input), ...part.carries(row), NO: number }
      rows.push(flag === undefined ? sent : { ...sent, BATCH_FLAG: flag })
      places.set(number, { part, id })
    }
  }
  return { rows, places }
}

/** The number a row is known by on screen: its place among the rows shown, else among all. */
function rowNumber(model: GridModel, id: number): number {
  const shown = model.viewRowOf(id)
  return (shown >= 0 ? shown : model.rows.order.indexOf(id)) + 1
}

/** What a row is called in a message box. */
export function titleOfRow(part: SavePart, id: number): string {
  return t(rowTitle(rowNumber(part.model, id), part.title))
}

/** Something that keeps a row from being sent. */
export interface Objection {
  readonly place: SavePlace
  readonly column: string
  /** Required columns that are empty; none where a text is no value. */
  readonly missing: readonly string[]
  readonly text: string
}

function missingIn(part: SavePart): Objection[] {
  const numbered = part.rows.map(({ id, row, flag }) => ({
    ...row,
    BATCH_FLAG: flag ?? null,
    NO: rowNumber(part.model, id),
  }))
  const typed = part.columns.filter(({ required, editable }) => required && editable !== false)
  return requiredColumnFaults(numbered, typed, { document: part.title }).flatMap(
    ({ index, columns, message }) => {
      const [column, id] = [columns[0], part.rows[index]?.id]
      if (column === undefined || id === undefined) return []
      return [{ place: { part, id }, column, missing: columns, text: t(message) }]
    },
  )
}

/** Texts that are no values. A save stops on any in the grid, an action on those of its rows. */
function faultsIn(part: SavePart): Objection[] {
  const texts = gridTexts[currentLanguage()]
  const acted = part.rows.some(({ flag }) => flag === undefined)
  const sent = new Set(part.rows.map(({ id }) => id))
  const { marks, order, tracker } = part.model.rows
  const faults = marks.faults()
  // A row that was dropped or is about to go takes its faults with it.
  const standing = new Set(faults.length > 0 ? order.ids() : [])
  const stays = (id: number) => standing.has(id) && tracker.flag(id) !== 'D'
  return faults
    .filter(({ id }) => stays(id) && (!acted || sent.has(id)))
    .map(({ id, column, fault }) => {
      const title = part.model.column(column)?.title ?? column
      const text = `${titleOfRow(part, id)} ${title}: ${faultText(fault, texts)} (${fault.text})`
      return { place: { part, id }, column, missing: [], text }
    })
}

/** A cell, or a row as a whole, that something is wrong with. */
export interface WrongPlace {
  readonly place: SavePlace
  readonly column?: string | undefined
}

/** The same from the top left on, as people read: by grid, row and column. */
export function asRead<T extends WrongPlace>(
  parts: readonly SavePart[],
  wrong: readonly T[],
): readonly T[] {
  return wrong
    .map((each) => {
      const { part, id } = each.place
      const column = part.model.drawn.findIndex((drawn) => drawn.id === each.column)
      // What is said of a row as a whole comes after its cells.
      const at = [parts.indexOf(part), rowNumber(part.model, id), column < 0 ? Infinity : column]
      return { each, at }
    })
    .toSorted((a, b) => a.at.map((place, by) => place - (b.at[by] ?? 0)).find(Boolean) ?? 0)
    .map(({ each }) => each)
}

/** What stands in the way of sending, from the top left on; empty when nothing does. */
export function objections(parts: readonly SavePart[]): readonly Objection[] {
  return asRead(
    parts,
    parts.flatMap((part) => [...missingIn(part), ...faultsIn(part)]),
  )
}

/** How many lines a message box shows before it says how many more there are. */
const LINES_SHOWN = 12

/** Lines for a message box, cut where they would no longer be read. */
export function joinedLines(lines: readonly string[]): string {
  const rest = lines.length - LINES_SHOWN
  if (rest <= 0) return lines.join('\n')
  const more = t(label(`외 ${howMany(rest)}건`, `and ${howMany(rest)} more`))
  return [...lines.slice(0, LINES_SHOWN), more].join('\n')
}

function whenShown(when: string): string {
  return showText(dateTime(label('', '')), when.replace(/\D/g, '').slice(0, 14))
}

/** The server's words about a row; where another user was first, who and when. */
function rowErrorText({ POERROR, WHO, WHEN }: RowError): string {
  // The server's own words name them already.
  if (WHO === undefined || POERROR.includes(WHO)) return POERROR
  const when = WHEN === undefined ? '' : whenShown(WHEN)
  const first = t(
    label(
      `${WHO} 님이 ${when}에 먼저 수정했습니다. 입력한 값은 유지됩니다. 다시 조회해 비교한 뒤 저장하세요.`,
      `${WHO} changed it first, ${when}. Your input is kept. Search again, compare, then save.`,
    ),
  )
  return POERROR === '' ? first : `${POERROR} ${first}`
}

/**
 * Puts the errors of an answer on the rows they are about; every part loses its old ones. Answers
 * the place of the first error on the screen, to go to.
 */
export function showRowErrors(
  parts: readonly SavePart[],
  set: SaveSet,
  errors: readonly RowError[],
): WrongPlace | undefined {
  const failed = errors.filter(({ POSTATUS }) => POSTATUS < 0)
  for (const part of parts) {
    const own = failed.filter(({ ROW }) => set.places.get(Number(ROW))?.part === part)
    const byRow = Map.groupBy(own, ({ ROW }) => set.places.get(Number(ROW))?.id ?? -1)
    part.model.setRowErrors(
      [...byRow].map(([id, said]) => ({
        id,
        message: said.map(rowErrorText).filter(Boolean).join(' '),
        columns: said.flatMap(({ COLUMN }) => (COLUMN === undefined ? [] : [COLUMN])),
      })),
    )
  }
  const wrong = failed.flatMap(({ ROW, COLUMN }): WrongPlace[] => {
    const place = set.places.get(Number(ROW))
    return place ? [{ place, column: COLUMN }] : []
  })
  return asRead(parts, wrong)[0]
}
