import { shorten } from '#kernel/cut-text.ts'
import { dateTime, type WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { requiredColumnErrors, rowTitle } from '#kernel/required-columns.ts'
import { t } from '#ui/base/language.ts'
import { showText } from '#ui/forms/draft-text.ts'
import { errorText } from '#ui/grid/edit/grid-texts.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { CallError } from '#ui/remote/api.ts'
import { postCheck } from '#ui/remote/save-call.ts'
import type { RowError } from '#ui/remote/wire.ts'
import type { SavePart, SavePlace, SaveSet } from './save-set.ts'

function rowNumber(model: GridModel, id: number): number {
  const shown = model.viewRowOf(id)
  return (shown >= 0 ? shown : model.rows.order.indexOf(id)) + 1
}

export function savedRowTitle(part: SavePart, id: number): string {
  return t(rowTitle(rowNumber(part.model, id), part.title))
}

export interface InputError {
  readonly place: SavePlace
  readonly column: string
  /** Empty required columns. Empty if the error is invalid text. */
  readonly missing: readonly string[]
  readonly text: string
}

function missingValues(part: SavePart): InputError[] {
  const numbered = part.rows.map(({ id, row, flag }) => ({
    ...row,
    BATCH_FLAG: flag ?? null,
    NO: rowNumber(part.model, id),
  }))
  const typed = part.columns.filter(({ required, editable }) => required && editable !== false)
  return requiredColumnErrors(numbered, typed, { document: part.title }).flatMap(
    ({ index, columns, message }) => {
      const [column, id] = [columns[0], part.rows[index]?.id]
      if (column === undefined || id === undefined) return []
      return [{ place: { part, id }, column, missing: columns, text: t(message) }]
    },
  )
}

/**
 * Invalid texts. Any of them in the grid blocks a save; an action is only blocked by those in its
 * rows.
 */
function invalidTexts(part: SavePart): InputError[] {
  const hasUnflagged = part.rows.some(({ flag }) => flag === undefined)
  const sent = new Set(part.rows.map(({ id }) => id))
  const { marks, order, tracker } = part.model.rows
  const errors = marks.rejections()
  // Dropped or deleted rows do not count.
  const remaining = new Set(errors.length > 0 ? order.ids() : [])
  const isRemaining = (id: number) => remaining.has(id) && tracker.flag(id) !== 'D'
  return errors
    .filter(({ id }) => isRemaining(id) && (!hasUnflagged || sent.has(id)))
    .map(({ id, column, rejection }) => {
      const title = part.model.column(column)?.title ?? column
      const text = `${savedRowTitle(part, id)} ${title}: ${errorText(rejection)} (${shorten(rejection.text)})`
      return { place: { part, id }, column, missing: [], text }
    })
}

export interface ErrorPosition {
  readonly place: SavePlace
  readonly column?: string | undefined
}

export function sortByPosition<T extends ErrorPosition>(
  parts: readonly SavePart[],
  wrong: readonly T[],
): readonly T[] {
  return wrong
    .map((each) => {
      const { part, id } = each.place
      const column = part.model.drawn.findIndex((drawn) => drawn.id === each.column)
      const at = [parts.indexOf(part), rowNumber(part.model, id), column < 0 ? Infinity : column]
      return { each, at }
    })
    .toSorted((a, b) => a.at.map((place, by) => place - (b.at[by] ?? 0)).find(Boolean) ?? 0)
    .map(({ each }) => each)
}

export function collectInputErrors(parts: readonly SavePart[]): readonly InputError[] {
  return sortByPosition(
    parts,
    parts.flatMap((part) => [...missingValues(part), ...invalidTexts(part)]),
  )
}

function sentRowNumber(set: SaveSet, place: SavePlace): number | undefined {
  return [...set.places].find(([, sent]) => sent.part === place.part && sent.id === place.id)?.[0]
}

/** Empty required columns as row errors. Invalid texts are already marked in their cells. */
function emptyColumns(set: SaveSet, found: readonly InputError[]): RowError[] {
  return found.flatMap(({ place, missing, text }) => {
    const ROW = sentRowNumber(set, place)
    if (ROW === undefined) return []
    return missing.map((COLUMN, index) => ({
      ROW,
      POSTATUS: -1,
      POERROR: index === 0 ? text : '',
      COLUMN,
    }))
  })
}

/** Rows without an error, excluding all rows of a document that has one. */
function rowsWithoutErrors(set: SaveSet, found: readonly InputError[]): WireRow[] {
  const invalid = new Set(found.map(({ place }) => sentRowNumber(set, place)))
  const hasError = (row: WireRow) => invalid.has(Number(row['NO']))
  const broken = new Set(set.rows.filter(hasError).map((row) => row['DOC_REF'] ?? null))
  return set.rows.filter((row) => {
    const document = row['DOC_REF'] ?? null
    return !hasError(row) && (document === null || !broken.has(document))
  })
}

interface AllErrors {
  readonly own: readonly RowError[]
  readonly server: readonly RowError[]
}

/** Timeout of a background check, after which the user sees only the local errors. */
const CHECK_TIMEOUT_MS = 5000

/** Checks the rows of a page in the background. Throws CallError with the errors of every row. */
async function checkProcedure(procedure: Procedure, rows: readonly WireRow[]): Promise<void> {
  await postCheck({ procedure, rows }, { timeoutMs: CHECK_TIMEOUT_MS })
}

/**
 * Has the server validate the rows without client-side errors, to report all errors at the same
 * time. Nothing is written.
 */
export async function allErrors(
  procedure: Procedure,
  set: SaveSet,
  found: readonly InputError[],
): Promise<AllErrors> {
  const own = emptyColumns(set, found)
  const rest = rowsWithoutErrors(set, found)
  if (rest.length === 0) return { own, server: [] }
  try {
    await checkProcedure(procedure, rest)
    return { own, server: [] }
  } catch (error) {
    // If the check fails, only client-side errors are reported. The save will validate again.
    return { own, server: error instanceof CallError ? error.rows : [] }
  }
}

export function joinLines(lines: readonly string[], maxLines = 12): string {
  const rest = lines.length - maxLines
  if (rest <= 0) return lines.join('\n')
  const more = t(label(`외 ${formatCount(rest)}건`, `and ${formatCount(rest)} more`))
  return [...lines.slice(0, maxLines), more].join('\n')
}

function formatTime(when: string): string {
  return showText(dateTime(label('', '')), when.replace(/\D/g, '').slice(0, 14))
}

/** The server's message for a row. For a conflict, includes the other user and time. */
function rowErrorText({ POERROR, WHO, WHEN }: RowError): string {
  if (WHO === undefined || POERROR.includes(WHO)) return POERROR
  const when = WHEN === undefined ? '' : formatTime(WHEN)
  const first = t(
    label(
      `${WHO} 님이 ${when}에 먼저 수정했습니다. 입력한 값은 유지됩니다. 다시 조회해 비교한 뒤 저장하세요.`,
      `${WHO} changed it first, ${when}. Your input is kept. Search again, compare, then save.`,
    ),
  )
  return POERROR === '' ? first : `${POERROR} ${first}`
}

/**
 * Sets the errors of a response on their rows and clears previous ones. Returns the position of the
 * first error on screen.
 */
export function showRowErrors(
  parts: readonly SavePart[],
  set: SaveSet,
  errors: readonly RowError[],
): ErrorPosition | undefined {
  const failed = errors.filter(({ POSTATUS }) => POSTATUS < 0)
  for (const part of parts) {
    const own = failed.filter(({ ROW }) => set.places.get(Number(ROW))?.part === part)
    const byRow = Map.groupBy(own, ({ ROW }) => set.places.get(Number(ROW))?.id ?? -1)
    part.model.setRowErrors(
      [...byRow].map(([id, messages]) => ({
        id,
        message: messages.map(rowErrorText).filter(Boolean).join(' '),
        columns: messages.flatMap(({ COLUMN }) => (COLUMN === undefined ? [] : [COLUMN])),
      })),
    )
  }
  const wrong = failed.flatMap(({ ROW, COLUMN }): ErrorPosition[] => {
    const place = set.places.get(Number(ROW))
    return place ? [{ place, column: COLUMN }] : []
  })
  return sortByPosition(parts, wrong)[0]
}
