import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { CallError } from '#ui/remote/api.ts'
import type { LaterChanges } from '#ui/grid/rows/later-changes.ts'
import { t } from '#ui/base/language.ts'
import { showMessage } from '#ui/windows/message.tsx'
import { dismissErrors, notify } from '#ui/windows/notify.tsx'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { hasDocuments } from '#ui/page/model/grid-screen.ts'
import { DOC_REF } from '#ui/page/model/grid-screen.ts'
import { saveProcedure } from '#ui/remote/save-call.ts'
import type { SaveAnswer } from '#ui/remote/save-call.ts'
import { allErrors } from '#ui/page/rows/all-errors.ts'
import type {
  Objection,
  SavePart,
  SavePlace,
  SaveSet,
  WrongPlace,
} from '#ui/page/rows/save-rows.ts'
import { goToRecord, sameRecordBy } from './same-record.ts'
import { unitsUnderWay } from '#ui/page/model/unit-fill.ts'
import {
  asRead,
  changedRows,
  collectRows,
  inputOf,
  joinedLines,
  objections,
  titleOfRow,
  showRowErrors,
} from '#ui/page/rows/save-rows.ts'

const typedMeanwhile = label(
  '저장하는 동안 수정한 내용은 아직 저장되지 않았습니다.',
  'Changes made while saving are not saved yet.',
)
const nothingChanged = label('변경된 내용이 없습니다.', 'No changes to save.')
const newDocument = label('새 전표', 'New document')

/** The grids of a page that a save takes rows from: documents, then the lines of each. */
export function savePartsOf(page: PageModel): SavePart[] {
  const { grid, columns, takes } = page
  const input = takes?.input ?? {}
  if (!hasDocuments(page.screen)) {
    return [
      { model: grid, columns, rows: changedRows(grid), input, title: '', carries: () => ({}) },
    ]
  }
  // Rows that came by paste were never shown as a document and have no name yet.
  for (const { index } of grid.changes()) page.ownerOf(index)
  const documents: SavePart = {
    model: grid,
    columns,
    rows: changedRows(grid),
    input,
    title: '',
    carries: (row) => ({ ROW_TYPE: 'H', DOC_REF: row[DOC_REF] ?? null }),
  }
  const lines = page.changedLines().map(({ owner, model }): SavePart => ({
    model,
    columns: page.lineColumns,
    rows: changedRows(model),
    input: takes?.lines ?? input,
    title: owner.isNew ? t(newDocument) : owner.key,
    carries: () => ({ ...linkOf(page, owner.row), ROW_TYPE: 'L', DOC_REF: owner.key }),
  }))
  return [documents, ...lines]
}

/** The document's own number, for lines of a document that has one. */
function linkOf(page: PageModel, row: WireRow): WireRow {
  const link = page.lines?.options.link ?? []
  const pairs = link.map((name): [string, WireRow[string]] => [name, row[name] ?? null])
  return Object.fromEntries(pairs.filter(([, value]) => value !== null))
}

/** Brings a row that was objected to into view, with its document. */
function goToPlace(page: PageModel, place: SavePlace | undefined, column?: string): void {
  if (!place) return
  const { part, id } = place
  if (part.model !== page.grid) {
    const owner = page.changedLines().find(({ model }) => model === part.model)?.owner
    if (owner) page.grid.setCurrent(page.grid.viewRowOf(owner.id))
  }
  page.pointTo(part.model, part.model.viewRowOf(id), column)
}

/** Says why rows cannot be sent, all at once, and goes to the first. True when nothing is wrong. */
export async function checkParts(page: PageModel, parts: readonly SavePart[]): Promise<boolean> {
  const found = objections(parts)
  const first = found[0]
  if (!first) return true
  await showMessage({ kind: 'warning', text: joinedLines(found.map(({ text }) => text)) })
  goToPlace(page, first.place, first.column)
  return false
}

/**
 * A refused save: rows that the server objects to say so themselves and keep what was typed; words
 * about no row come in a box (spec §8).
 */
export async function showRefusal(
  page: PageModel,
  parts: readonly SavePart[],
  set: SaveSet,
  error: unknown,
): Promise<void> {
  const text = error instanceof Error ? error.message : String(error)
  const rows = error instanceof CallError ? error.rows : []
  // Lines stand and fall with their document: only single rows are put together again.
  page.conflict = !hasDocuments(page.screen) && rows.some(({ WHO }) => WHO !== undefined)
  const first = showRowErrors(parts, set, rows)
  if (!first) {
    await showMessage({ kind: 'error', text })
    return
  }
  notify('error', text)
  goToPlace(page, first.place, first.column)
}

/** What the server gave the rows (a new number) is put into them, beside the undo line. */
function takeGiven(set: SaveSet, answer: SaveAnswer): string[] {
  const numbers = new Set<string>()
  for (const { ROW, POSTATUS: _status, ...given } of answer.data?.rows ?? []) {
    const place = set.places.get(Number(ROW))
    if (!place) continue
    for (const [name, value] of Object.entries(given)) {
      const { store } = place.part.model.rows
      const isNew = (store.get(place.id, name) ?? null) === null
      const isNumber = name.endsWith('_NO') && name !== 'LINE_NO'
      if (isNew && isNumber && value !== null) numbers.add(String(value))
      store.set(place.id, name, value)
    }
  }
  return [...numbers]
}

