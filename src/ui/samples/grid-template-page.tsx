import { useEffect, useRef, useState, type JSX, type ReactNode, type RefObject } from 'react'
import { label } from '#kernel/label.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { refreshedColumns } from '#ui/page/rows/grid-columns.ts'
import { takeKeyboard } from '#ui/tabs/focus.ts'
import { registerPage, touchPage } from '#ui/tabs/page-registry.ts'
import { momentNow } from '#ui/base/calendar-day.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import type { ValueHelpRequest } from '#ui/grid/edit/controller-options.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { RowStream, type StreamProgress } from '#ui/grid/many/row-stream.ts'
import { gridTexts } from '#ui/grid/edit/grid-texts.ts'
import { Grid, type GridHandle } from '#ui/grid/grid.tsx'
import { t, useLanguage } from '#ui/base/language.ts'
import { valueHelp } from '#ui/forms/value-help.tsx'
import { useTheme } from '#ui/base/theme.ts'
import { throttleProgress } from '#ui/page/rows/stream-rows.ts'
import { GridTemplateBar } from './grid-template-bar.tsx'
import { gridBench } from './grid-template-bench.ts'
import { openViews } from '#ui/page/tools/grid-views.tsx'
import { inventoryColumns, ownerField, sampleColumns, stateTone } from './grid-template-columns.ts'
import { loadInventory } from './grid-template-load.ts'
import { templateRegistration, type TemplateParts } from './grid-template-registration.ts'
import { sampleErrors, sampleRows } from './grid-template-rows.ts'
import { FailureStrip } from '#ui/page/panes/pane-state.tsx'
import { failureOf, type Failure } from '#ui/remote/query-call.ts'
import { StreamLine } from '#ui/page/rows/stream-line.tsx'
import '#ui/page/panes/pages.css'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'

const SAMPLE_ROWS = 200
/** Beyond this a browser runs out of memory before the grid does. */
const ROWS_MOST = 10_000_000

const columnsOf = (rows: number): readonly GridColumn[] =>
  rows > 0 ? inventoryColumns() : sampleColumns()

/** The model of the show room, or of so many rows of inventory. */
function makeModel(rows: number): GridModel {
  if (rows > 0) return new GridModel({ columns: inventoryColumns(), key: ['ID'] })
  const model = new GridModel({
    columns: sampleColumns(),
    key: ['ITEM_CD'],
    rowTone: (row) => (row['STATE'] === '20' ? stateTone(row) : undefined),
  })
  model.setData(sampleRows(SAMPLE_ROWS))
  model.setRowErrors(sampleErrors)
  return model
}

/** Titles and lists follow the language; widths, order and hiding stay as the user left them. */
function useTitles(model: GridModel, rows: number): void {
  const language = useLanguage()
  useEffect(() => {
    model.setColumns(refreshedColumns(model.columns, columnsOf(rows)))
  }, [model, rows, language])
}

interface Intake {
  readonly progress: StreamProgress | null
  readonly failure: Failure | null
  /** Ends what is arriving; false where nothing is. */
  stop(): boolean
}

/** Fills the large grid, or offers its drive to an outside harness, which then fills it. */
function useInventory(
  model: GridModel,
  how: { readonly rows: number; readonly bench: boolean },
  root: RefObject<HTMLDivElement | null>,
): Intake {
  const { rows, bench } = how
  const [progress, setProgress] = useState<StreamProgress | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const stopping = useRef(new AbortController())
  useEffect(() => {
    if (rows === 0) return undefined
    // Its thread starts while the page is still being drawn.
    let stream: RowStream | undefined = new RowStream()
    stopping.current = new AbortController()
    const { signal } = stopping.current
    const load = async (onFirst?: () => void) => {
      const onProgress = throttleProgress(setProgress)
      try {
        await loadInventory(model, rows, {
          signal,
          onProgress,
          onFailure: (error) => setFailure(failureOf(error)),
          ...(stream ? { stream } : {}),
          ...(onFirst ? { onFirst } : {}),
        })
      } catch (error) {
        if (!signal.aborted) setFailure(failureOf(error))
        if (bench) throw error
      }
      stream = undefined
    }
    if (bench) {
      const scroller = () => root.current?.querySelector('.dvn-scroller') ?? null
      window.bench = gridBench(model, { load, scroller })
    } else void load()
    return () => {
      stopping.current.abort()
      stream?.close()
      if (bench) delete window.bench
    }
  }, [model, rows, bench, root])
  return {
    progress,
    failure,
    stop: () => {
      if (!model.isReceiving) return false
      stopping.current.abort()
      return true
    },
  }
}

