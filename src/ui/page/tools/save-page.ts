import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { t } from '#ui/base/language.ts'
import { DOC_REF, hasDocuments } from '#ui/page/model/grid-screen.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { changesSinceSend } from '#ui/page/rows/changes-since-send.ts'
import { pendingUnits } from '#ui/page/rows/fill-cells.ts'
import {
  allErrors,
  joinLines,
  type InputError,
  collectInputErrors,
  showRowErrors,
  savedRowTitle,
  sortByPosition,
  type ErrorPosition,
} from '#ui/page/rows/row-errors.ts'
import {
  changedRows,
  collectRows,
  isUnsettled,
  type SavePart,
  type SaveSet,
} from '#ui/page/rows/save-set.ts'
import { CallError } from '#ui/remote/api.ts'
import { type SaveResponse, saveProcedure } from '#ui/remote/save-call.ts'
import { showMessage } from '#ui/windows/message.tsx'
import { dismissErrors, notify } from '#ui/windows/notify.tsx'
import { reloadPage } from './reload-page.ts'
import { revealRows } from './reveal-rows.ts'
import { reloadSavedRows } from './reload-saved-rows.ts'
import { renameDocuments } from './rename-documents.ts'
import { settleEarlierSave } from './settle-save.ts'

const typedDuringSaveNote = label(
  '저장하는 동안 수정한 내용은 아직 저장되지 않았습니다.',
  'Changes made while saving are not saved yet.',
)
export const tooLateNote = label(
  '저장하는 동안 수정한 내용 가운데 저장된 행에는 적용할 수 없는 것이 있습니다.',
  'Some changes made while saving cannot be applied to saved rows.',
)
const noChangesNote = label('변경된 내용이 없습니다.', 'No changes to save.')
const newDocument = label('새 전표', 'New document')

/**
 * Saves all changes of the page in one transaction. Rejected rows retain their edits and show the
 * reason. Returns true if nothing is left to save.
 */
export async function savePage(page: PageModel): Promise<boolean> {
  const { saves } = page.screen
  if (!saves || page.busy || !page.mayEdit) return false
  const converting = pendingUnits(page)
  if (converting) await converting
  const parts = collectSaveParts(page)
  const set = collectRows(parts)
  const found = shownInputErrors(page, parts)
  if (set.rows.length === 0 && found.length === 0 && !isUnsettled(page)) {
    page.showNote(t(noChangesNote))
    return true
  }
  dismissErrors()
  const outcome = await page.runWhileBusy(async () => {
    if (found.length > 0) {
      await showInputErrors(page, saves.procedure, set, found)
      return 'open'
    }
    const answered = await sendRows(page, saves.procedure, set)
    return answered ? finishSave(page, answered) : 'open'
  })
  if (outcome !== 'earlier') return outcome === 'done'
  // Text typed since the earlier save is saved now. Lines wait for their document's version.
  return page.isDirty && !hasDocuments(page.screen) ? savePage(page) : !page.isDirty
}

interface CompletedSave {
  readonly set: SaveSet
  readonly answer: SaveResponse
  readonly isEarlier: boolean
}

/** Settles an earlier save or sends the rows. Shows a rejection and returns undefined. */
async function sendRows(
  page: PageModel,
  procedure: Procedure,
  set: SaveSet,
): Promise<CompletedSave | undefined> {
  try {
    const earlier = await settleEarlierSave(page, procedure, set.rows)
    if (earlier) return { set: earlier.sent, answer: earlier.answer, isEarlier: true }
    if (set.rows.length === 0) {
      page.showNote(t(noChangesNote))
      return undefined
    }
    page.unansweredSave = set
    const response = await saveProcedure(procedure, set.rows, page.keys)
    return { set, answer: response, isEarlier: false }
  } catch (error) {
    await showRefusal(page, set, error)
    return undefined
  }
}

/** Marks the rows of a save as saved and reloads them. Returns `open` if changes are left. */
async function finishSave(
  page: PageModel,
  { set, answer, isEarlier }: CompletedSave,
): Promise<'done' | 'earlier' | 'open'> {
  const { parts } = set
  page.unansweredSave = undefined
  const mayDelete = page.screen.saves?.rowsKept !== true && page.can('delete')
  const later = parts.map((part) => changesSinceSend(part, mayDelete))
  const message = savedMessage(answer.message, applyAssignedValues(set, answer))
  for (const [index, { model }] of parts.entries()) model.acceptChanges(later[index]?.changes)
  if (hasDocuments(page.screen)) renameDocuments(page, parts)
  page.showNote(message)
  notify(answer.data?.WARNS ? 'warn' : 'success', message)
  const refused = later.flatMap((part) => part.refused)
  if (refused.length > 0) notify('warn', joinLines([t(tooLateNote), ...refused]))
  const isDone = await refreshAfterSave(page, parts)
  if (isEarlier) return 'earlier'
  return isDone ? 'done' : 'open'
}

export function pageSave(page: PageModel): (() => Promise<boolean>) | undefined {
  return page.screen.saves && page.mayEdit ? () => savePage(page) : undefined
}

/**
 * Returns the parts of a page to save: the upper grid, then the lines of each document. `sent`
 * lines are included even without changes.
 */
