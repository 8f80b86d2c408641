import type { Field, Fields } from './field.ts'
import type { Label } from './label.ts'

/** What exists: the columns of one table, described once for screens, wire, spreadsheets and SQL. */
export interface Table<F extends Fields = Fields> {
  /** lower_snake, as in the database. */
  readonly name: string
  readonly title: Label
  /** Columns that name a row; never edited once saved. */
  readonly key: readonly string[]
  /** Columns that hold the data scope of a row, where the table has them. */
  readonly scope: { readonly warehouse?: string; readonly owner?: string }
  readonly fields: F
}

/** Tables by the fields they describe; a reference to another table's key stands on many. */
const homes = new WeakMap<Field, string[]>()

const described = new Map<string, Table>()

/** Declares a table. Throws at start-up when the key names no field. */
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
    homes.set(field, [...(homes.get(field) ?? []), table.name])
  }
  const defined = { scope: {}, ...table }
  described.set(table.name, defined)
  return defined
}

/** A table of the database by its name; undefined for one that is not described. */
export function tableNamed(name: string): Table | undefined {
  return described.get(name)
}

/** All tables of the database that are described. */
export function describedTables(): readonly Table[] {
  return [...described.values()]
}

/** Names of the tables an answer shows: those that alone describe some of its fields. */
export function tablesShown(output: Fields): ReadonlySet<string> {
  const alone = Object.values(output).flatMap((field) => {
    const tables = homes.get(field) ?? []
    return tables.length === 1 ? tables : []
  })
  return new Set(alone)
}

/** Some fields of a table by name, in the order asked for; a misspelt name does not compile. */
export function pick<F extends Fields, K extends keyof F & string>(
  table: Table<F>,
  names: readonly K[],
): Record<K, Field> {
  const picked = {} as Record<K, Field>
  for (const name of names) picked[name] = table.fields[name] as Field
  return picked
}

/** The database's name of a wire column: `STOCK_CD` is `stock_cd`, with no other mapping. */
export function columnName(wireName: string): string {
  return wireName.toLowerCase()
}
