import './record-view.css'
import { useEffect, useRef, useState, type JSX, type KeyboardEvent } from 'react'
import { changeColumns } from '#kernel/editing.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Column } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import { Drafts, DraftsContext } from '#ui/forms/drafts.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { pageTitle } from '#ui/page/model/grid-screen.ts'
import { useGridVersion } from '#ui/page/rows/use-grid-version.ts'
import { keyboardTarget } from '#ui/tabs/focus.ts'
import { PopupButtons } from '#ui/windows/popup-buttons.tsx'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { FormField, nextField } from './document-form.tsx'

interface RecordGroup {
  readonly title: Label
  readonly columns: readonly Column[]
}

const groups = {
  own: label('기본', 'Main'),
  codes: label('코드·이름', 'Codes and names'),
  dates: label('일자', 'Dates'),
  figures: label('수량·금액', 'Quantities and amounts'),
  changes: label('변경이력', 'History'),
} as const

const changed = new Set<string>(changeColumns)

function fieldGroup({ name, kind, identifies, frozen, required }: Column): keyof typeof groups {
  if (changed.has(name)) return 'changes'
  if (identifies || frozen || required) return 'own'
  if (kind === 'date' || kind === 'datetime' || kind === 'month') return 'dates'
  return kind === 'number' || kind === 'progress' ? 'figures' : 'codes'
}

/** Columns of a row in the order of the grid, by group. A lookup shows its name itself. */
export function recordGroups(columns: readonly Column[]): RecordGroup[] {
  const all = columns.filter(({ hidden }) => !hidden)
  const named = new Set(
    all.flatMap(({ fills = {} }) => Object.keys(fills).filter((name) => fills[name] === 'NAME')),
  )
  const shown = all.filter(({ name, editable }) => editable !== false || !named.has(name))
  const found = Map.groupBy(shown, fieldGroup)
  return Object.entries(groups).flatMap(([group, title]) => {
    const own = found.get(group as keyof typeof groups)
    return own ? [{ title, columns: own }] : []
  })
}

/** Opens all fields of the current row, editable where the grid is. Changes go into the grid. */
export async function openRecord(page: PageModel): Promise<void> {
  const grid = page.focused
  if (!grid.current || grid.groupAt(grid.current.row)) return
  const Body = (props: PopupProps<void>): JSX.Element => <RecordView {...props} page={page} />
  const title = t(pageTitle(page.screen))
  await openPopup(Body, { width: 980, height: 640, title, fullScreen: true })
}

/** Reports text being typed here like that of an open cell, which survives a reload. */
function keepTypedText(grid: GridModel, drafts: Drafts): () => void {
  const ofCell = grid.getTypedText
  grid.getTypedText = () => {
    const [name = '', text = ''] = Object.entries(drafts.texts()).at(-1) ?? []
    const column = grid.column(name)
    return column && grid.current ? { id: grid.rowId(grid.current.row), column, text } : ofCell()
  }
  return () => {
    grid.getTypedText = ofCell
  }
}

function RecordView({ page, close }: PopupProps<void> & { page: PageModel }): JSX.Element {
  const [drafts] = useState(() => new Drafts())
  const root = useRef<HTMLDivElement>(null)
  const [grid] = useState(() => page.focused)
  useGridVersion(grid)
  const columns = page.zone === 'lines' ? page.lineColumns : page.columns
  const at = grid.current?.row ?? 0
  useEffect(() => keepTypedText(grid, drafts), [grid, drafts])

  async function stepRecord(by: 1 | -1): Promise<void> {
    const wanted = at + by
    if (wanted < 0 || wanted >= grid.rowCount || !(await drafts.commit())) return
    grid.setCurrent(wanted, grid.current?.column)
    page.changed()
  }
  function focusNextField(): void {
    if (root.current) nextField(root.current, keyboardTarget())?.focus()
  }
  function onKeyDown(event: KeyboardEvent): void {
    const by = { PageDown: 1, PageUp: -1 }[event.key]
    if (by === undefined || event.altKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    void stepRecord(by > 0 ? 1 : -1)
  }
  return (
    <DraftsContext value={drafts}>
      <div ref={root} className="record-view" data-zone="dialog" onKeyDown={onKeyDown}>
        <div className="record-groups">
          {recordGroups(columns).map((group) => (
            <fieldset key={group.title.en} className="search-panel document-form">
              <legend>{t(group.title)}</legend>
              {group.columns.map((column) => (
                <FormField
                  key={`${grid.rowId(at)} ${column.name}`}
                  {...{ page, grid, columns, column, at }}
                  onEnter={focusNextField}
                />
              ))}
            </fieldset>
          ))}
        </div>
        <PopupButtons
          asKeys
          buttons={[
            {
              title: label('이전 행', 'Previous row'),
              keyName: 'PgUp',
              run: () => void stepRecord(-1),
            },
            { title: label('다음 행', 'Next row'), keyName: 'PgDn', run: () => void stepRecord(1) },
            { title: label('닫기', 'Close'), keyName: 'Esc', run: () => close() },
          ]}
        >
          <span className="quiet mono">
            {at + 1} / {grid.rowCount}
          </span>
        </PopupButtons>
      </div>
    </DraftsContext>
  )
}
