import {
  DataEditorCore,
  GridCellKind,
  ImageWindowLoaderImpl,
  type CustomCell,
  type CustomRenderer,
  type DataEditorProps,
  type DataEditorRef,
} from '@glideapps/glide-data-grid'
import { useCallback, useState, type JSX, type Ref } from 'react'

import { drawCell, type CellStyle } from '#ui/grid/draw/draw-cell.ts'
import { HEADER_HEIGHT, ROW_HEIGHT } from '#ui/grid/draw/grid-theme.ts'
import type { useGridParts } from './use-grid-parts.ts'

const renderer: CustomRenderer<CustomCell<CellStyle>> = {
  kind: GridCellKind.Custom,
  isMatch: (cell): cell is CustomCell<CellStyle> => 'palette' in cell.data,
  draw: ({ ctx, rect }, cell) => drawCell(ctx, rect, cell.data),
}
const renderers = [renderer]
const imageLoader = new ImageWindowLoaderImpl()

/** Features of the canvas library that this grid implements itself. */
const switchedOff = {
  drawFocusRing: false,
  scrollToActiveCell: false,
  editOnType: false,
  fixedShadowX: false,
  fixedShadowY: false,
  columnSelect: 'none',
  rowSelect: 'none',
  keybindings: { copy: false, cut: false, paste: false, search: false },
  experimental: { disableAccessibilityTree: true },
} as const satisfies Partial<DataEditorProps>

interface CanvasProps extends Omit<DataEditorProps, 'theme'> {
  readonly theme: NonNullable<DataEditorProps['theme']>
  readonly editor: Ref<DataEditorRef>
  readonly parts: ReturnType<typeof useGridParts>
}

/**
 * Canvas of a grid. Measures its size before the first paint, because waiting for a resize observer
 * would leave it empty for a frame.
 */
export function GridCanvas({ editor, parts, ...drawn }: CanvasProps): JSX.Element {
  const [size, setSize] = useState<readonly [number, number]>()
  const measure = useCallback((body: HTMLElement | null) => {
    if (body) setSize([body.clientWidth, body.clientHeight])
  }, [])
  const { pointer } = parts
  return (
    <div
      ref={measure}
      className="grid-body"
      onPointerDownCapture={pointer.press}
      onPointerMove={pointer.hover}
    >
      {size && (
        <DataEditorCore
          {...switchedOff}
          {...drawn}
          ref={editor}
          initialSize={size}
          width="100%"
          height="100%"
          rowHeight={ROW_HEIGHT}
          headerHeight={HEADER_HEIGHT}
          getRowThemeOverride={parts.rowTheme}
          customRenderers={renderers}
          drawHeader={parts.header}
          imageWindowLoader={imageLoader}
          onGridSelectionChange={pointer.select}
          onCellClicked={pointer.click}
          onHeaderClicked={pointer.header}
          onColumnResize={pointer.resize}
          onColumnMoved={pointer.move}
          rangeSelect="rect"
          minColumnWidth={28}
          maxColumnWidth={1200}
          smoothScrollX
          smoothScrollY
        />
      )}
    </div>
  )
}
