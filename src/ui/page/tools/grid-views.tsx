import { text, type WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { GroupKey } from '#kernel/summary-key.ts'
import { isAcross } from '#kernel/summary.ts'
import { t } from '#ui/base/language.ts'
import { promptInput } from '#ui/forms/prompt-input.tsx'
import { type Choice, chooseLine } from '#ui/forms/choose-line.ts'
import type { HelpColumn } from '#ui/forms/value-help.tsx'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import type { GridLayout } from '#ui/grid/model/grid-layout.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { groupBy, groupKeys } from '#ui/grid/model/grouping.ts'
import { renewCondition } from '#ui/grid/rows/filter-text.ts'
import type { FilterCondition } from '#ui/grid/rows/filter.ts'
import type { SortKey } from '#ui/grid/rows/sort.ts'
import { bufferKeysWhile } from '#ui/keys/loading-keys.ts'
import { notifyNotApplied } from '#ui/page/rows/known-conditions.ts'
import { call } from '#ui/remote/api.ts'
import { showErrors, showMessage } from '#ui/windows/message.tsx'
import { notify } from '#ui/windows/notify.tsx'

interface ViewContent extends GridLayout {
  readonly sort: readonly SortKey[]
  readonly filters: readonly FilterCondition[]
  /** Absent in views saved before grouping existed. */
  readonly groups?: readonly GroupKey[]
}

interface SavedView {
  readonly VIEW_NO: number
  readonly VIEW_NM: string
  readonly ROLE_CD: string | null
  readonly ROLE_NM: string | null
  readonly USER_ID: string
  readonly MINE: boolean
  readonly CONTENT: ViewContent
}

interface ViewPlace {
  readonly MENU_ID: string
  readonly GRID: 'grid' | 'lines'
}

interface Views {
  readonly VIEWS: readonly SavedView[]
  readonly ROLES: readonly { readonly CODE: string; readonly NAME: string }[]
}

/** The user's own and shared views of a grid. Throws CallError. */
async function listViews(place: ViewPlace): Promise<Views> {
  return (await call<{ data: Views }>('/api/view/list', place, { quiet: true })).data
}

/** Saves a view under its name. Throws CallError. */
async function saveView(
  place: ViewPlace,
  view: Pick<SavedView, 'VIEW_NM' | 'ROLE_CD'> & { readonly CONTENT: ViewContent },
): Promise<void> {
  await call('/api/view/save', { ...place, ...view })
}

/** Deletes one of the user's views. Throws CallError. */
async function deleteView(VIEW_NO: number): Promise<void> {
  await call('/api/view/delete', { VIEW_NO })
}

export interface ViewedGrid {
  readonly place: ViewPlace
  readonly model: GridModel
  /** Title of a column, including columns that the current grouping lacks. */
  readonly titleOf: (column: string) => string
  readonly standard: () => readonly GridColumn[]
}

const columns: readonly HelpColumn[] = [
  { name: 'NAME', title: label('보기', 'View'), width: '1fr' },
  { name: 'SHARED', title: label('공유', 'Shared'), width: '130px' },
  { name: 'CODE', title: label('작성자', 'Created by'), width: '110px' },
]

function chooseView(title: string, choices: readonly Choice[]): Promise<void> {
  const placeholder = label('보기 이름', 'Name of a view')
  const none = label(
    '없는 보기입니다. 목록에서 선택하세요.',
    'View not found. Select one from the list.',
  )
  return chooseLine({ title, columns, choices, placeholder, none })
}

function currentView(model: GridModel): ViewContent {
  return {
    ...model.layout(),
    sort: [...model.sortKeys],
    filters: [...model.filters],
    groups: [...groupKeys(model)],
  }
}

export function applyView(
  { model, titleOf }: Pick<ViewedGrid, 'model' | 'titleOf'>,
  name: string,
  view: ViewContent,
): void {
  // A pivot column has a different meaning in each pivot.
  const isKnownColumn = ({ column }: { readonly column: string }) =>
    model.column(column) !== undefined && !isAcross(column)
  model.setLayout(view)
  // Notifies layout listeners, as if the user had arranged the columns.
  model.rearrangeColumns(model.columns)
  model.sort(view.sort.filter(isKnownColumn))
  const filters = view.filters.filter(isKnownColumn)
  model.filter(filters.map((filter) => renewCondition(model.column(filter.column), filter)))
  groupBy(model, (view.groups ?? []).filter(isKnownColumn))
  const unknown = view.filters.filter((filter) => !isKnownColumn(filter))
  notifyNotApplied(
    name,
    unknown.map(({ column }) => titleOf(column)),
  )
}

async function saveCurrentView(
  { place, model }: ViewedGrid,
  roles: readonly { readonly CODE: string; readonly NAME: string }[],
): Promise<void> {
  const title = t(label('현재 보기 저장', 'Save current view'))
  const VIEW_NM = text(label('보기 이름', 'Name'), { required: true, maxLength: 60 })
  const input = await promptInput({ title, fields: { VIEW_NM }, initial: {} })
  const name = input?.['VIEW_NM']
  if (typeof name !== 'string') return
  const saveFor = (ROLE_CD: string | null) => async () => {
    await saveView(place, { VIEW_NM: name, ROLE_CD, CONTENT: currentView(model) })
    notify('success', t(label(`'${name}' 보기를 저장했습니다.`, `View '${name}' saved.`)))
  }
  await chooseView(t(label('공유 대상', 'Share with')), [
    { line: { NAME: t(label('나만', 'Only me')), SHARED: '', CODE: '' }, run: saveFor(null) },
    ...roles.map(({ CODE, NAME }) => ({
      line: { NAME: t(label(`${NAME} 역할과 공유`, `Share with ${NAME}`)), SHARED: CODE, CODE: '' },
      run: saveFor(CODE),
    })),
  ])
}

async function promptDeleteView(views: readonly SavedView[]): Promise<void> {
  const drop = (view: SavedView) => async () => {
    const name = view.VIEW_NM
    const question = t(label(`'${name}' 보기를 삭제할까요?`, `Delete the view '${name}'?`))
    if (!(await showMessage({ kind: 'question', text: question }))) return
    await deleteView(view.VIEW_NO)
    notify('success', t(label(`'${name}' 보기를 삭제했습니다.`, `View '${name}' deleted.`)))
  }
  await chooseView(
    t(label('삭제할 보기', 'View to delete')),
    views.map((view) => ({ line: toLine(view), run: drop(view) })),
  )
}

function toLine({ VIEW_NM, ROLE_NM, USER_ID }: SavedView): WireRow {
  return { NAME: VIEW_NM, SHARED: ROLE_NM ?? '', CODE: USER_ID }
}

export async function openViews(grid: ViewedGrid): Promise<void> {
  const { model, place } = grid
  await showErrors(async () => {
    const { VIEWS, ROLES } = await bufferKeysWhile(listViews(place))
    const mine = VIEWS.filter(({ MINE }) => MINE)
    const actionChoice = (name: string, run: () => Promise<void> | void): Choice => ({
      line: { NAME: name, SHARED: '', CODE: '' },
      run: async () => run(),
    })
    await chooseView(t(label('저장된 보기', 'Saved views')), [
      ...VIEWS.map((view) => ({
        line: toLine(view),
        run: async () => applyView(grid, view.VIEW_NM, view.CONTENT),
      })),
      actionChoice(t(label('＋ 현재 보기 저장', '＋ Save current view')), () =>
        saveCurrentView(grid, ROLES),
      ),
      actionChoice(t(label('↺ 기본 보기로', '↺ Reset to default')), () => {
        model.rearrangeColumns(grid.standard())
        model.sort([])
        model.filter([])
        groupBy(model, [])
      }),
      ...(mine.length > 0
        ? [actionChoice(t(label('✕ 보기 삭제', '✕ Delete a view')), () => promptDeleteView(mine))]
        : []),
    ])
  })
}
