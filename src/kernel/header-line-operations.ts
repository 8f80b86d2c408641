import type { Field, Fields } from './field.ts'
import { label } from './label.ts'
import {
  defineProcedure,
  defineQuery,
  type OwnerAccess,
  type Procedure,
  type Query,
} from './operation.ts'
import type { Table } from './table.ts'

/** A record saved together with its lines, and the column that links both tables. */
export interface HeaderLineTables<H extends Fields = Fields, L extends Fields = Fields> {
  readonly head: Table<H>
  readonly lines: Table<L>
  readonly link: string
  readonly headColumns: readonly (keyof H & string)[]
  readonly lineColumns: readonly (keyof L & string)[]
}

export interface HeaderLineOperations {
  readonly query: Query
  readonly lines: Query
  readonly save: Procedure
}

export function headerLineOperations<H extends Fields, L extends Fields>(
  area: string,
  name: string,
  tables: HeaderLineTables<H, L>,
  extra: {
    readonly head?: Fields
    readonly lines?: Fields
    readonly search?: Fields
    /** Access of owner-bound users to these records. They can never change them. */
    readonly bound?: OwnerAccess
  } = {},
): HeaderLineOperations {
  const { bound = 'open' } = extra
  const { head, lines, link, headColumns, lineColumns } = tables
  const scope = head.scope.warehouse ? 'warehouse' : 'company'
  const pickFields = (table: Table, names: readonly string[]): Fields =>
    Object.fromEntries(names.map((column) => [column, table.fields[column] as Field]))
  return {
    query: defineQuery({
      name: `${area}/${name}`,
      title: label(`${head.title.ko} 조회`, `${head.title.en} list`),
      action: 'search',
      scope,
      bound,
      search: { ...extra.search, ...head.fields },
      output: { ...head.fields, ...extra.head },
    }),
    lines: defineQuery({
      name: `${area}/${name}-lines`,
      title: label(`${lines.title.ko} 조회`, `${lines.title.en} list`),
      action: 'search',
      scope,
      bound,
      search: lines.fields,
      output: { ...lines.fields, ...extra.lines },
    }),
    save: defineProcedure({
      name: `${area}/save-${name}`,
      title: label(`${head.title.ko} 저장`, `Save ${head.title.en}`),
      action: 'save',
      scope,
      bound: 'refused',
      input: pickFields(head, [link, ...headColumns]),
      lines: pickFields(lines, ['LINE_NO', ...lineColumns]),
    }),
  }
}
