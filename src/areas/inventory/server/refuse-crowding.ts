import sql, { raw, type Sql } from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import { badRows, type RowError } from '#server/base/app-error.ts'
import { errorsFor } from '#server/engine/table-save.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { closedCell } from '../rules/closed-cell.ts'
import { openCell } from './open-cell.ts'

/** Refuses rows whose target cell is unknown, out of use or locked. `given` carries `to_cell_cd`. */
export async function refuseClosedTargets(call: SaveCall, given: Sql): Promise<void> {
  const closed = await call.tx.query<{ no: number }>(sql`
    select r.no from ${given}
    left join cell c on c.wcode = ${call.scope.wcode} and c.cell_cd = r.to_cell_cd
    left join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    where not ${openCell}`)
  const errors = errorsFor(closed, call.rows, 'TO_CELL_CD', (values) =>
    closedCell(values['TO_CELL_CD']),
  )
  if (errors.length) throw badRows(errors)
}

type Placing = Pick<SaveCall, 'tx' | 'scope'>

/**
 * Looks at the goods where they lie now: a cell that holds more than its capacity or goods that may
 * not lie together in it, and a pallet or box that would lie in two cells, undo the save. Called
 * after everything is posted; the cells with a rule are locked first, so that two saves never share
 * the same last room. `parts` is a relation `p(no, balance_id, to_cell_cd, to_pallet_no,
 * to_box_no)`; goods that stay in their cell crowd nobody.
 */
export async function refuseCrowding(call: Placing, parts: Sql, column: string): Promise<void> {
  const coming = sql`(select p.* from ${parts} join stock_balance b on b.balance_id = p.balance_id
    and (b.wcode, b.cell_cd) <> (${call.scope.wcode}, p.to_cell_cd)) p`
  await refuseCrowds(call, coming, parts, column)
}

/** The same of goods that all come from outside: `parts` need no `balance_id`. */
export async function refuseCrowdingArrivals(
  call: Placing,
  parts: Sql,
  column: string,
): Promise<void> {
  await refuseCrowds(call, parts, parts, column)
}

async function refuseCrowds(call: Placing, coming: Sql, parts: Sql, column: string): Promise<void> {
  const ruling = call.tx.query<{ cell_cd: string }>(sql`
    select cell_cd from cell where wcode = ${call.scope.wcode}
      and (capacity_cbm is not null or mix_cd <> 'ANY')
      and cell_cd in (select p.to_cell_cd from ${coming})
    order by cell_cd for no key update`)
  const [ruled, ...units] = await Promise.all([
    ruling,
    torn(call, parts, 'pallet_no', column),
    torn(call, parts, 'box_no', column),
  ])
  const errors = [
    ...(ruled.length ? await overfull(call, coming, column) : []),
    ...(ruled.length ? await mixed(call, coming, column) : []),
    ...units.flat(),
  ]
  if (errors.length) throw badRows(errors)
}

async function overfull(call: Placing, coming: Sql, column: string): Promise<RowError[]> {
  const full = await call.tx.query<{ no: number; cell_cd: string; room: number; used: number }>(sql`
    select p.no, c.cell_cd, c.capacity_cbm room, u.used
    from (select min(no) no, to_cell_cd from ${coming} group by to_cell_cd) p
    join cell c on c.wcode = ${call.scope.wcode} and c.cell_cd = p.to_cell_cd
      and c.capacity_cbm is not null
    cross join lateral (
      select round(sum(b.qty * s.cbm), 3) used from stock_balance b
      join stock s on s.owner_cd = b.owner_cd and s.stock_cd = b.stock_cd
      where b.wcode = c.wcode and b.cell_cd = c.cell_cd and b.qty > 0) u
    where u.used > c.capacity_cbm`)
  return full.map(({ no, cell_cd, room, used }) => ({
    row: no,
    column,
    text: label(
      `셀 ${cell_cd}의 용량 ${room} CBM을 넘습니다 (${used} CBM).`,
      `Cell ${cell_cd} has a capacity of ${room} CBM; it would hold ${used} CBM.`,
    ),
  }))
}

const aloneIn: Readonly<Record<string, Label>> = {
  OWNER: label('한 화주의 재고만', 'stock of one owner'),
  STOCK: label('한 품목만', 'one item'),
  LOT: label('한 품목의 한 로트만', 'one lot of one item'),
}

async function mixed(call: Placing, coming: Sql, column: string): Promise<RowError[]> {
  const found = await call.tx.query<{ no: number; cell_cd: string; mix_cd: string }>(sql`
    select p.no, c.cell_cd, c.mix_cd
    from (select min(no) no, to_cell_cd from ${coming} group by to_cell_cd) p
    join cell c on c.wcode = ${call.scope.wcode} and c.cell_cd = p.to_cell_cd
      and c.mix_cd <> 'ANY'
    cross join lateral (
      select count(distinct b.owner_cd) owners, count(distinct (b.owner_cd, b.stock_cd)) items,
        count(distinct b.lot_id) lots
      from stock_balance b where b.wcode = c.wcode and b.cell_cd = c.cell_cd and b.qty > 0) u
    where case c.mix_cd when 'OWNER' then u.owners when 'STOCK' then u.items else u.lots end > 1`)
  return found.map(({ no, cell_cd, mix_cd }) => ({
    row: no,
    column,
    text: label(
      `셀 ${cell_cd}에는 ${aloneIn[mix_cd]?.ko} 보관할 수 있습니다.`,
      `Cell ${cell_cd} can only store ${aloneIn[mix_cd]?.en}.`,
    ),
  }))
}

const units: Readonly<Record<'pallet_no' | 'box_no', Label>> = {
  pallet_no: label('파렛트', 'Pallet'),
  box_no: label('박스', 'Box'),
}

async function torn(
  call: Placing,
  parts: Sql,
  unit: 'pallet_no' | 'box_no',
  column: string,
): Promise<RowError[]> {
  const name = raw(unit)
  const found = await call.tx.query<{ no: number; unit: string; cells: string }>(sql`
    select min(p.no) no, b.${name} unit, string_agg(distinct b.cell_cd, ', ') cells
    from ${parts} join stock_balance b on b.wcode = ${call.scope.wcode} and b.qty > 0
      and b.${name} = p.to_${name} and p.to_${name} <> ''
    group by b.${name} having count(distinct b.cell_cd) > 1`)
  const { ko, en } = units[unit]
  return found.map((row) => ({
    row: row.no,
    column,
    text: label(
      `${ko} ${row.unit}${josa(row.unit, '이/가')} 두 셀(${row.cells})에 나뉩니다.`,
      `${en} ${row.unit} would be split over two cells (${row.cells}).`,
    ),
  }))
}
