import type { CommandContext } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'

/** Some columns of the chosen rows, each combination once: lines of one order mean that order. */
export function chosen({ page }: CommandContext, ...names: readonly string[]): WireRow[] {
  const rows = (page?.rows('chosen') ?? []).map((row) =>
    Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
  )
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}

/** Opens a screen with what the row in front holds in some columns. */
export const opens =
  (route: string, ...names: readonly string[]) =>
  ({ shell, row }: CommandContext): void =>
    shell.open(route, Object.fromEntries(names.map((name) => [name, String(row?.[name] ?? '')])))
