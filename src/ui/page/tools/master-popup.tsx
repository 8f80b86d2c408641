import { useEffect, useState, type JSX, type KeyboardEvent, type ReactNode } from 'react'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import type { MasterScreen } from '#kernel/screen.ts'
import { Grid } from '#ui/grid/grid.tsx'
import { t, useLanguage } from '#ui/base/language.ts'
import { confirmLeave } from '#ui/windows/message.tsx'
import { PopupButtons } from '#ui/windows/popup-buttons.tsx'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { openCellHelp } from '#ui/page/rows/fill-cells.ts'
import { copiedRow, newRow } from '#ui/page/model/new-row.ts'
import { hasGrid } from '#ui/page/model/grid-screen.ts'
import { PageModel } from '#ui/page/model/page-model.ts'
import { savePage } from './save-page.ts'
import { useChanges } from '#ui/base/use-changes.ts'
import './master-popup.css'

const unsaved = label(
  '저장하지 않은 행이 있습니다. 닫기 전에 저장할까요?',
  'There are unsaved rows. Save them before closing?',
)

interface MasterPopupParts {
  readonly screen: MasterScreen
  readonly title: Label
  /** Search conditions of the rows. New rows get the same values. */
  readonly search: WireRow
  readonly start: string
  readonly emptyText: Label
  readonly className?: string
  readonly onSaved?: () => void
  /** Rows cannot be added or deleted. Editing starts in `start`. */
  readonly fixedRows?: boolean
  readonly above?: ReactNode
  readonly below?: (page: PageModel) => ReactNode
  readonly actions?: readonly PopupAction[]
}

interface PopupAction {
  readonly title: Label
  readonly letter: string
  readonly run: (page: PageModel) => Promise<void>
}

function addRow(page: PageModel, { search, start, fixedRows }: MasterPopupParts): void {
  if (!page.mayEdit || fixedRows) return
  const at = page.grid.rowCount
  page.grid.insertRow(at, { ...newRow(page), ...search })
  page.grid.setCurrent(at, start)
}

function copyRow(page: PageModel, { start, fixedRows }: MasterPopupParts): void {
  const from = page.currentRow
  if (!page.mayEdit || fixedRows || !from) return
  const at = (page.grid.current?.row ?? 0) + 1
  page.grid.insertRow(at, copiedRow(page, from))
  page.grid.setCurrent(at, start)
}

function deleteRow(page: PageModel, { fixedRows }: MasterPopupParts): void {
  const row = page.grid.current?.row
  if (!fixedRows && row !== undefined && page.mayEdit && page.can('delete'))
    page.grid.deleteRows([row])
}

async function saveRows(page: PageModel, { onSaved }: MasterPopupParts): Promise<boolean> {
  const isSaved = await savePage(page)
  onSaved?.()
  return isSaved
}

async function confirmClose(page: PageModel, parts: MasterPopupParts): Promise<boolean> {
  const save = page.mayEdit ? () => saveRows(page, parts) : undefined
  return !page.isDirty || confirmLeave(t(unsaved), save)
}

function createPage({ screen: declared }: MasterPopupParts): PageModel {
  const screen = normalise(declared)
  if (!hasGrid(screen)) throw new Error(`no grid on ${screen.route}`)
  return new PageModel(screen, declared.save.name)
}

/**
 * Opens the rows of a master table in a popup over the active screen. Prompts before closing with
 * unsaved rows. Throws if the screen has no grid.
 */
export async function openMasterPopup(
  parts: MasterPopupParts,
  frame: { readonly width: number; readonly height: number; readonly title: string },
): Promise<void> {
  const page = createPage(parts)
  const Body = ({ close }: PopupProps<void>): JSX.Element => (
    <MasterPopup {...parts} page={page} leave={close} />
  )
  await openPopup(Body, { ...frame, fullScreen: true, mayDismiss: () => confirmClose(page, parts) })
}

type RowsProps = MasterPopupParts & { readonly leave: () => void }

export function MasterRows(props: RowsProps): JSX.Element {
  const [page] = useState(() => createPage(props))
  return <MasterPopup {...props} page={page} />
}

function pressedChord({ key, code, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (key === 'Insert') return altKey ? `Alt+${key}` : key
  if (key === 'Escape') return 'Esc'
  const name = code.startsWith('Key') ? code.slice(3) : key
  return ctrlKey || metaKey ? `^${name}` : altKey ? `Alt+${name}` : name
}

function MasterPopup(props: RowsProps & { readonly page: PageModel }): JSX.Element {
  const { page, search, title, emptyText, fixedRows = false, actions = [] } = props
  const language = useLanguage()
  useChanges(page.listeners)
  useEffect(() => {
    void page.load(search).then(() => {
      if (fixedRows && page.grid.rowCount > 0) page.grid.setCurrent(0, props.start)
    })
  }, [page, search, fixedRows, props.start])
  useEffect(() => page.refreshColumns(), [page, language])
  // Check here, because another popup's frame does not know about unsaved rows.
  const leave = async (): Promise<void> => {
    if (await confirmClose(page, props)) props.leave()
  }
  const acts = [
    { keyName: '^S', title: label('저장', 'Save'), run: () => void saveRows(page, props) },
    { keyName: 'Insert', title: label('행 추가', 'Add'), run: () => addRow(page, props) },
    {
      keyName: 'Alt+Insert',
      title: label('행 복사', 'Copy row'),
      run: () => copyRow(page, props),
    },
    { keyName: '^Delete', title: label('행 삭제', 'Delete'), run: () => deleteRow(page, props) },
    ...actions.map((action) => {
      return { ...action, keyName: `Alt+${action.letter}`, run: () => void action.run(page) }
    }),
    { keyName: 'Esc', title: label('닫기', 'Close'), run: () => void leave() },
  ]

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const key = pressedChord(event)
    const act =
      key === '^Z'
        ? { run: () => page.grid.undo() }
        : acts.find((candidate) => candidate.keyName === key)
    if (!act) return
    act.run()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={`master-popup ${props.className ?? ''}`} onKeyDown={onKeyDown}>
      {props.above}
      <div className="master-popup-grid">
        <Grid
          model={page.grid}
          label={t(title)}
          rowNumbers
          appendOnPaste={false}
          emptyText={t(emptyText)}
          onValueHelp={(request) => void openCellHelp(page.columns, page.grid, request)}
          autoFocus
        />
      </div>
      {props.below?.(page)}
      <PopupButtons
        asKeys
        buttons={acts.filter(({ keyName }) => !fixedRows || !/Insert|Delete/.test(keyName))}
      >
        <span className="quiet">{page.note}</span>
      </PopupButtons>
    </div>
  )
}
