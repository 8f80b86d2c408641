import sql, { empty, join, raw, type Sql } from 'sql-template-tag'

/** Values of the key columns, in the order of the subject's columns. */
export type Key = readonly (string | number)[]

/**
 * Returns a condition that restricts key columns to the keys under check. An extra leading column
 * is the warehouse and matches any value, for tables whose index starts with it.
 */
export type KeyFilter = (...columns: string[]) => Sql

/** Key columns of a checked subject and how to page through all keys. */
interface SubjectFacts {
  readonly columns: readonly string[]
  readonly type: 'bigint' | 'text'
  /** Query for the keys that follow `after`, in order. */
  readonly next: (after: Key | undefined, limit: number) => Sql
  /**
   * Keys touched by movements `m` with seals `s`. Absent if movements cannot touch this subject.
   */
  readonly touched?: Sql
}

function keysetPage(table: string, columns: readonly string[], type: 'bigint' | 'text') {
  const names = raw(columns.join(', '))
  return (after: Key | undefined, limit: number): Sql => {
    const from =
      after && sql`where (${names}) > (${join(after.map((part) => castKeyPart(part, type)))})`
    return sql`select ${names} from ${raw(table)} ${from ?? sql`where true`}
      order by ${names} limit ${limit}`
  }
}

function castKeyPart(part: string | number, type: 'bigint' | 'text'): Sql {
  return sql`${part}::${raw(type)}`
}

function tableSubject(
  name: string,
  columns: readonly string[],
  type: 'bigint' | 'text',
  touched?: Sql,
): SubjectFacts {
  return { columns, type, next: keysetPage(name, columns, type), ...(touched && { touched }) }
}

const documents: readonly (readonly [table: string, key: string])[] = [
  ['receipt', 'receipt_no'],
  ['shipment', 'shipment_no'],
  ['inventory_work', 'work_no'],
  ['count_job', 'job_no'],
]

export const subjects = {
  balance: tableSubject(
    'stock_balance',
    ['balance_id'],
    'bigint',
    sql`select unnest(array[m.from_balance_id, m.to_balance_id]) balance_id`,
  ),
  item: tableSubject('stock', ['owner_cd', 'stock_cd'], 'text', sql`select m.owner_cd, m.stock_cd`),
  document: {
    columns: ['doc_no'],
    type: 'text',
    next: (after, limit) => sql`select doc_no from (
      ${join(
        documents.map(
          ([name, key]) => sql`(select ${raw(key)} doc_no from ${raw(name)}
            where ${raw(key)} > ${String(after?.[0] ?? '')} order by 1 limit ${limit})`,
        ),
        ' union all ',
      )}) d order by doc_no limit ${limit}`,
    touched: sql`select m.doc_no`,
  },
  movement: tableSubject('stock_movement', ['movement_no'], 'bigint', sql`select m.movement_no`),
  seal: tableSubject('ledger_seal', ['seal_no'], 'bigint', sql`select s.seal_no`),
  // The anchor of a movement whose seal is archived. Later movements have none.
  anchor: tableSubject(
    'ledger_anchor',
    ['seal_no'],
    'bigint',
    sql`select (select a.seal_no from ledger_anchor a where a.movement_no >= m.movement_no
      order by a.movement_no, a.seal_no limit 1) seal_no`,
  ),
  archive: tableSubject('ledger_archive', ['month'], 'text'),
  request: tableSubject('adjust_request', ['request_no'], 'bigint'),
  customs: tableSubject('customs_goods', ['wcode', 'cargo_no', 'owner_cd', 'stock_cd'], 'text'),
  cargo: tableSubject('bonded_cargo', ['bond_no'], 'text'),
  payment: tableSubject('payment', ['payment_no'], 'text'),
  invoice: tableSubject('invoice', ['invoice_no'], 'text'),
  number: tableSubject('auto_number', ['rule_cd', 'period'], 'text'),
} as const satisfies Record<string, SubjectFacts>

export type Subject = keyof typeof subjects

export const subjectNames = Object.keys(subjects) as readonly Subject[]

export const allKeys: KeyFilter = () => sql`true`

export function keyFilter(subject: Subject, keys: readonly Key[]): KeyFilter {
  const { columns: own, type } = subjects[subject]
  return (...columns) => {
    if (columns.length === 1) {
      return sql`${raw(columns[0] ?? '')} = any(${keys.map(([part]) => part)}::${raw(type)}[])`
    }
    const parts = own.map((_, index) => sql`${keys.map((key) => key[index])}::${raw(type)}[]`)
    const everyWarehouse =
      columns.length > own.length ? sql`(select wcode from warehouse) w, ` : empty
    return sql`(${raw(columns.join(', '))}) in (select * from ${everyWarehouse}unnest(${join(parts)}))`
  }
}

export function subjectKey(subject: Subject, row: Readonly<Record<string, unknown>>): Key {
  return subjects[subject].columns.map((column) => {
    const part = row[column]
    return typeof part === 'number' ? part : String(part)
  })
}
