import sql, { raw, type Sql } from 'sql-template-tag'

interface RecordTable {
  readonly table: string
  readonly number: string
  readonly qty: string
  /** Columns of the work that a negative row cancels. */
  readonly work: readonly string[]
  /** Condition on rows that count, if the table also records failed scans. */
  readonly counted?: string
}

/**
 * Rows of append-only records with `standing_qty`: the quantity that remains after later negative
 * rows of the same work, which cancel the latest rows first. Null for the negative rows.
 */
export function selectNetRecords({ table, number, qty, work, counted }: RecordTable): Sql {
  const key = (alias: string) => work.map((column) => `${alias}.${column}`).join(', ')
  const counts = (alias: string) => (counted ? `and ${alias}.${counted}` : '')
  const same = `(${key('x')}) = (${key('r')}) ${counts('x')}`
  return raw(`
    select r.*, case when r.${qty} < 0 then null
      when r.${qty} > 0 ${counts('r')}
        and (${key('r')}) in (select ${key('x')} from ${table} x where x.${qty} < 0)
      then greatest(0, (
          select min(s.level) from (
            select x.${number}, sum(x.${qty}) over (order by x.${number}) level
            from ${table} x where ${same}) s
          where s.${number} >= r.${number}) - (
          select coalesce(sum(x.${qty}), 0) from ${table} x
          where ${same} and x.${number} < r.${number}))
      else r.${qty} end standing_qty
    from ${table} r`)
}

export const netPicks = selectNetRecords({
  table: 'pick_record',
  number: 'pick_no',
  qty: 'pick_qty',
  work: ['alloc_id'],
})

/** Wrong scans did not count, so a cancellation does not affect them. */
export const netScans = selectNetRecords({
  table: 'check_record',
  number: 'check_no',
  qty: 'qty',
  work: ['shipment_no', 'stock_cd'],
  counted: 'fault_ko is null',
})

/** Work that was not undone: a remaining quantity, or a place found empty. */
export const isNetPick = sql`(r.pick_qty = 0 or r.standing_qty > 0)`
