import type { JSX } from 'react'

import { formatCell } from '#ui/grid/columns/cell-input.ts'
import { alignmentOf, type GridColumn } from '#ui/grid/columns/column.ts'
import { leadWidth } from './grid-columns.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { LeadColumn } from './grid-painter.ts'

interface GridFooterProps {
  readonly model: GridModel
  readonly lead: readonly LeadColumn[]
  /** Draws again when it changes. */
  readonly version: number
}

/** An empty grid has nothing to sum. */
export function hasFooter(model: GridModel): boolean {
  return model.rowCount > 0 && model.drawn.some((column) => column.footer !== undefined)
}

/** The line of sums under the rows. Scrolls sideways with them and stays at the bottom. */
export function GridFooter({ model, lead }: GridFooterProps): JSX.Element {
  const leadTotal = lead.reduce((sum, column) => sum + leadWidth(column, model.rowCount), 0)
  const cells = model.drawn.reduce<{ left: number; column: GridColumn }[]>((placed, column) => {
    const last = placed.at(-1)
    return [...placed, { left: last ? last.left + last.column.width : leadTotal, column }]
  }, [])
  const frozen = cells.findLast(({ column }) => column.frozen === true)
  const frozenWidth = frozen ? frozen.left + frozen.column.width : leadTotal
  const drawn = (wanted: boolean) =>
    cells
      .filter(({ column }) => (column.frozen === true) === wanted && column.footer !== undefined)
      .map(({ left, column }) => (
        <span
          key={column.id}
          data-column={column.id}
          style={{ left, width: column.width, textAlign: alignmentOf(column) }}
        >
          {footerText(model, column)}
        </span>
      ))
  return (
    <div className="grid-footer">
      <div className="grid-footer-moving">{drawn(false)}</div>
      <div className="grid-footer-frozen" style={{ width: frozenWidth }}>
        {lead.includes('number') && (
          <span style={{ left: 0, width: leadWidth('number', model.rowCount), textAlign: 'right' }}>
            Σ
          </span>
        )}
        {drawn(true)}
      </div>
    </div>
  )
}

function footerText(model: GridModel, column: GridColumn): string {
  const value = model.footerValue(column.id)
  const { footer } = column
  if (typeof footer === 'function') return String(value ?? '')
  if (footer === 'COUNT') return Number(value ?? 0).toLocaleString('en-US')
  const scale = column.scale ?? (footer === 'AVG' ? 2 : undefined)
  return formatCell({ ...column, scale, zeroAsEmpty: false }, value)
}
