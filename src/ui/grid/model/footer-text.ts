import { formatCell } from '#ui/grid/columns/cell-input.ts'
import type { CellValue, GridColumn } from '#ui/grid/columns/column.ts'

interface FooterSource {
  footerValue(columnId: string): CellValue
}

export function footerText(model: FooterSource, column: GridColumn): string {
  const value = model.footerValue(column.id)
  const { footer } = column
  if (typeof footer === 'function') return String(value ?? '')
  if (footer === 'COUNT') return Number(value ?? 0).toLocaleString('en-US')
  const scale = column.scale ?? (footer === 'AVG' ? 2 : undefined)
  return formatCell({ ...column, scale, zeroAsEmpty: false }, value)
}
