import type { CommandContext } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'

/**
 * Given columns of the selected rows without duplicates: several lines of one order yield that
 * order once.
 */
export function selectedRows({ page }: CommandContext, ...names: readonly string[]): WireRow[] {
  const rows = (page?.rows('chosen') ?? []).map((row) =>
    Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
  )
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}

/**
 * Opens a screen with values of the current row as search arguments. A pair passes a column under
 * another name.
 */
export const openOnRows =
  (route: string, ...columns: readonly (string | readonly [name: string, column: string])[]) =>
  ({ shell, row }: CommandContext): void => {
    const search = columns.map((column) => {
      const [name, from] = typeof column === 'string' ? [column, column] : column
      return [name, String(row?.[from] ?? '')]
    })
    shell.open(route, Object.fromEntries(search))
  }
