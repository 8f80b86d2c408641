import { lazy, Suspense, type JSX } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { t } from '#ui/base/language.ts'
import { CommandButton } from '#ui/keys/dispatch/command-button.tsx'
import { selectedRows, type SelectedRows } from '#ui/page/tools/page-action.ts'
import { ImportOverlay } from '#ui/page/tools/import-overlay.tsx'
import { hasDocuments, type GridScreen } from '#ui/page/model/grid-screen.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { DocumentForm, type DocumentFormProps } from '#ui/page/panes/document-form.tsx'
import { PageFrame } from '#ui/page/panes/page-frame.tsx'
import { useGridVersion } from '#ui/page/rows/use-grid-version.ts'
import { drillInto, canDrill } from '#ui/page/tools/drill.ts'
import { useGridPage, type PageProps } from '#ui/page/tools/use-grid-page.ts'

/** Loaded lazily, because charts include their layout libraries. */
const ChartPane = lazy(async () => {
  const { ChartPane: pane } = await import('#ui/page/panes/chart-pane.tsx')
  return { default: pane }
})

function describeRows({ ids, because }: SelectedRows): Label {
  switch (because) {
    case 'ticked':
      return label(`선택 ${formatCount(ids.length)}행`, `${formatCount(ids.length)} selected`)
    case 'typed':
      return label(`수정 ${formatCount(ids.length)}행`, `${formatCount(ids.length)} edited`)
    case 'current':
      return label('현재 행', 'current row')
  }
}

function RowForm(props: DocumentFormProps): JSX.Element | null {
  useGridVersion(props.page.grid)
  return props.page.grid.rowCount > 0 ? <DocumentForm {...props} /> : null
}

function ActionLine({ page, acts }: { page: PageModel; acts: Procedure }): JSX.Element | null {
  useGridVersion(page.grid)
  if (!page.can(acts)) return null
  const chosen = selectedRows(page.grid)
  const count = chosen.ids.length
  return (
    <div className="act-line">
      <CommandButton
        command="page.act"
        title={acts.title}
        isMain
        disabled={page.busy || count === 0}
      />
      <span className="quiet">{count > 0 ? t(describeRows(chosen)) : ''}</span>
    </div>
  )
}

export function GridPage(props: PageProps<GridScreen>): JSX.Element {
  const { screen, active } = props
  const { page, view } = useGridPage(props)
  const { form, acts, chart, drill, trial } = screen
  // In screens for entering documents, Enter moves to their lines.
  const hasLines = hasDocuments(screen) && !form
  const drawn = chart && page.grid.rowCount > 0 && (
    <Suspense fallback={<div className="chart-pane" data-zone="chart" />}>
      <ChartPane
        page={page}
        view={view}
        chart={chart}
        onDrill={canDrill(page) ? () => void drillInto(page) : undefined}
      />
    </Suspense>
  )
  return (
    <ImportOverlay page={page}>
      <PageFrame
        page={page}
        view={view}
        active={active}
        {...(form && { upper: <DocumentForm page={page} view={view} form={form} /> })}
        {...(trial && { upper: <RowForm page={page} view={view} form={trial.form} /> })}
        {...(chart && { chart: drawn })}
        {...(hasLines && { onActivate: () => view.focusGrid('lines') })}
        {...(drill && { onActivate: () => void drillInto(page) })}
      >
        {acts && <ActionLine page={page} acts={acts} />}
      </PageFrame>
    </ImportOverlay>
  )
}
