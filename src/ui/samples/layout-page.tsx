import { useEffect, useRef, useState, type JSX, type RefObject } from 'react'
import { label } from '#kernel/label.ts'
import type { PaneLayout, PaneName, PaneScreen } from '#kernel/pane-screen.ts'
import type { WireRow } from '#kernel/field.ts'
import { keyOf } from '#ui/keys/dispatch/keyboard.ts'
import { registerPage, touchPage } from '#ui/tabs/page-registry.ts'
import { PointChart } from '#ui/charts/point-chart.tsx'
import type { ChartHandle } from '#ui/charts/chart-handle.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { LabelledField } from '#ui/forms/labelled-field.tsx'
import { filledColumns } from '#ui/remote/lookup-source.ts'
import { SearchPanel } from '#ui/forms/search-panel.tsx'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { gridTexts } from '#ui/grid/edit/grid-texts.ts'
import { Grid } from '#ui/grid/grid.tsx'
import { t, useLanguage } from '#ui/base/language.ts'
import { templateRegistration } from './grid-template-registration.ts'
import '#ui/page/panes/pages.css'
import { chartOffers } from '#ui/page/tools/chart-offers.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { useGridVersion } from '#ui/page/rows/use-grid-version.ts'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { helpFor, valueHelp } from '#ui/forms/value-help.tsx'
import { useTheme } from '#ui/base/theme.ts'
import { SampleBench, sampleColumns, sampleLineColumns } from './sample-bench.ts'
import './samples.css'

interface Room {
  readonly bench: SampleBench
  readonly view: PageView
  readonly root: RefObject<HTMLDivElement | null>
}

/** A page divided as its screen says, over rows that are made up; F6 goes round its parts. */
export function LayoutPage(props: PageProps<PaneScreen>): JSX.Element {
  const { screen, tabKey, active } = props
  const root = useRef<HTMLDivElement>(null)
  const [room] = useState((): Room => ({
    bench: new SampleBench(),
    view: new PageView(),
    root,
  }))
  usePage(room, tabKey)
  useEffect(() => {
    if (active) room.view.focusGrid('grid')
  }, [active, room])
  return (
    <div ref={root} className="grid-page">
      <Part part={screen.panes} room={room} />
    </div>
  )
}

function usePage(room: Room, tabKey: string): void {
  const { bench, view, root } = room
  const language = useLanguage()
  useEffect(() => {
    bench.refreshColumns()
    const stop = codeLists.subscribe(() => bench.refreshColumns())
    void codeLists.load(['shipment-state'])
    return stop
  }, [bench, language])
  useEffect(() => {
    const focusFilter = (): boolean => {
      const field = root.current?.querySelector<HTMLElement>('[data-zone=search] input')
      field?.focus()
      return Boolean(field)
    }
    const registration = templateRegistration(bench.grid, {
      grid: () => view.grids.grid,
      lines: () => view.grids.lines,
      find: () => undefined,
      focusFilter,
      clearFilter: () => bench.grid.filter([]),
      search: () => runSearch(bench),
      chart: () => {
        const chart = view.chart?.handle()
        return chart ? chartOffers(chart) : {}
      },
    })
    const leave = registerPage(tabKey, registration)
    const stop = bench.grid.subscribe(() => touchPage(tabKey))
    return () => {
      stop()
      leave()
    }
  }, [bench, view, root, tabKey])
}

async function runSearch(bench: SampleBench): Promise<void> {
  if (await bench.drafts.commit()) bench.runSearch()
}

function Part({ part, room }: { readonly part: PaneLayout; readonly room: Room }): JSX.Element {
  if (typeof part === 'string') return <Pane pane={part} room={room} />
  const tracks = part.parts.map(([, share]) => (share === 0 ? 'auto' : `minmax(0, ${share}fr)`))
  const style =
    part.split === 'rows'
      ? { gridTemplateRows: tracks.join(' ') }
      : { gridTemplateColumns: tracks.join(' '), gridTemplateRows: 'minmax(0, 1fr)' }
  return (
    <div className="sample-split" style={style}>
      {part.parts.map(([each], index) => (
        <Part key={index} part={each} room={room} />
      ))}
    </div>
  )
}

