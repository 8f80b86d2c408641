import { commands } from '#commands/index.ts'
import type { Command } from '#kernel/command.ts'
import type { Fields } from '#kernel/field.ts'
import { findTable, type Table } from '#kernel/table.ts'

/**
 * Returns the command table whose complete key the rows contain. A table that defines the key
 * columns comes first: a receipt also contains its owner's key, but is a receipt.
 */
function recordTable(output: Fields): Table | undefined {
  const all: readonly Command[] = Object.values(commands)
  const names = new Set(all.flatMap(({ on = [] }) => on))
  const tables = [...names].flatMap((name) => findTable(name) ?? [])
  return tables
    .filter((table) => table.key.every((name) => Object.hasOwn(output, name)))
    .filter((table) => sharesStates(table, output))
    .toSorted(
      (a, b) =>
        Number(definesKey(b, output)) - Number(definesKey(a, output)) ||
        sharedFieldCount(b, output) - sharedFieldCount(a, output) ||
        b.key.length - a.key.length,
    )[0]
}

/** A return contains the number of its receipt, but other states. */
function sharesStates({ fields: { STATE_CD } }: Table, { STATE_CD: shown }: Fields): boolean {
  return !STATE_CD || !shown || STATE_CD.codes === shown.codes
}

function definesKey({ key, fields }: Table, output: Fields): boolean {
  return key.every((name) => fields[name] === output[name])
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