export function collectSaveParts(page: PageModel, sent?: ReadonlySet<GridModel>): SavePart[] {
  const { grid, columns, takes } = page
  const input = takes?.input ?? {}
  if (!hasDocuments(page.screen)) {
    return [
      { model: grid, columns, rows: changedRows(grid), input, title: '', carries: () => ({}) },
    ]
  }
  // Pasted rows were never shown as a document, so assign their keys here.
  for (const { index } of grid.changes()) page.ownerOf(index)
  const documents: SavePart = {
    model: grid,
    columns,
    rows: changedRows(grid),
    input,
    title: '',
    carries: (row) => ({ ROW_TYPE: 'H', DOC_REF: row[DOC_REF] ?? null }),
  }
  const changed = sent ? page.typedLines(sent) : page.changedLines()
  const lines = changed.map(({ owner, model }): SavePart => ({
    model,
    columns: page.lineColumns,
    rows: changedRows(model),
    input: takes?.lines ?? input,
    title: owner.isNew ? t(newDocument) : owner.key,
    carries: () => ({ ...page.documentLink(owner.row), ROW_TYPE: 'L', DOC_REF: owner.key }),
  }))
  return [documents, ...lines]
}

async function showInputErrors(
  page: PageModel,
  procedure: Procedure,
  set: SaveSet,
  found: readonly InputError[],
): Promise<void> {
  const { own, server } = await allErrors(procedure, set, found)
  showRowErrors(set.parts, set, [...own, ...server])
  const rejected = server.flatMap(({ ROW, POERROR, COLUMN }) => {
    const place = set.places.get(Number(ROW))
    if (!place) return []
    return [{ place, column: COLUMN, text: `${savedRowTitle(place.part, place.id)} ${POERROR}` }]
  })
  await showAndGoTo(page, sortByPosition(set.parts, [...found, ...rejected]))
}

/**
 * Input errors, named by the row numbers on the screen. Hidden rows with errors are shown first.
 */
function shownInputErrors(page: PageModel, parts: readonly SavePart[]): readonly InputError[] {
  const found = collectInputErrors(parts)
  const isRevealed = revealRows(
    page,
    found.map(({ place }) => place),
  )
  return isRevealed ? collectInputErrors(parts) : found
}

export async function checkParts(page: PageModel, parts: readonly SavePart[]): Promise<boolean> {
  const found = shownInputErrors(page, parts)
  if (found.length > 0) await showAndGoTo(page, found)
  return found.length === 0
}

async function showAndGoTo(
  page: PageModel,
  wrong: readonly (ErrorPosition & { readonly text: string })[],
): Promise<void> {
  await showMessage({ kind: 'warning', text: joinLines(wrong.map(({ text }) => text)) })
  goToPlace(page, wrong[0])
}

/** Whether another user changed or deleted rows since they were loaded. */
function isConflict({ screen }: PageModel, error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  // An action is also rejected with this code if stock is missing.
  const isSave = screen.saves !== undefined && error.code === 'ROWS_CONFLICT'
  return isSave || error.rows.some(({ WHO }) => WHO !== undefined)
}

/** Shows a rejected save in the rows it lists, otherwise in a message box (spec §8). */
export async function showRefusal(page: PageModel, set: SaveSet, error: unknown): Promise<void> {
  const text = error instanceof Error ? error.message : String(error)
  const rows = error instanceof CallError ? error.rows : []
  // Lines are saved with their document. Only single rows can be merged with newer versions.
  page.conflict = !hasDocuments(page.screen) && isConflict(page, error)
  const first = showRowErrors(set.parts, set, rows)
  if (first) revealRows(page, [first.place])
  if (!first) {
    await showMessage({ kind: 'error', text })
    return
  }
  notify('error', text)
  goToPlace(page, first)
}

function goToPlace(page: PageModel, wrong: ErrorPosition | undefined): void {
  if (!wrong) return
  const { part, id } = wrong.place
  if (part.model !== page.grid) {
    const owner = page.changedLines().find(({ model }) => model === part.model)?.owner
    if (owner) page.grid.setCurrent(page.grid.viewRowOf(owner.id))
  }
  page.moveCursorTo(part.model, part.model.viewRowOf(id), wrong.column)
}

/** Sets values assigned by the server, outside undo. Returns the new document numbers. */
function applyAssignedValues(set: SaveSet, response: SaveResponse): string[] {
  const numbers = new Set<string>()
  for (const { ROW, POSTATUS: _status, ...given } of response.data?.rows ?? []) {
    const place = set.places.get(Number(ROW))
    if (!place) continue
    const { store } = place.part.model.rows
    for (const [name, value] of Object.entries(given)) {
      const isNew = (store.get(place.id, name) ?? null) === null
      const isNumber = name.endsWith('_NO') && name !== 'LINE_NO'
      if (isNew && isNumber && value !== null) numbers.add(String(value))
      store.set(place.id, name, value)
    }
  }
  return [...numbers]
}

export function savedMessage(message: string, numbers: readonly string[]): string {
  if (numbers.length === 0) return message
  const shown = numbers.slice(0, 3).join(', ')
  const rest = numbers.length > 3 ? ` +${numbers.length - 3}` : ''
  return `${message} ${t(label('새 번호', 'New number'))} ${shown}${rest}`
}

async function refreshAfterSave(page: PageModel, parts: readonly SavePart[]): Promise<boolean> {
  // Lines cannot be moved to reloaded documents, so they are not reloaded until they are saved.
  if (hasDocuments(page.screen) && page.isDirty) {
    page.showNote(`${page.note} ${t(typedDuringSaveNote)}`)
    return false
  }
  const saved = parts.flatMap(({ rows }) => rows)
  if (!(await reloadSavedRows(page, saved))) await reloadPage(page, { afterSave: true })
  return !page.isDirty
}
