import type { CommandContext } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'

/** Some columns of the chosen rows, each combination once: lines of one order mean that order. */
export function chosen({ page }: CommandContext, ...names: readonly string[]): WireRow[] {
  const rows = (page?.rows('chosen') ?? []).map((row) =>
    Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
  )
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}

/** Opens a screen with what the row in front holds in some columns, or in one under another name. */
export const opens =
  (route: string, ...columns: readonly (string | readonly [name: string, column: string])[]) =>
  ({ shell, row }: CommandContext): void => {
    const search = columns.map((column) => {
      const [name, from] = typeof column === 'string' ? [column, column] : column
      return [name, String(row?.[from] ?? '')]
    })
    shell.open(route, Object.fromEntries(search))
  }
