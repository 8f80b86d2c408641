import type { Value, WireRow } from './field.ts'
import { grid, type GridPart, type ListScreen } from './screen.ts'
import { keyName } from './summary-key.ts'
import type { Summary } from './summary.ts'

export function summaryScreen(
  route: string,
  source: Summary,
  parts: Omit<ListScreen, 'kind' | 'route' | 'grid'> &
    Pick<GridPart, 'fixed'> & { readonly seldom?: readonly string[] },
): ListScreen {
  const { fixed, seldom = [], ...others } = parts
  const part = { ...summaryGrid(source, seldom), ...(fixed && { fixed }) }
  return { ...others, kind: 'list', route, grid: part }
}

export function summaryGrid(source: Summary, seldom: readonly string[] = []): GridPart {
  const keys = new Set([...source.keys.map(keyName), ...source.names])
  const { unit } = source
  return grid({
    source,
    columns: Object.keys(source.output).map((field) => {
      if (keys.has(field)) return { field, frozen: true }
      if (seldom.includes(field)) return { field, seldom: true }
      if (field !== unit) return field
      return { field, tone: (row: WireRow) => (isMixed(row[field]) ? 'warn' : undefined) }
    }),
  })
}

function isMixed(unit: Value | undefined): boolean {
  return typeof unit === 'string' && unit.includes(',')
}
