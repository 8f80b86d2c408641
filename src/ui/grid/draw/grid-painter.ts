import type { CustomCell, Item, Theme } from '@glideapps/glide-data-grid'
import { GridCellKind } from '@glideapps/glide-data-grid'

import {
  columnAlignment,
  isExact,
  isNumeric,
  columnPadding,
  ROW_FIELDS,
  type GridColumn,
  type GridRow,
  type Tone,
} from '#ui/grid/columns/column.ts'
import { groupThousands } from '#ui/grid/columns/number-text.ts'
import type { CellStyle } from './draw-cell.ts'
import type { VisiblePart } from './fit-text.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { toneColour, type GridPalette } from './grid-theme.ts'

export type LeadColumn = 'number' | 'option' | 'check'

interface PaintedGrid {
  readonly model: GridModel
  readonly focused: boolean
  readonly rowWindow: { readonly first: number }
  /** Visible range of the scrolling columns; null while it is unknown. */
  readonly visiblePart: VisiblePart | null
}

interface RowStyle {
  readonly row: GridRow
  readonly theme: Partial<Theme> | undefined
}

const TONE_MARKS = {
  invalid: { text: '!', ink: 'stop' },
  I: { text: '+', ink: 'accent' },
  U: { text: '~', ink: 'warn' },
  D: { text: '−', ink: 'stop' },
} as const

/** Tones of states that require no action. */
const plainTones: ReadonlySet<Tone> = new Set(['normal', 'quiet', 'early', 'middle'])

/** Converts the model to cells to draw. Handles colours, but is independent of the canvas. */
export class GridPainter {
  readonly model: GridModel
  readonly palette: GridPalette
  readonly lead: readonly LeadColumn[]
  readonly #grid: PaintedGrid
  readonly #rows = new Map<number, RowStyle>()
  #rowsVersion = -1
  readonly #themes: ReturnType<typeof toneThemes>

  constructor(
    grid: PaintedGrid,
    look: { readonly palette: GridPalette; readonly lead: readonly LeadColumn[] },
  ) {
    this.model = grid.model
    this.#grid = grid
    this.palette = look.palette
    this.lead = look.lead
    this.#themes = toneThemes(look.palette)
  }

  cell([at, drawnRow]: Item): CustomCell<CellStyle> {
    const picture = this.#cellStyle(at, drawnRow + this.#grid.rowWindow.first)
    return { kind: GridCellKind.Custom, allowOverlay: false, copyData: '', data: picture }
  }

  rowTheme(drawnRow: number): Partial<Theme> | undefined {
    const row = drawnRow + this.#grid.rowWindow.first
    if (row >= this.model.rowCount) return undefined
    if (this.model.cursor.place?.row === row) return this.#themes.current
    if (this.model.groupAt(row)) return this.#themes.group
    if (this.model.rowError(row) !== undefined) return this.#themes.tones.get('stop')
    return this.model.options.rowTone && this.#row(row).theme
  }

  #cellStyle(at: number, row: number): CellStyle {
    const picture = { ...this.#cellContent(at, row), seen: this.#visiblePartAt(at) }
    return at === this.lastFrozen() ? { ...picture, frozenEdge: true } : picture
  }

