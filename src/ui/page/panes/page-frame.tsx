import type { JSX, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import type { WireRow } from '#kernel/field.ts'
import { formatDate } from '#kernel/date-format.ts'
import { label } from '#kernel/label.ts'
import type { PaneLayout, PaneName } from '#kernel/pane-screen.ts'
import type { Column } from '#kernel/screen.ts'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { resolveCommand } from '#ui/keys/dispatch/run-command.ts'
import { isOutsidePages } from '#ui/tabs/focus.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { SearchPanel } from '#ui/forms/search-panel.tsx'
import { t } from '#ui/base/language.ts'
import { valueHelp } from '#ui/forms/value-help.tsx'
import { CardsPane } from './cards-pane.tsx'
import { FindBar, isFindBarFocused } from './find-bar.tsx'
import { GridFilterLine } from '#ui/page/rows/grid-filter-line.tsx'
import { GridPane, type GridPaneProps } from './grid-pane.tsx'
import { LinesPane } from './lines-pane.tsx'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { pageTitle } from '#ui/page/model/grid-screen.ts'
import type { PageView } from '#ui/page/model/page-view.ts'
import './pages.css'
import { EmptyState, FailureStrip, LoadingLine, PartialStrip } from './pane-state.tsx'
import { StreamLine } from '#ui/page/rows/stream-line.tsx'

interface PageFrameProps {
  readonly page: PageModel
  readonly view: PageView
  readonly active: boolean
  readonly onActivate?: () => void
  readonly upper?: ReactNode
  readonly chart?: ReactNode
  readonly children?: ReactNode
}

function openSearchHelp(
  page: PageModel,
  column: Column,
  text: string,
): Promise<WireRow | undefined> {
  const { [column.name]: _own, ...context } = page.search
  return valueHelp({ field: column, text, context })
}

function AsOfRibbon({ page }: { page: PageModel }): JSX.Element {
  const asOf = formatDate(String(page.loaded.answered['AS_OF']))
  return (
    <p className="past-ribbon" role="status">
      <strong>{t(label(`과거 시점 ${asOf}`, `As of ${asOf}`))}</strong>
      {(['ledger.earlier', 'ledger.later', 'ledger.past'] as const).map((id) => (
        <span key={id}>
          <span className="key">{commandKeyLabel(id)}</span>{' '}
          {t(
            id === 'ledger.past'
              ? label('현재로', 'Now')
              : (resolveCommand(id).short ?? label('', '')),
          )}
        </span>
      ))}
    </p>
  )
}

function PageHead({ page }: { page: PageModel }): JSX.Element | null {
  const { grid } = page
  const { phase, failure, partial, arriving } = page.loaded
  if (arriving) return <StreamLine {...arriving} />
  if (phase === 'failed' && failure) {
    return <FailureStrip failure={failure} stale={grid.rowCount > 0} partial={partial} />
  }
  if (page.isPast && phase === 'shown') return <AsOfRibbon page={page} />
  return partial && phase === 'shown' ? <PartialStrip rows={grid.totalCount} /> : null
}

function BarAboveGrid({ page, view }: Pick<PageFrameProps, 'page' | 'view'>): JSX.Element | null {
  if (page.finding === true) return <FindBar page={page} view={view} />
  if (page.finding !== 'filter') return null
  const leave = (): void => {
    page.find(false)
    view.focusGrid(page.zone)
  }
  return <GridFilterLine key={page.zone} model={page.focused} autoFocus onLeave={leave} />
}

/** Escape stops loading further rows before the grid handles it, unless the user is typing. */
function stopLoadingOnEscape(page: PageModel, event: KeyboardEvent): void {
  const isTyping = page.focused.editing !== null || page.drafts.isTyping || isFindBarFocused(page)
  if (event.key !== 'Escape' || event.nativeEvent.isComposing || isTyping) return
  if (!page.loaded.arriving || !page.cancelLoad()) return
  event.preventDefault()
  event.stopPropagation()
}

/** An unhandled Escape cancels the search or closes the find or filter bar. */
function cancelSearchOnEscape(page: PageModel, event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
  if (page.cancelLoad()) return event.preventDefault()
  if (page.finding === false) return
  page.find(false)
  event.preventDefault()
}

function Search({ page, view }: Pick<PageFrameProps, 'page' | 'view'>): JSX.Element {
  const runOffered = (id: 'page.fold-search' | 'page.search') => () =>
    void findPage(page.tabKey)?.offers()[id]?.()
  return (
    <div data-zone="search" ref={(panel) => view.drawnPanel(panel)}>
      <SearchPanel
        key={page.formVersion}
        columns={page.searchColumns}
        values={page.search}
        drafts={page.drafts}
        missing={page.missing}
        keyHint={commandKeyLabel('page.focus-search')}
        folded={page.searchFolded}
        foldHint={commandKeyLabel('page.fold-search')}
        onFold={runOffered('page.fold-search')}
        onChange={(...changed) => page.setSearch(...changed)}
        onSearch={runOffered('page.search')}
        onValueHelp={(column, text) => openSearchHelp(page, column, text)}
      />
    </div>
  )
}

interface SplitPanesProps {
  readonly layout: PaneLayout
  readonly panes: Readonly<Partial<Record<PaneName, ReactNode>>>
}

function SplitPanes({ layout, panes }: SplitPanesProps): ReactNode {
  if (typeof layout === 'string') return panes[layout]
  const { split, parts } = layout
  const tracks = parts.map(([, share]) => (share === 0 ? 'auto' : `minmax(0, ${share}fr)`))
  const style =
    split === 'rows'
      ? { gridTemplateRows: tracks.join(' ') }
      : { gridTemplateColumns: tracks.join(' '), gridTemplateRows: 'minmax(0, 1fr)' }
  return (
    <div className="panes" style={style}>
      {parts.map(([part], index) => (
        <SplitPanes key={index} layout={part} panes={panes} />
      ))}
    </div>
  )
}

type CommonPaneProps = Pick<GridPaneProps, 'page' | 'view' | 'label' | 'stale' | 'head' | 'overlay'>

export function PageFrame(props: PageFrameProps): JSX.Element {
  const { page, view, active } = props
  const root = useRef<HTMLDivElement>(null)
  const { phase, since } = page.loaded
  const stale = phase === 'loading' || phase === 'failed' ? phase : undefined
  const overlay = phase === 'loading' ? <LoadingLine since={since} /> : <EmptyState page={page} />
  const head = <PageHead page={page} />
  const title = t(pageTitle(page.screen))
  const pane: CommonPaneProps = { page, view, label: title, stale, head, overlay }
  const { cards, trial, panes } = page.screen
  const search = <Search page={page} view={view} />
  const lines = page.lines && <LinesPane page={page} view={view} lines={page.lines} />
  const grid = (
    <GridPane
      {...pane}
      zone="grid"
      model={page.grid}
      columns={page.columns}
      checks={page.part.checks === true}
      {...(props.onActivate ? { onActivate: props.onActivate } : {})}
    />
  )
  // When a page opens, focus its form, its search field or its grid, in this order.
  useEffect(() => {
    const here = document.activeElement
    // Do not move the focus away from the menu if the user went there while loading.
    if (!active || root.current?.contains(here) || isOutsidePages(here)) return
    if ((page.screen.form && view.focusGrid('grid')) || view.focusSearch()) return
    view.focusGrid('grid')
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [page])

  return (
    <div
      ref={root}
      className="grid-page"
      data-past={page.isPast || undefined}
      onKeyDownCapture={(event) => stopLoadingOnEscape(page, event)}
      onKeyDown={(event) => cancelSearchOnEscape(page, event)}
    >
      {trial ? null : search}
      {props.children}
      {trial ? null : props.chart}
      <BarAboveGrid page={page} view={view} />
      {trial ? (
        <SplitPanes
          layout={panes}
          panes={{ search, grid, lines, form: props.upper, chart: props.chart }}
        />
      ) : (
        <div
          className="panes"
          data-lines={page.lines ? '' : undefined}
          data-form={props.upper ? '' : undefined}
        >
          {props.upper ? head : null}
          {props.upper ??
            (cards && page.showsCards ? (
              <CardsPane
                {...pane}
                cards={cards}
                {...(page.lines ? { onActivate: () => view.focusGrid('lines') } : {})}
              />
            ) : (
              grid
            ))}
          {lines}
        </div>
      )}
    </div>
  )
}
