import type { JSX, ReactNode } from 'react'
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Column } from '#kernel/screen.ts'
import type { GridHandle } from '#ui/grid/grid.tsx'
import { Grid } from '#ui/grid/grid.tsx'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { useOptionNumbers } from '#ui/keys/dispatch/keyboard.ts'
import { openCellHelp } from '#ui/page/rows/fill-cells.ts'
import { newRow } from '#ui/page/model/new-row.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { GridZone } from '#ui/page/model/grid-screen.ts'
import type { PageView } from '#ui/page/model/page-view.ts'

export interface GridPaneProps {
  readonly page: PageModel
  readonly view: PageView
  readonly zone: GridZone
  readonly model: GridModel
  readonly columns: readonly Column[]
  readonly label: string
  readonly checks?: boolean
  readonly head?: ReactNode
  readonly overlay?: ReactNode
  readonly stale?: 'loading' | 'failed' | undefined
  readonly onActivate?: () => void
}

function useHasRows(model: GridModel): boolean {
  return useSyncExternalStore(
    (listener) => model.subscribe(listener),
    () => model.rowCount > 0,
  )
}

export function GridPane(props: GridPaneProps): JSX.Element {
  const { page, view, zone, model, checks = false, stale } = props
  const hasRows = useHasRows(model)
  const optionColumn = useOptionNumbers()
  const focused = useRef(false)
  const handle = useCallback((grid: GridHandle | null) => view.drawn(zone, grid), [view, zone])
  // Each document has its own grid model. Restore the focus if it was in the lines.
  useLayoutEffect(() => {
    if (focused.current) view.grids[zone]?.focus()
  }, [model, view, zone])

  function onFocusChange(hasFocus: boolean) {
    focused.current = hasFocus
    if (hasFocus) page.setZone(zone)
  }

  return (
    <section className="grid-pane" data-zone={zone} data-stale={stale}>
      {props.head}
      <div className="grid-host">
        <Grid
          ref={handle}
          model={model}
          label={props.label}
          rowNumbers
          fits={!page.screen.trial}
          checkColumn={checks}
          optionColumn={optionColumn}
          appendOnPaste={page.hasRowsToAdd && page.mayEdit && (() => newRow(page))}
          emptyText=""
          onActivate={props.onActivate}
          onValueHelp={(request) => {
            const document = zone === 'lines' ? page.lines?.current?.owner.row : undefined
            void openCellHelp(props.columns, model, request, document)
          }}
          onFocusChange={onFocusChange}
        />
        {(!hasRows || stale === 'loading') && props.overlay}
      </div>
    </section>
  )
}
