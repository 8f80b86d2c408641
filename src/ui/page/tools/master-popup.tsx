import { useEffect, useState, type JSX, type KeyboardEvent, type ReactNode } from 'react'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import type { MasterScreen } from '#kernel/screen.ts'
import { momentNow } from '#ui/base/calendar-day.ts'
import { Grid } from '#ui/grid/grid.tsx'
import { gridTexts } from '#ui/grid/edit/grid-texts.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { mayLeave } from '#ui/windows/message.tsx'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { useTheme } from '#ui/base/theme.ts'
import { helpCell } from '#ui/page/rows/cell-value-help.ts'
import { newRow } from '#ui/page/model/new-row.ts'
import { hasGrid } from '#ui/page/model/grid-screen.ts'
import { PageModel } from '#ui/page/model/page-model.ts'
import { savePage } from '#ui/page/edit/page-save.ts'
import { useChanges } from '#ui/base/use-changes.ts'
import './master-popup.css'

const unsaved = label(
  '저장하지 않은 행이 있습니다. 닫기 전에 저장할까요?',
  'There are unsaved rows. Save them before closing?',
)

interface MasterPopupParts {
  /** The rows, kept with the rights of its route. */
  readonly screen: MasterScreen
  readonly title: Label
  /** What the rows shown are searched by; new rows hold it too. */
  readonly search: WireRow
  /** Column a new row begins with. */
  readonly start: string
  readonly emptyText: Label
  readonly className?: string
  readonly onSaved?: () => void
  /** The rows are those that are there: none is added or deleted, and `start` is typed into. */
  readonly fixedRows?: boolean
  readonly above?: ReactNode
  /** What stands under the rows. */
  readonly below?: (page: PageModel) => ReactNode
  readonly actions?: readonly PopupAction[]
}

/** Something done with the current row: a button, and Alt with a letter. */
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

/** Nothing unsaved is left, or the user lets it go. */
async function mayClose(page: PageModel, parts: MasterPopupParts): Promise<boolean> {
  const save = page.mayEdit ? () => saveRows(page, parts) : undefined
  return !page.isDirty || mayLeave(t(unsaved), save)
}

/**
 * Opens the rows of a master table in a window above whatever screen is in front; it closes once
 * nothing unsaved is left, or the user lets it go.
 */
export async function openMasterPopup(
  parts: MasterPopupParts,
  frame: { readonly width: number; readonly height: number; readonly title: string },
): Promise<void> {
  const screen = normalise(parts.screen)
  if (!hasGrid(screen)) throw new Error(`no grid on ${screen.route}`)
  const page = new PageModel(screen, parts.screen.save.name)
  const mayDismiss = () => mayClose(page, parts)
  const Body = ({ close }: PopupProps<void>): JSX.Element => (
    <MasterPopup {...parts} page={page} leave={async () => (await mayDismiss()) && close()} />
  )
  await openPopup(Body, { ...frame, fullScreen: true, mayDismiss })
}

/**
 * The same rows as a part of a window that is there already. Throws for a screen without a grid.
 */
export function MasterRows({
  leave,
  ...parts
}: MasterPopupParts & { readonly leave: () => void }): JSX.Element {
  const [page] = useState(() => {
    const screen = normalise(parts.screen)
    if (!hasGrid(screen)) throw new Error(`no grid on ${screen.route}`)
    return new PageModel(screen, parts.screen.save.name)
  })
  const dismiss = async (): Promise<void> => {
    if (await mayClose(page, parts)) leave()
  }
  return <MasterPopup {...parts} page={page} leave={dismiss} />
}

interface MasterPopupProps extends MasterPopupParts {
  readonly page: PageModel
  readonly leave: () => Promise<unknown>
}

function MasterPopup(props: MasterPopupProps): JSX.Element {
  const { page, search, title, emptyText, actions } = props
  const language = useLanguage()
  const theme = useTheme()
  useChanges(page.listeners)
  useEffect(() => {
    void page.load(search).then(() => {
      if (props.fixedRows && page.grid.rowCount > 0) page.grid.setCurrent(0, props.start)
    })
  }, [page, search, props.fixedRows, props.start])
  useEffect(() => page.refreshColumns(), [page, language])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const isMod = event.ctrlKey || event.metaKey
    const action = event.altKey && actions?.find(({ letter }) => event.code === `Key${letter}`)
    if (event.key === 'Insert') addRow(page, props)
    else if (isMod && event.code === 'KeyS') void saveRows(page, props)
    else if (isMod && event.code === 'KeyZ') page.grid.undo()
    else if (isMod && event.key === 'Delete') deleteRow(page, props)
    else if (action) void action.run(page)
    // Not left to the frame: in a window of somebody else's it knows of no unsaved rows.
    else if (event.key === 'Escape') void props.leave()
    else return
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
          theme={theme}
          now={momentNow}
          texts={gridTexts[language]}
          rowNumbers
          appendOnPaste={false}
          emptyText={t(emptyText)}
          onValueHelp={(request) => void helpCell(page.columns, page.grid, request)}
          autoFocus
        />
      </div>
      {props.below?.(page)}
      <Buttons {...props} save={() => void saveRows(page, props)} />
    </div>
  )
}

function Buttons(props: MasterPopupProps & { readonly save: () => void }): JSX.Element {
  const { page, actions = [] } = props
  return (
    <div className="popup-buttons">
      <button type="button" className="button" onClick={props.save}>
        {t({ ko: '저장', en: 'Save' })} <span className="key">^S</span>
      </button>
      {!props.fixedRows && (
        <>
          <button type="button" className="button" onClick={() => addRow(page, props)}>
            {t({ ko: '행 추가', en: 'Add' })} <span className="key">Insert</span>
          </button>
          <button type="button" className="button" onClick={() => deleteRow(page, props)}>
            {t({ ko: '행 삭제', en: 'Delete' })} <span className="key">^Delete</span>
          </button>
        </>
      )}
      {actions.map((action) => (
        <button
          key={action.letter}
          type="button"
          className="button"
          onClick={() => void action.run(page)}
        >
          {t(action.title)} <span className="key">Alt+{action.letter}</span>
        </button>
      ))}
      <button type="button" className="button" onClick={() => void props.leave()}>
        {t({ ko: '닫기', en: 'Close' })} <span className="key">Esc</span>
      </button>
      <span className="quiet">{page.note}</span>
    </div>
  )
}
