import type { JSX } from 'react'

import { columnAlignment, columnPadding, type GridColumn } from '#ui/grid/columns/column.ts'
import { leadWidth } from './grid-columns.ts'
import { footerText } from '#ui/grid/model/footer-text.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { fitText, type VisiblePart } from './fit-text.ts'
import type { LeadColumn } from './grid-painter.ts'
import { widthInCells } from './truncated-cell.ts'

interface GridFooterProps {
  readonly model: GridModel
  readonly lead: readonly LeadColumn[]
  readonly version: number
  readonly shown: { readonly visiblePart: VisiblePart | null; readonly scrollLeft: number }
}

const isSummed = ({ footer, ratio }: GridColumn) => footer !== undefined || ratio !== undefined

export function hasFooter(model: GridModel): boolean {
  return model.rowCount > 0 && model.drawn.some((column) => column.footer !== undefined)
}

export function GridFooter({ model, lead, shown }: GridFooterProps): JSX.Element {
  const leadTotal = lead.reduce((sum, column) => sum + leadWidth(column, model.rowCount), 0)
  const cells = model.drawn.reduce<{ left: number; column: GridColumn }[]>((placed, column) => {
    const last = placed.at(-1)
    return [...placed, { left: last ? last.left + last.column.width : leadTotal, column }]
  }, [])
  const frozen = cells.findLast(({ column }) => column.frozen === true)
  const frozenWidth = frozen ? frozen.left + frozen.column.width : leadTotal
  const drawCells = (isWanted: boolean) =>
    cells
      .filter(({ column }) => (column.frozen === true) === isWanted && isSummed(column))
      .map(({ left, column }) => (
        <FooterCell
          key={column.id}
          column={column}
          left={left}
          text={footerText(model, column)}
          x={isWanted ? left : left - shown.scrollLeft}
          seen={
            isWanted && shown.visiblePart
              ? { left: 0, right: shown.visiblePart.right }
              : shown.visiblePart
          }
        />
      ))
  return (
    <div className="grid-footer">
      <div className="grid-footer-moving">{drawCells(false)}</div>
      <div className="grid-footer-frozen" style={{ width: frozenWidth }}>
        {lead.includes('number') && (
          <span style={{ left: 0, width: leadWidth('number', model.rowCount), textAlign: 'right' }}>
            Σ
          </span>
        )}
        {drawCells(true)}
      </div>
    </div>
  )
}

interface FooterCellProps {
  readonly column: GridColumn
  readonly text: string
  readonly left: number
  readonly x: number
  readonly seen: VisiblePart | null
}

/** A sum. If it does not fit, it is replaced by marks and the full value is in the tooltip. */
function FooterCell({ column, text, left, x, seen }: FooterCellProps): JSX.Element {
  const { id, width } = column
  const align = columnAlignment(column)
  const at = { left, width, textAlign: align }
  const padding = columnPadding(column)
  const place = { text, align, x, width, padding, number: true, seen: seen ?? undefined }
  // No widths are measured before the first drawing, because there is no canvas yet.
  const fitted = widthInCells(text) > 0 ? fitText(place, widthInCells) : undefined
  if (!fitted || fitted.text === text) {
    const beside = fitted && align === 'right' ? { paddingRight: x + width - fitted.x } : {}
    return (
      <span data-column={id} style={{ ...at, ...beside }}>
        {text}
      </span>
    )
  }
  const ends = Math.max(0, x + width - fitted.x)
  const starts = Math.max(0, fitted.x - x)
  const sides = fitted.align === 'right' ? { paddingRight: ends } : { paddingLeft: starts }
  return (
    <span data-column={id} style={{ ...at, ...sides, textAlign: fitted.align }} title={text}>
      <span className="grid-footer-mark" aria-hidden="true">
        {fitted.text}
      </span>
      <span className="grid-footer-whole">{text}</span>
    </span>
  )
}
