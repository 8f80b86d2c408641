import '@glideapps/glide-data-grid/dist/index.css'
import './grid.css'

import type { DataEditorProps, DataEditorRef, Item } from '@glideapps/glide-data-grid'
import {
  useCallback,
  useImperativeHandle,
  useMemo,
  useReducer,
  useRef,
  useSyncExternalStore,
  type CSSProperties,
  type JSX,
  type Ref,
} from 'react'

import { isTyped, type GridRow } from '#ui/grid/columns/column.ts'
import { usePalette } from '#ui/grid/draw/use-palette.ts'
import { glideColumns, glideSelection } from '#ui/grid/draw/grid-columns.ts'
import type { ControllerOptions } from '#ui/grid/edit/controller-options.ts'
import type { GridController } from './grid-controller.ts'
import { GridCanvas } from './grid-canvas.tsx'
import { GridFooter, hasFooter } from '#ui/grid/draw/grid-footer.tsx'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { SheetName } from '#ui/grid/edit/grid-sheets.ts'
import { fillIn, gridTexts } from '#ui/grid/edit/grid-texts.ts'
import { DATA_FONT, glideTheme, WORD_FAMILY, type GridPalette } from '#ui/grid/draw/grid-theme.ts'
import { useLanguage } from '#ui/base/language.ts'
import { onReaderMode, isReaderMode } from '#ui/base/reader-mode.ts'
import { useTheme } from '#ui/base/theme.ts'
import { useGridEffects } from './use-grid-effects.ts'
import { useGridFrame } from './use-grid-frame.ts'
import { useGridParts, useLeadColumns } from './use-grid-parts.ts'

export interface GridHandle {
  focus(): void
  edit(): boolean
  commit(): boolean
  openHelp(): boolean
  openSheet(name: SheetName): void
  hasList(): boolean
  goTo(row: number, columnId?: string): void
  /** Shows a text below the current cell until the cursor moves. Returns the text shown. */
  tell?(text?: string): string
}

export interface GridProps extends Omit<ControllerOptions, 'newRow' | 'reader'> {
  readonly model: GridModel
  readonly rowNumbers?: boolean | undefined
  readonly optionColumn?: boolean | undefined
  /**
   * Whether a paste past the last row appends rows, or the values they start with. Defaults to true
   * if any column is editable.
   */
  readonly appendOnPaste?: boolean | (() => GridRow) | undefined
  readonly emptyText?: string | undefined
  readonly autoFocus?: boolean | undefined
  readonly ref?: Ref<GridHandle> | undefined
}

/** A spreadsheet-like grid over a `GridModel`. Fills its container, which must have a height. */
export function Grid({ ref, ...props }: GridProps): JSX.Element {
  const { model, emptyText } = props
  useLanguage()
  const root = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const palette = usePalette(useTheme())
  const lead = useLeadColumns(props)
  const version = useGridFrame(model)
  const [drawing, redraw] = useReducer((count: number) => count + 1, 0)
  const parts = useGridParts(model, palette, lead)
  const { painter, controller } = parts
  const isReader = useSyncExternalStore(onReaderMode, isReaderMode)
  const options = { ...props, reader: isReader, newRow: pastedRow(props) }
  const autoFocus = props.autoFocus === true
  const editor = useRef<DataEditorRef>(null)
  const redrawCell = useCallback((cell: Item) => editor.current?.updateCells([{ cell }]), [])
  useGridEffects(parts, { root, layer }, { version, autoFocus, options, redraw, redrawCell })
  useGridHandle(ref, controller, model)
  const [theme, colours] = useMemo(() => [glideTheme(palette), cssColours(palette)], [palette])
  const { drawn, rowCount } = model
  const columns = useMemo(() => glideColumns(lead, drawn, rowCount), [lead, drawn, rowCount])
  // A new function makes the canvas redraw: after a change of data, theme or focus.
  const getCell = useMemo<DataEditorProps['getCellContent']>(() => {
    void version
    void drawing
    return (item) => painter.cell(item)
  }, [painter, version, drawing])
  const selection = useSelection(model, controller, lead.length)
  const scrolled = useCallback(() => controller.place(), [controller])

  return (
    <div ref={root} className="grid-root" aria-busy={model.isBusy} style={colours}>
      <GridCanvas
        editor={editor}
        parts={parts}
        theme={theme}
        columns={columns}
        rows={controller.rowWindow.count}
        freezeColumns={lead.length + drawn.filter((column) => column.frozen === true).length}
        getCellContent={getCell}
        gridSelection={selection}
        onVisibleRegionChanged={scrolled}
      />
      {hasFooter(model) && (
        <GridFooter model={model} lead={lead} version={version} shown={controller} />
      )}
      <FoldMark model={model} />
      {rowCount === 0 && <div className="grid-empty">{emptyText ?? gridTexts().empty}</div>}
      <div ref={layer} className="grid-layer" />
    </div>
  )
}

/**
 * Keeps the identity of the object while its values are equal. A new one would redraw everything.
 */
function useSelection(model: GridModel, { rowWindow }: GridController, lead: number) {
  const { place, range } = model.cursor
  const ranges = range && model.cursor.ranges
  const { first, count } = rowWindow
  return useMemo(
    () => glideSelection({ place, range, ranges: ranges ?? [] }, { first, count }, lead),
    [place, range, ranges, first, count, lead],
  )
}

function FoldMark({ model }: { readonly model: GridModel }): JSX.Element | null {
  if (model.folded === 0) return null
  const words = fillIn(gridTexts().folded, { count: model.folded })
  return (
    <button
      type="button"
      className="grid-folded"
      tabIndex={-1}
      aria-label={`▸${model.folded} ${words}`}
      title={words}
      onClick={() => model.unfold()}
    >
      ▸{model.folded}
    </button>
  )
}

function useGridHandle(
  ref: Ref<GridHandle> | undefined,
  controller: GridController,
  model: GridModel,
): void {
  useImperativeHandle(
    ref,
    () => ({
      focus: () => controller.focus(),
      edit: () => controller.edit(),
      commit: () => controller.sink.commit(),
      openHelp: () => controller.openHelp(),
      hasList: () => controller.panel.isOpen,
      openSheet: (name) => void controller.openSheet(name),
      goTo: (row, columnId) => {
        controller.sink.leave()
        model.setCurrent(row, columnId)
      },
      tell: (text) => {
        if (text !== undefined) controller.showNotice(text, true)
        return controller.message.notice
      },
    }),
    [controller, model],
  )
}

function pastedRow({ appendOnPaste, model }: Pick<GridProps, 'appendOnPaste' | 'model'>) {
  const append = appendOnPaste ?? model.columns.some(isTyped)
  if (typeof append === 'function') return append
  return append ? () => ({}) : null
}

function cssColours(palette: GridPalette): CSSProperties {
  const { rowTones: _, ...colours } = palette
  const values = { ...colours, font: DATA_FONT, words: WORD_FAMILY }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`--grid-${name}`, value]),
  )
}
