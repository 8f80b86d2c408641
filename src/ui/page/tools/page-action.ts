import type { Fields, Value, WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { isGranted, type Operation, type Procedure } from '#kernel/operation.ts'
import type { NextStep } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import { formatCell } from '#ui/grid/columns/cell-input.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { titleColumns } from '#ui/page/model/lines-model.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { pendingUnits } from '#ui/page/rows/fill-cells.ts'
import { captureTexts } from '#ui/page/rows/grid-draft.ts'
import {
  collectEdits,
  collectEditsSince,
  maxRowsSearched,
  reapplyEdits,
} from '#ui/page/rows/preserve-row-state.ts'
import { identityColumns } from '#ui/page/rows/record-identity.ts'
import { collectRows, type SavePart } from '#ui/page/rows/save-set.ts'
import { resumeOpener } from '#ui/keys/dispatch/resume-opener.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { confirmSave } from '#ui/remote/confirm-save.ts'
import { setSaveConfirmation, saveProcedure } from '#ui/remote/save-call.ts'
import { recordAction } from '#ui/tabs/last-action.ts'
import { showMessage } from '#ui/windows/message.tsx'
import { notify } from '#ui/windows/notify.tsx'
import { promptForMissingInput, checkedOrAllRows } from './prompt-for-missing-input.ts'
import { reloadPage } from './reload-page.ts'
import { checkParts, savedMessage, showRefusal, tooLateNote } from './save-page.ts'
import { settleEarlierSave, type EarlierSave } from './settle-save.ts'

setSaveConfirmation(confirmSave)

const noRowsSelected = label(
  '선택한 행이 없습니다. 조회한 뒤 행을 선택하세요.',
  'No row selected. Search, then select rows.',
)

const pastStockReadOnly = label(
  '과거 시점 재고는 조회만 가능합니다. 기준시각을 지우고 다시 조회하세요.',
  'Past stock is read-only. Clear "as of" and search again.',
)

export const earlierDoneNote = label(
  '응답을 받지 못했던 이전 작업을 처리했습니다. 남은 행을 확인한 뒤 다시 실행하세요.',
  'The earlier action without a response is done. Check the remaining rows, then run it again.',
)

/** Rows a command acts on, by stable number, and how they were selected. */
export interface SelectedRows {
  readonly ids: readonly number[]
  readonly because: 'ticked' | 'typed' | 'current'
}

/** Returns the checked rows, otherwise the edited rows, otherwise the current row. */
export function selectedRows(grid: GridModel): SelectedRows {
  const ticked = grid.checkedIds()
  if (ticked.length > 0) return { ids: ticked, because: 'ticked' }
  const typed = grid.changedIds().filter((id) => grid.viewRowOf(id) >= 0)
  if (typed.length > 0) return { ids: typed, because: 'typed' }
  const { current } = grid
  return { ids: current ? [grid.rowId(current.row)] : [], because: 'current' }
}

/**
 * Selected rows as one part of the request. Only editable columns are checked for required values,
 * because the server fills the others.
 */
function selectedPart(page: PageModel, procedure: Procedure, ids: readonly number[]): SavePart {
  return {
    model: page.grid,
    columns: page.columns.filter(({ editable }) => editable !== false),
    rows: ids.map((id) => ({ id, row: page.grid.rows.row(id) })),
    input: procedure.input,
    title: '',
    carries: () => ({}),
  }
}

function recordTitle({ grid, columns, screen }: PageModel, id: number): string {
  const { lines } = screen.sources
  const shown = columns.filter(({ hidden }) => !hidden).map(({ name }) => name)
  const names = lines ? titleColumns(columns, lines.link) : shown.slice(0, 2)
  const row = grid.rows.row(id)
  return names
    .map((name) => {
      const column = grid.column(name)
      return column ? formatCell(column, row[name] ?? null) : (row[name] ?? '')
    })
    .join(' ')
}

/** The prompt names a single record, because the current row need not be the expected one. */
function confirmFinal(
  { title }: Procedure,
  { ko, en }: Label,
  ids: readonly number[],
  page: PageModel,
): Promise<boolean> {
  const count = ids.length
  const name = count === 1 ? ids.map((id) => ` (${recordTitle(page, id)})`).join('') : ''
  const text = label(
    `${title.ko} ${formatCount(count)}건${name}: ${ko} 계속할까요?`,
    `${title.en}, ${formatCount(count, 'row')}${name}: ${en} Continue?`,
  )
  return showMessage({ kind: 'question', text: t(text) })
}

export async function runOnRows(
  page: PageModel,
  procedure: Procedure,
  ids: readonly number[],
): Promise<boolean> {
  return page.runWhileBusy(async () => {
    const part = selectedPart(page, procedure, ids)
    if (!(await checkParts(page, [part]))) return false
    const { final } = procedure
    if (final && !(await confirmFinal(procedure, final, ids, page))) return false
    return sendAction(page, procedure, part)
  })
}

async function sendAction(page: PageModel, procedure: Procedure, part: SavePart): Promise<boolean> {
  const ids = part.rows.map(({ id }) => id)
  const set = collectRows([part])
  const identity = identityColumns({
    output: page.part.source.output,
    columns: page.columns,
    input: procedure.input,
  })
  try {
    const earlier = await settleEarlierSave(page, procedure, set.rows)
    if (earlier) {
      await showEarlierResult(page, earlier, identity)
      return false
    }
    page.unansweredSave = set
    const response = await saveProcedure(procedure, set.rows, page.keys)
    page.unansweredSave = undefined
    const title = t(procedure.title)
    const done =
      response.message ||
      t(label(`${title} ${formatCount(ids.length)}건`, `${title}: ${formatCount(ids.length)}`))
    page.showNote(savedMessage(done, []))
    notify(response.data?.WARNS ? 'warn' : 'success', page.note)
    const edits = [
      ...collectEdits(page.grid, new Set(ids)),
      ...part.rows.flatMap((row) => collectEditsSince(page.grid, row) ?? []),
    ]
    const reapplyTexts = captureTexts(page.grid, new Set(ids), identity)
    const dropOtherProposals = rememberProposals(page, procedure, { ids, identity })
    // The sent rows are done. Only edits in other rows are still unsaved.
    page.grid.acceptChanges()
    await reloadPage(page)
    dropOtherProposals()
    const lost = reapplyEdits(page.grid, edits, identity)
    if (lost.length > 0) notify('warn', t(tooLateNote))
    reapplyTexts()
    offerNextSteps(page, set.rows, response.data?.rows ?? [])
    if (page.grid.rowCount === 0) resumeOpener(page.tabKey)
    return true
  } catch (error) {
    await showRefusal(page, set, error)
    return false
  }
}

/** Shows the result of an action sent earlier. The user decides about the remaining rows. */
async function showEarlierResult(
  page: PageModel,
  { sent, answer }: EarlierSave,
  identity: readonly string[],
): Promise<void> {
  const done = new Set([...sent.places.values()].map(({ id }) => id))
  const edits = collectEdits(page.grid, done)
  const reapplyTexts = captureTexts(page.grid, done, identity)
  page.grid.acceptChanges()
  await reloadPage(page)
  reapplyEdits(page.grid, edits, identity)
  reapplyTexts()
  page.showNote(t(earlierDoneNote))
  notify('warn', [answer.message, t(earlierDoneNote)].filter(Boolean).join('\n'))
}

export async function runPageAction(page: PageModel): Promise<boolean> {
  const { grid } = page
  const { acts } = page.screen
  if (!acts || page.busy || !page.can(acts)) return false
  if (page.isPast) {
    notify('error', t(pastStockReadOnly))
    return false
  }
  const converting = pendingUnits(page)
  if (converting) await converting
  const { asksOnce } = page.screen
  const ids = asksOnce ? checkedOrAllRows(grid) : selectedRows(grid).ids
  if (ids.length === 0) {
    page.showNote(t(noRowsSelected))
    return false
  }
  if (asksOnce && !(await promptForMissingInput(grid, acts, asksOnce, ids))) return false
  return runOnRows(page, acts, ids)
}

/**
 * Records the choices proposed in the rows before an action. Call the returned function after the
 * reload. It clears new proposals: a held row proposes its release, and pressing the key twice
 * would undo the hold. Users can still choose it or search again.
 */
function rememberProposals(
  { grid }: PageModel,
  procedure: Procedure,
  acted: { readonly ids: readonly number[]; readonly identity: readonly string[] },
): () => void {
  const columns = grid.columns.filter(({ id }) => procedure.input[id]?.kind === 'select')
  const choices = columns.map(({ id }) => id)
  if (choices.length === 0) return () => undefined
  const { store, tracker } = grid.rows
  const identityKey = (read: (name: string) => Value) => JSON.stringify(acted.identity.map(read))
  const own = new Map<string, ReadonlyMap<string, Value>>()
  for (const id of acted.ids) {
    const typed = tracker.originals(id)
    const before = (name: string) =>
      (typed.has(name) ? typed.get(name) : store.get(id, name)) ?? null
    own.set(
      identityKey((name) => store.get(id, name)),
      new Map(choices.map((name) => [name, before(name)])),
    )
  }
  const others = new Set<string>()
  const acts = new Set(acted.ids)
  for (let row = 0; row < Math.min(grid.rowCount, maxRowsSearched); row++) {
    if (!acts.has(grid.rowId(row))) others.add(identityKey((name) => grid.value(row, name)))
  }
  return () => {
    for (let row = 0; row < Math.min(grid.rowCount, maxRowsSearched); row++) {
      const key = identityKey((name) => grid.value(row, name))
      if (others.has(key)) continue
      for (const column of columns) {
        const { id: name } = column
        // A read-only value is the result of the action, not a new proposal.
        if (!grid.isEditable(row, column)) continue
        // A row without a key here was created by the action. It can propose any value that the
        // selected rows proposed before.
        const before = own.has(key) ? [own.get(key)] : [...own.values()]
        const isNew = before.every((proposed) => proposed?.get(name) !== grid.value(row, name))
        // Bypasses the undo history, because the user did not enter it.
        if (isNew) grid.rows.store.set(grid.rowId(row), name, null)
      }
    }
    grid.touch()
  }
}

function grantedStep<O extends Operation>(step: NextStep<O> | undefined): O | undefined {
  return step && isGranted(findScreen(step.on)?.actions, step.does) ? step.does : undefined
}

function pickInputColumns(rows: readonly WireRow[], input: Fields): WireRow[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(input, name))),
  )
}

function offerNextSteps(
  page: PageModel,
  rows: readonly WireRow[],
  answered: readonly WireRow[],
): void {
  const print = grantedStep(page.screen.next?.print)
  const undoRows = page.screen.next?.undo?.ofResponse ? answered : rows
  const undo = undoRows.length > 0 ? grantedStep(page.screen.next?.undo) : undefined
  recordAction(
    page.tabKey,
    undo && { procedure: async () => undo, rows: pickInputColumns(undoRows, undo.input) },
  )
  page.nextActions = {
    note: page.note,
    print: print && { printOut: print, rows: pickInputColumns(rows, print.input) },
    steps: [
      ...(print ? [{ command: 'page.print', title: print.title } as const] : []),
      ...(undo ? [{ command: 'row.undo', title: label('되돌리기', 'Undo') } as const] : []),
    ],
  }
}