  /** Frozen columns are never covered. */
  #visiblePartAt(at: number): VisiblePart | undefined {
    const { visiblePart } = this.#grid
    if (!visiblePart) return undefined
    const isFrozen =
      at < this.lead.length || this.model.drawn[at - this.lead.length]?.frozen === true
    return isFrozen ? { left: 0, right: visiblePart.right } : visiblePart
  }

  lastFrozen(): number {
    const frozen = this.model.drawn.findLastIndex((column) => column.frozen === true)
    return frozen < 0 ? -1 : frozen + this.lead.length
  }

  #cellContent(at: number, row: number): CellStyle {
    const lead = this.lead[at]
    const column = this.model.drawn[at - this.lead.length]
    if (row >= this.model.rowCount) return this.#plainCell('')
    if (lead === 'number') return this.#rowNumber(row)
    if (lead === 'option') return this.#option(row)
    if (lead === 'check') {
      const isChecked = this.model.isChecked(row)
      return { ...this.#plainCell(''), check: isChecked ? 'on' : 'off', align: 'center' }
    }
    return column ? this.#data(row, at - this.lead.length, column) : this.#plainCell('')
  }

  #plainCell(text: string): CellStyle {
    return { text, align: 'left', colour: this.palette.text, palette: this.palette }
  }

  #rowNumber(row: number): CellStyle {
    if (this.model.groupAt(row)) return this.#plainCell('')
    const flag = this.model.flag(row)
    const id = this.model.rowId(row)
    const isInvalid =
      this.model.rowError(row) !== undefined || this.model.rows.marks.hasRejections(id)
    const sign = isInvalid ? TONE_MARKS.invalid : flag && TONE_MARKS[flag]
    return {
      ...this.#plainCell(groupThousands(row + 1)),
      align: 'right',
      number: true,
      colour: this.palette.quiet,
      ...(sign && { mark: { text: sign.text, colour: this.palette[sign.ink] } }),
    }
  }

  #option(row: number): CellStyle {
    if (this.model.groupAt(row)) return this.#plainCell('')
    const typed = this.model.rows.marks.options.get(this.model.rowId(row))
    const colour = typed === undefined ? this.palette.quiet : this.palette.accent
    return { ...this.#plainCell(typed ?? '_'), align: 'center', colour, bold: typed !== undefined }
  }

  #group(row: number, at: number, column: GridColumn): CellStyle {
    const { model, palette } = this
    const isCurrent = model.cursor.place?.row === row && model.cursor.place.at === at
    const level = model.rows.grouping?.keys.findIndex((key) => key.column === column.id) ?? -1
    const isOwn = level === model.groupAt(row)?.level
    return {
      text: model.text(row, column),
      align: level >= 0 ? 'left' : columnAlignment(column),
      colour: level >= 0 && !isOwn ? palette.quiet : palette.strong,
      palette,
      bold: level < 0 || isOwn,
      number: level < 0,
      padding: columnPadding(column),
      ...(isOwn ? { tail: model.groupTail(row) } : {}),
      ...(isCurrent ? { current: this.#grid.focused ? 'focused' : 'unfocused' } : {}),
    }
  }

  #data(row: number, at: number, column: GridColumn): CellStyle {
    const { model, palette } = this
    if (model.groupAt(row)) return this.#group(row, at, column)
    const id = model.rowId(row)
    const isCurrent = model.cursor.place?.row === row && model.cursor.place.at === at
    const isInvalid =
      model.rows.marks.rejection(id, column.id) !== undefined ||
      model.rows.marks.hasCellError(id, column.id)
    const isDeleted = model.flag(row) === 'D'
    const value = model.value(row, column.id)
    const tone = isInvalid ? 'stop' : this.#tone(row, column)
    return {
      text: model.text(row, column),
      align: columnAlignment(column),
      number: isExact(column) && !isInvalid,
      padding: columnPadding(column),
      colour: isDeleted ? palette.quiet : this.#colour(column, tone, Number(value) === 0),
      palette,
      ...(tone !== undefined && !plainTones.has(tone) ? { bold: true } : {}),
      ...(isDeleted ? { isStruckThrough: true } : {}),
      ...(this.#isProposed(row, column) ? { isProposed: true } : {}),
      ...(isInvalid ? { invalid: true } : {}),
      ...(column.kind === 'check' ? { check: value === 'Y' ? 'on' : 'off', text: '' } : {}),
      ...(column.kind === 'progress' && value !== null ? { progress: Number(value) } : {}),
      ...(isCurrent ? { current: this.#grid.focused ? 'focused' : 'unfocused' } : {}),
      ...(isCurrent && this.#hasList(column) && model.isEditable(row, column)
        ? { list: true }
        : {}),
    }
  }

  /** Whether a cell contains a value from the server that the user can still change. */
  #isProposed(row: number, column: GridColumn): boolean {
    const { model } = this
    if (model.options.proposes !== true || !column.editable) return false
    const value = model.value(row, column.id)
    const before = model.rows.tracker.originals(model.rowId(row))
    const isTyped = before.has(column.id) && before.get(column.id) !== value
    return !isTyped && model.isEditable(row, column)
  }

  #hasList(column: GridColumn): boolean {
    return column.kind === 'select' || column.kind === 'lookup'
  }

  #tone(row: number, column: GridColumn): Tone | undefined {
    if (column.id === ROW_FIELDS.message) return 'stop'
    return column.tone && column.tone(this.#row(row).row)
  }

  #colour(column: GridColumn, tone: Tone | undefined, isZero: boolean): string {
    if (tone) return toneColour(this.palette, tone)
    return column.zeroAsEmpty === true && isNumeric(column) && isZero
      ? this.palette.quiet
      : this.palette.text
  }

  /** Calls the row functions once per change and row instead of once per cell. */
  #row(row: number): RowStyle {
    if (this.#rowsVersion !== this.model.version) {
      this.#rows.clear()
      this.#rowsVersion = this.model.version
    }
    const known = this.#rows.get(row)
    if (known) return known
    const values = this.model.row(row)
    const tone = this.model.options.rowTone?.(values)
    const look = { row: values, theme: tone && this.#themes.tones.get(tone) }
    this.#rows.set(row, look)
    return look
  }
}

function toneThemes(palette: GridPalette) {
  const tones = new Map<Tone, Partial<Theme>>()
  for (const [tone, ground] of Object.entries(palette.rowTones)) {
    tones.set(tone as Tone, { bgCell: ground })
  }
  return {
    current: { bgCell: palette.rowCurrent },
    group: { bgCell: palette.panel },
    tones,
  }
}
