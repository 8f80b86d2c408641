import { useEffect, useRef, useState, type JSX, type KeyboardEvent } from 'react'
import { inventorySample } from '#areas/system/screens/inventory-sample.ts'
import { label } from '#kernel/label.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { t } from '#ui/base/language.ts'
import { hasGrid, type GridScreen } from '#ui/page/model/grid-screen.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { PageView } from '#ui/page/model/page-view.ts'
import { PageFrame } from '#ui/page/panes/page-frame.tsx'
import { GridFilterLine } from '#ui/page/rows/grid-filter-line.tsx'
import { useGridPage, type PageProps } from '#ui/page/tools/use-grid-page.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'

/** The grid of `?bench=1`, which a benchmark drives from outside. */
interface DrivenGrid {
  readonly grid: GridModel
  readonly load: (onFirst: () => void) => Promise<boolean>
  readonly scroller: () => Element | null
}

declare global {
  interface Window {
    drivenGrid?: DrivenGrid
  }
}

/** With more rows the browser runs out of memory before the grid does. */
const maxRows = 10_000_000

const sampleErrors = [
  { at: 2, message: '가용 재고가 부족합니다 (요청 720, 가용 64)', columns: ['QTY'] },
  { at: 5, message: '등록되지 않은 품목입니다', columns: ['ITEM_CD'] },
]

const hint = label(
  '머리글을 누르면 정렬, Shift와 함께 누르면 다음 기준이 됩니다. Alt+Shift+O 정렬, Alt+Shift+F 값별 건수, Alt+Shift+C 열 설정, Alt+Shift+V 저장된 보기, Alt+S 필터, F7 다음 예외, ^E 내보내기.',
  'Click a column title to sort; with Shift it becomes the next sort key. Alt+Shift+O sorts, Alt+Shift+F counts values, Alt+Shift+C sets up columns, Alt+Shift+V shows saved views, Alt+S filters, F7 goes to the next exception, ^E exports.',
)

/** The screen for `?rows=1000000&bench=1`. A benchmark loads the rows itself. */
function templateScreen(own: PaneScreen, rows: number, isBench: boolean): GridScreen {
  const inventory = { ...inventorySample(rows), searchAtOpen: !isBench }
  const screen = rows > 0 ? normalise(inventory) : own
  if (!hasGrid(screen)) throw new Error('the grid sample has no grid')
  return screen
}

export function GridTemplatePage(props: PageProps<PaneScreen>): JSX.Element {
  const { tabKey, active, args } = props
  const [{ rows, isBench }] = useState(() => ({
    rows: Math.min(maxRows, Math.max(0, Math.trunc(Number(args?.['rows'] ?? 0)) || 0)),
    isBench: args?.['bench'] === '1',
  }))
  const [screen] = useState(() => templateScreen(props.screen, rows, isBench))
  const { page, view } = useGridPage({ screen, tabKey, active })
  const { phase, since } = page.loaded
  useEffect(() => {
    if (rows > 0 || phase !== 'shown') return
    page.grid.setRowErrors(
      sampleErrors.map(({ at, ...each }) => ({ id: page.grid.rowId(at), ...each })),
    )
  }, [page, rows, phase, since])
  useEffect(() => {
    if (!isBench) return undefined
    window.drivenGrid = {
      grid: page.grid,
      load: (onFirst) => page.load(page.search, { onFirst }),
      scroller: () => view.panel?.closest('.grid-page')?.querySelector('.dvn-scroller') ?? null,
    }
    return () => {
      delete window.drivenGrid
    }
  }, [page, view, isBench])
  return (
    <PageFrame page={page} view={view} active={active}>
      <TemplateBar page={page} view={view} />
      <span className="quiet">{t(hint)}</span>
    </PageFrame>
  )
}

interface BarProps {
  readonly page: PageModel
  readonly view: PageView
}

function TemplateBar({ page: { grid }, view }: BarProps): JSX.Element {
  const [text, setText] = useState('')
  const leave = (): void => void view.focusGrid('grid')

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const row = Number(text.replaceAll(',', ''))
    if (event.key === 'Enter' && Number.isInteger(row)) {
      grid.setCurrent(Math.max(0, Math.min(grid.rowCount, row) - 1), grid.current?.column)
      leave()
    } else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => view.drawnPanel(bar.current), [view])
  return (
    <div ref={bar} className="act-line" data-zone="search">
      <GridFilterLine model={grid} onLeave={leave} />
      <label>
        {t(label('행', 'Row'))}{' '}
        <input
          className="input"
          inputMode="numeric"
          autoComplete="off"
          size={10}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
    </div>
  )
}
