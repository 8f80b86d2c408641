import { sampleItems, sampleMonths } from '#areas/system/operations/samples.ts'
import { grid, type LayoutPart, type LayoutScreen } from '#kernel/screen.ts'

const columns = [
  'OWNER_CD',
  'ITEM_CD',
  'ITEM_NM',
  'QTY',
  'WEIGHT_KG',
  'VALID_YMD',
  'STATE',
  'USE_YN',
] as const
const monthColumns = ['MONTH', 'IN_QTY', 'OUT_QTY'] as const

const editableFields = <N extends string>(names: readonly N[]) =>
  names.map((field) => ({
    field,
    editable: true,
    ...(field === 'STATE' && { codes: 'shipment-state' }),
  }))

function paneNames(part: LayoutPart): string[] {
  return typeof part === 'string' ? [part] : part.parts.flatMap(([child]) => paneNames(child))
}

export function sampleLayout(route: string, layout: LayoutPart): LayoutScreen {
  const panes = new Set(paneNames(layout))
  return {
    kind: 'layout',
    route,
    layout,
    search: panes.has('search') ? ['OWNER_CD', 'ITEM_CD', 'ITEM_NM'] : [],
    searchAtOpen: true,
    grid: grid({ source: sampleItems, columns: editableFields(columns) }),
    ...(panes.has('lines') && {
      lines: grid({ source: sampleMonths, columns: editableFields(monthColumns) }),
      link: ['ITEM_CD'],
    }),
    ...(panes.has('form') && { form: columns }),
    ...(panes.has('chart') && { chart: { kind: 'bars', x: 'STATE', y: 'QTY' } }),
  }
}
