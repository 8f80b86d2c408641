import { commands } from '#commands/index.ts'
import type { Command } from '#kernel/command.ts'
import type { Fields } from '#kernel/field.ts'
import { findTable, type Table } from '#kernel/table.ts'

/**
 * Returns the command table whose complete key the rows contain. The longest key wins: a receipt
 * also contains its owner's key, but is a receipt.
 */
function recordTable(output: Fields): Table | undefined {
  const all: readonly Command[] = Object.values(commands)
  const names = new Set(all.flatMap(({ on = [] }) => on))
  const tables = [...names].flatMap((name) => findTable(name) ?? [])
  return tables
    .filter(({ key }) => key.every((name) => Object.hasOwn(output, name)))
    .toSorted(
      (a, b) =>
        b.key.length - a.key.length || sharedFieldCount(b, output) - sharedFieldCount(a, output),
    )[0]
}

function sharedFieldCount({ fields }: Table, output: Fields): number {
  return Object.entries(output).filter(([name, field]) => fields[name] === field).length
}

export function recordTableName(output: Fields): string | undefined {
  return recordTable(output)?.name
}

/**
 * Columns that identify a row of a result after another search: its table's key, codes and
 * code-like texts.
 */
export function recordKeyColumns(output: Fields): readonly string[] {
  const key = recordTable(output)?.key ?? []
  const codes = Object.entries(output).flatMap(([name, field]) =>
    field.kind === 'lookup' || (field.kind === 'text' && field.upperCase) ? [name] : [],
  )
  return [...new Set([...key, ...codes])]
}
