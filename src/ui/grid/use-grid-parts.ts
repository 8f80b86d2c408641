import type { DataEditorProps } from '@glideapps/glide-data-grid'
import { useCallback, useId, useMemo } from 'react'

import { drawHeader } from '#ui/grid/draw/draw-header.ts'
import { GridController } from './grid-controller.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { GridPainter, type LeadColumn } from '#ui/grid/draw/grid-painter.ts'
import { GridPointer } from './grid-pointer.ts'
import type { GridPalette } from '#ui/grid/draw/grid-theme.ts'

export interface GridParts {
  readonly controller: GridController
  readonly painter: GridPainter
  readonly pointer: GridPointer
  readonly rowTheme: NonNullable<DataEditorProps['getRowThemeOverride']>
  readonly header: NonNullable<DataEditorProps['drawHeader']>
}

/** Creates the controller once per model and the other parts once per appearance. */
export function useGridParts(
  model: GridModel,
  palette: GridPalette,
  lead: readonly LeadColumn[],
): GridParts {
  const id = useId()
  const controller = useMemo(() => new GridController(model, id), [model, id])
  const painter = useMemo(
    () => new GridPainter(controller, { palette, lead }),
    [controller, palette, lead],
  )
  const pointer = useMemo(() => new GridPointer(controller, lead), [controller, lead])
  const rowTheme = useCallback<GridParts['rowTheme']>((row) => painter.rowTheme(row), [painter])
  const header = useCallback<GridParts['header']>(
    ({ ctx, rect, columnIndex }) =>
      drawHeader(ctx, rect, {
        model,
        palette,
        lead: lead[columnIndex],
        column: model.drawn[columnIndex - lead.length],
        frozenEdge: painter.lastFrozen() === columnIndex,
      }),
    [model, palette, lead, painter],
  )
  return useMemo(
    () => ({ controller, painter, pointer, rowTheme, header }),
    [controller, painter, pointer, rowTheme, header],
  )
}

export function useLeadColumns(props: {
  readonly rowNumbers?: boolean | undefined
  readonly optionColumn?: boolean | undefined
  readonly checkColumn?: boolean | undefined
}): readonly LeadColumn[] {
  const numbers = props.rowNumbers === true
  const options = props.optionColumn === true
  const checks = props.checkColumn === true
  return useMemo(
    () => [
      ...(numbers ? ['number' as const] : []),
      ...(options ? ['option' as const] : []),
      ...(checks ? ['check' as const] : []),
    ],
    [numbers, options, checks],
  )
}