function Pane({
  pane,
  room,
}: {
  readonly pane: PaneName
  readonly room: Room
}): JSX.Element | null {
  const { bench } = room
  switch (pane) {
    case 'search':
      return <SearchPane bench={bench} />
    case 'grid':
      return <GridBox room={room} zone="grid" model={bench.grid} title={rows} />
    case 'lines':
      return <GridBox room={room} zone="lines" model={bench.lines} title={months} />
    case 'form':
      return <FormPane bench={bench} />
    case 'chart':
      return <ChartPane room={room} />
    case 'cards':
    case 'station':
    case 'sheet':
    case 'own':
      return null
  }
}

const rows = label('품목', 'Items')
const months = label('월별 수량', 'By month')

interface BoxProps {
  readonly room: Room
  readonly zone: 'grid' | 'lines'
  readonly model: GridModel
  readonly title: typeof rows
}

function GridBox({ room, zone, model, title }: BoxProps): JSX.Element {
  const theme = useTheme()
  const texts = gridTexts[useLanguage()]
  const columns = zone === 'grid' ? sampleColumns : sampleLineColumns
  return (
    <section className="grid-pane" data-zone={zone}>
      <div className="grid-host">
        <Grid
          ref={(grid) => room.view.drawn(zone, grid)}
          model={model}
          label={t(title)}
          theme={theme}
          texts={texts}
          rowNumbers
          onValueHelp={(request) => {
            const column = columns.find(({ name }) => name === request.column.id)
            if (!column?.lookup) return
            void valueHelp({ field: column, text: request.text, context: {} }).then(
              (entry) =>
                entry && request.commit(entry['CODE'] ?? null, filledColumns(column, entry)),
            )
          }}
        />
      </div>
    </section>
  )
}

const searchColumns = sampleColumns
  .filter(({ name }) => ['OWNER_CD', 'ITEM_CD', 'ITEM_NM'].includes(name))
  .map((column) => ({ ...column, required: false }))

function SearchPane({ bench }: { readonly bench: SampleBench }): JSX.Element {
  const [values, setValues] = useState<WireRow>({})
  const [folded, setFolded] = useState(false)
  return (
    <div data-zone="search">
      <SearchPanel
        columns={searchColumns}
        values={values}
        drafts={bench.drafts}
        missing={new Set()}
        keyHint={keyOf('page.focus-search')}
        folded={folded}
        foldHint=""
        onFold={() => setFolded(!folded)}
        onChange={(name, value) => {
          const next = { ...values, [name]: value }
          bench.takeSearch(next)
          setValues(next)
        }}
        onSearch={() => void runSearch(bench)}
        onValueHelp={(column, text) => valueHelp({ field: column, text, context: {} })}
      />
    </div>
  )
}

function FormPane({ bench }: { readonly bench: SampleBench }): JSX.Element {
  const { grid, at } = bench
  useGridVersion(grid)
  const row = at < 0 ? {} : (grid.row(at) as WireRow)
  return (
    <fieldset className="sample-form frame" data-zone="form" disabled={at < 0}>
      <legend>{String(row['ITEM_CD'] ?? '')}</legend>
      {sampleColumns.map((column) => (
        <LabelledField
          key={column.name}
          field={column}
          value={row[column.name] ?? null}
          onCommit={(value) => grid.setCell(bench.at, column.name, value)}
          {...helpFor(column, {})}
        />
      ))}
    </fieldset>
  )
}

function ChartPane({ room: { bench, view } }: { readonly room: Room }): JSX.Element {
  useGridVersion(bench.grid)
  const drawn = useRef<ChartHandle>(null)
  useEffect(() => {
    view.drawnChart({ handle: () => drawn.current, work: {} })
  }, [view])
  const title = t(label('상태별 수량', 'Quantity by state'))
  return (
    <div className="sample-chart" data-zone="chart">
      <PointChart ref={drawn} kind="bars" title={title} points={bench.byState()} />
    </div>
  )
}
