import type { Field, Fields } from './field.ts'
import type { Label } from './label.ts'

/** A table and its columns, defined once for screens, wire, spreadsheets and SQL. */
export interface Table<F extends Fields = Fields> {
  readonly name: string
  readonly title: Label
  /** Columns that identify a row; read-only once saved. */
  readonly key: readonly string[]
  readonly scope: { readonly warehouse?: string; readonly owner?: string }
  readonly fields: F
}

/** Tables, keyed by the fields they define. A foreign key field belongs to several tables. */
const tablesByField = new WeakMap<Field, string[]>()

const tablesByName = new Map<string, Table>()

export function defineTable<F extends Fields>(table: {
  name: string
  title: Label
  key: (keyof F & string)[]
  scope?: { warehouse?: string; owner?: string }
  fields: F
}): Table<F> {
  for (const column of table.key) {
    if (!(column in table.fields)) throw new Error(`${table.name}: key ${column} is no field`)
  }
  for (const field of Object.values(table.fields)) {
    tablesByField.set(field, [...(tablesByField.get(field) ?? []), table.name])
  }
  const defined = { scope: {}, ...table }
  tablesByName.set(table.name, defined)
  return defined
}

export function findTable(name: string): Table | undefined {
  return tablesByName.get(name)
}

export function describedTables(): readonly Table[] {
  return [...tablesByName.values()]
}

/**
 * Names of the tables whose data a result shows: those that define one of its fields exclusively.
 */
export function tablesShown(output: Fields): ReadonlySet<string> {
  const alone = Object.values(output).flatMap((field) => {
    const tables = tablesByField.get(field) ?? []
    return tables.length === 1 ? tables : []
  })
  return new Set(alone)
}

/** Picks fields of a table in the given order. A misspelled name does not compile. */
export function pick<F extends Fields, K extends keyof F & string>(
  table: Table<F>,
  names: readonly K[],
): Record<K, Field> {
  const picked = {} as Record<K, Field>
  for (const name of names) picked[name] = table.fields[name] as Field
  return picked
}

/** Database name of a wire column: `STOCK_CD` is `stock_cd`, with no other mapping. */
export function columnName(wireName: string): string {
  return wireName.toLowerCase()
}