async function helpOwner(request: ValueHelpRequest): Promise<void> {
  const entry = await valueHelp({ field: ownerField, text: request.text, context: {} })
  if (entry) request.commit(entry['CODE'] ?? null)
}

function showViews(model: GridModel, rows: number): Promise<void> {
  const standard = (): readonly GridColumn[] => columnsOf(rows)
  return openViews({ place: { MENU_ID: 'grid', GRID: 'grid' }, model, standard })
}

const hint = label(
  '머리글을 누르면 정렬, Shift와 함께 누르면 다음 기준이 됩니다. Alt+Shift+O 정렬, Alt+Shift+F 값별 건수, Alt+Shift+C 열 설정, Alt+Shift+V 저장된 보기, F8 필터, F7 다음 예외, ^E 내보내기.',
  'Press a title to sort; with Shift it becomes the next key. Alt+Shift+O sorts, Alt+Shift+F counts values, Alt+Shift+C chooses columns, Alt+Shift+V shows saved views, F8 filters, F7 goes to the next exception, ^E exports.',
)

/** The grid's show room: every kind of column, and with `?rows=1000000` a grid of that size. */
export function GridTemplatePage(props: PageProps<PaneScreen>): JSX.Element {
  const { tabKey, active, args } = props
  const [{ rows, bench }] = useState(() => ({
    rows: Math.min(ROWS_MOST, Math.max(0, Math.trunc(Number(args?.['rows'] ?? 0)) || 0)),
    bench: args?.['bench'] === '1',
  }))
  const [model] = useState(() => makeModel(rows))
  const grid = useRef<GridHandle>(null)
  const host = useRef<HTMLDivElement>(null)
  const value = useRef<HTMLInputElement>(null)
  const find = useRef<HTMLInputElement>(null)
  const theme = useTheme()
  const texts = gridTexts[useLanguage()]
  useTitles(model, rows)
  const intake = useInventory(model, { rows, bench }, host)

  useEffect(() => {
    const parts: TemplateParts = {
      grid: () => grid.current,
      find: () => find.current?.select(),
      focusFilter: () => {
        value.current?.focus()
        return value.current !== null
      },
      clearFilter: () => model.filter([]),
      source:
        rows > 0 ? { query: 'system/grid-bench', body: { SEARCH: { ROWS: rows } } } : undefined,
      offers: {
        'grid.filter': () => value.current?.focus(),
        'grid.views': () => showViews(model, rows),
        'grid.sort': () => grid.current?.openSheet('sort'),
        'grid.columns': () => grid.current?.openSheet('columns'),
        'grid.frequencies': () => grid.current?.openSheet('frequencies'),
      },
    }
    const stop = model.subscribe(() => touchPage(tabKey))
    const leave = registerPage(tabKey, templateRegistration(model, parts))
    return () => {
      stop()
      leave()
    }
  }, [model, tabKey, rows])
  useEffect(() => {
    if (active) takeKeyboard(() => grid.current?.focus())
  }, [active])

  return (
    <div className="grid-page">
      <GridTemplateBar
        model={model}
        valueRef={value}
        findRef={find}
        onGrid={() => grid.current?.focus()}
      />
      <span className="quiet">{t(hint)}</span>
      <GridPane hostRef={host} intake={intake} stale={model.rowCount > 0}>
        <Grid
          ref={grid}
          model={model}
          label={t(label('그리드 견본', 'Grid sample'))}
          theme={theme}
          now={momentNow}
          texts={texts}
          rowNumbers
          checkColumn
          onValueHelp={(request) => void helpOwner(request)}
        />
      </GridPane>
    </div>
  )
}

interface PaneProps {
  readonly hostRef: RefObject<HTMLDivElement | null>
  readonly intake: Intake
  readonly stale: boolean
  readonly children: ReactNode
}

/** The grid with what is to be said of rows that arrive; Esc stops them. */
function GridPane({ hostRef, intake, stale, children }: PaneProps): JSX.Element {
  return (
    <section
      ref={hostRef}
      className="grid-pane"
      data-zone="grid"
      style={{ flex: 1 }}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || !intake.stop()) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {intake.failure && <FailureStrip failure={intake.failure} stale={stale} />}
      {intake.progress && <StreamLine {...intake.progress} />}
      <div className="grid-host">{children}</div>
    </section>
  )
}
