import { commands } from '#commands/index.ts'
import type { Command } from '#kernel/command.ts'
import type { Fields } from '#kernel/field.ts'
import { tableNamed, type Table } from '#kernel/table.ts'

/**
 * Of the tables that some command is offered on, the one whose whole key the rows carry. A receipt
 * carries the key of its owner, too, and is a receipt.
 */
function recordTable(output: Fields): Table | undefined {
  const all: readonly Command[] = Object.values(commands)
  const names = new Set(all.flatMap(({ on = [] }) => on))
  const tables = [...names].flatMap((name) => tableNamed(name) ?? [])
  return tables
    .filter(({ key }) => key.every((name) => Object.hasOwn(output, name)))
    .toSorted((a, b) => b.key.length - a.key.length || shared(b, output) - shared(a, output))[0]
}

/** How many columns of an answer a table describes: its own records show the most of them. */
function shared({ fields }: Table, output: Fields): number {
  return Object.entries(output).filter(([name, field]) => fields[name] === field).length
}

/**
 * Name of the table whose records the rows of an answer are; the longest key says most about a
 * row.
 */
export function tableOf(output: Fields): string | undefined {
  return recordTable(output)?.name
}

/**
 * Columns that tell a row of an answer from the others, to find it again after a search: the codes
 * and texts that no work changes, or the key of its table where all rows have one of their own.
 */
export function recordKeyOf(output: Fields): readonly string[] {
  const key = recordTable(output)?.key ?? []
  const codes = Object.entries(output).flatMap(([name, field]) =>
    field.kind === 'lookup' || (field.kind === 'text' && field.upperCase) ? [name] : [],
  )
  return [...new Set([...key, ...codes])]
}
