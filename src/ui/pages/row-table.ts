import { commands } from '#commands/index.ts'
import type { Command } from '#kernel/command.ts'
import type { Fields } from '#kernel/field.ts'
import type { Table } from '#kernel/table.ts'

/**
 * Name of the table whose records the rows of an answer are: of the tables that some command is
 * offered on, the one whose whole key the rows carry; the longest key says most about a row.
 */
export function tableOf(output: Fields): string | undefined {
  const all: readonly Command[] = Object.values(commands)
  const tables = all.flatMap(({ on }): Table[] => (on ? [on] : []))
  return tables
    .filter(({ key }) => key.every((name) => Object.hasOwn(output, name)))
    .toSorted((a, b) => b.key.length - a.key.length)[0]?.name
}