/** What was done, with the numbers that were given; it stays in the status line. */
export function doneText(message: string, numbers: readonly string[]): string {
  if (numbers.length === 0) return message
  const shown = numbers.slice(0, 3).join(', ')
  const rest = numbers.length > 3 ? ` +${numbers.length - 3}` : ''
  return `${message} ${t(label('새 번호', 'New number'))} ${shown}${rest}`
}

/** What to ask for after a save: a form its own document, a list what was searched for. */
function wantedAfter(page: PageModel, owner: WireRow | undefined): WireRow {
  if (!page.screen.form) return page.loaded.phase === 'fresh' ? page.search : page.loaded.answered
  page.search = owner ? linkOf(page, owner) : {}
  return page.search
}

/**
 * Asks for the rows again and goes back to the record that is current when they come. After a save,
 * what is changed by then was changed since it was sent, and stays.
 */
export async function reload(page: PageModel, how: { afterSave?: boolean } = {}): Promise<void> {
  const { grid } = page
  const note = page.note
  let owner = currentRecord(page)
  const answered = wantedAfter(page, owner)
  // The user may have gone elsewhere while the rows are on their way.
  const stop = grid.subscribe(() => {
    if (page.loaded.phase === 'loading') owner = currentRecord(page)
  })
  const isLoaded = await page.load(answered, how)
  stop()
  if (!isLoaded) return
  page.say(note)
  if (owner) goToRecord(grid, owner, sameRecordBy(page))
}

function currentRecord({ grid }: PageModel): WireRow | undefined {
  return grid.current ? grid.row(grid.current.row) : undefined
}

/**
 * Saves every change of the page, all or nothing. What the server refuses stays as typed, with the
 * reason beside it. True when nothing is left to save.
 */
export async function savePage(page: PageModel): Promise<boolean> {
  const { saves } = page.screen
  if (!saves || page.busy || !page.mayEdit) return false
  const converting = unitsUnderWay(page)
  if (converting) await converting
  const parts = savePartsOf(page)
  const set = collectRows(parts)
  if (set.rows.length === 0 && objections(parts).length === 0) {
    page.say(t(nothingChanged))
    return true
  }
  dismissErrors()
  return page.working(async () => {
    const found = objections(parts)
    if (found.length === 0) return sendSave(page, saves.procedure, parts, set)
    await showObjections(page, saves.procedure, parts, set, found)
    return false
  })
}

/** How what is typed on a page is saved before it is left; undefined where that is no save. */
export function saveOf(page: PageModel): (() => Promise<boolean>) | undefined {
  return page.screen.saves && page.mayEdit ? () => savePage(page) : undefined
}

/** Marks every row that cannot be saved, the server's among them, and says them all at once. */
async function showObjections(
  page: PageModel,
  procedure: Procedure,
  parts: readonly SavePart[],
  set: SaveSet,
  found: readonly Objection[],
): Promise<void> {
  const { own, server } = await allErrors(procedure, set, found)
  showRowErrors(parts, set, [...own, ...server])
  const said = server.flatMap(({ ROW, POERROR, COLUMN }) => {
    const place = set.places.get(Number(ROW))
    if (!place) return []
    return [{ place, column: COLUMN, text: `${titleOfRow(place.part, place.id)} ${POERROR}` }]
  })
  const all = asRead<WrongPlace & { readonly text: string }>(parts, [...found, ...said])
  await showMessage({ kind: 'warning', text: joinedLines(all.map(({ text }) => text)) })
  goToPlace(page, all[0]?.place, all[0]?.column)
}

/**
 * Rows that are other than they were sent, and those that were not sent. Names that were looked up
 * meanwhile are not sent, and so are no change.
 */
function changedSince({ model, rows, input }: SavePart): LaterChanges {
  const sent = new Map(rows.map(({ id, row, flag }) => [id, { row, flag }]))
  const later = new Map<number, WireRow | null>()
  for (const { index, row, flag } of model.changes()) {
    const was = sent.get(index)
    const isSame =
      was?.flag === flag &&
      Object.entries(inputOf(was.row, input)).every(([name, value]) => row[name] === value)
    if (!isSame) later.set(index, was?.row ?? null)
  }
  return later
}

async function sendSave(
  page: PageModel,
  procedure: Procedure,
  parts: readonly SavePart[],
  set: SaveSet,
): Promise<boolean> {
  try {
    const answer = await saveProcedure(procedure, set.rows, page.keys)
    const later = parts.map((part) => changedSince(part))
    page.say(doneText(answer.message, takeGiven(set, answer)))
    for (const [at, { model }] of parts.entries()) model.acceptChanges(later[at])
    notify(answer.data?.WARNS ? 'warn' : 'success', page.note)
    // Lines cannot be put back under documents that come anew: they stay until they are saved.
    const staysTyped = hasDocuments(page.screen) && page.isDirty
    if (staysTyped) page.say(`${page.note} ${t(typedMeanwhile)}`)
    else await reload(page, { afterSave: true })
    return !staysTyped && !page.isDirty
  } catch (error) {
    await showRefusal(page, parts, set, error)
    return false
  }
}
