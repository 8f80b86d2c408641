import sql, { raw, type Sql } from 'sql-template-tag'
import { withNotices } from '#areas/inventory/server/with-notices.ts'
import { postReceipt, type ReceivedStock } from '#areas/inbound/server/receiving.ts'
import { selectSuggestedCells } from '#areas/inbound/server/suggested-cells.ts'
import { openCell } from '#areas/inventory/server/open-cell.ts'
import { expiryBeforeProduction } from '#areas/inventory/rules/valid-before-made.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type SaveCall } from '#server/engine/handler.ts'
import { toRowErrors, recordsetSql } from '#server/engine/table-save.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { scopeConditions, whereAll } from '#server/engine/search-sql.ts'
import { packedCargoItems, unpack } from '../operations/cargo.ts'
import { cargoStepFrom } from '../rules/cargo-status.ts'
import { clearUnpacked, readReleaseBases, singleBasis } from './cleared-packages.ts'
import { lockCargos } from './lock-cargos.ts'
import { isValidLine, unpackedQuantitiesSql } from './unpacked-quantities.ts'

const packedItems = sql`
  select i.*, c.wcode, c.cargo_no, c.hbl_no, c.in_dt, s.stock_nm, s.barcode, s.box_qty,
    u.pkg_qty unpack_pkg_qty, u.qty unpack_qty, k.basis_no,
    greatest(i.order_qty - coalesce(u.qty, 0), 0) open_qty,
    greatest(i.item_pkg_qty - coalesce(u.pkg_qty, 0), 0) open_pkg_qty
  from bonded_item i join bonded_cargo c using (bond_no)
  join stock s on s.owner_cd = i.owner_cd and s.stock_cd = i.stock_cd
  left join ${unpackedQuantitiesSql} u on u.bond_no = i.bond_no and u.item_no = i.line_no
  left join ${singleBasis} k on k.bond_no = i.bond_no and c.clear_pkg_qty = c.in_pkg_qty
  where c.in_pkg_qty > c.out_pkg_qty and i.order_qty > coalesce(u.qty, 0)`

export const packedHandler = handleQuery(
  packedCargoItems,
  'v.bond_no, v.line_no',
  ({ scope }) => sql`
    select l.bond_no, l.line_no, l.wcode, l.owner_cd, l.stock_cd, l.stock_nm, l.cargo_no, l.hbl_no,
      l.in_dt, l.barcode, l.box_qty, l.item_pkg_qty, l.order_qty, l.unpack_pkg_qty, l.unpack_qty,
      l.open_qty, l.open_pkg_qty now_pkg_qty, l.open_qty now_qty,
      coalesce(l.cell_cd, c.cell_cd) cell_cd, l.lot_no, l.made_dt, l.valid_dt, l.basis_no, '' pallet_no,
      '' box_no
    from (${packedItems}) l
    left join (${selectSuggestedCells(scope.wcode, sql`select * from (${packedItems}) v ${whereAll(scopeConditions(packedCargoItems.scope, scope))}`)}) c
      on c.owner_cd = l.owner_cd and c.stock_cd = l.stock_cd`,
)

interface Rule {
  readonly column: string
  readonly where: Sql
  readonly text: Label
}

/**
 * Validation rules for unpacking rows `r`, with items `i`, unpacked quantities `u`, cargos `c` and
 * stock `s`.
 */
function unpackRules(wcode: string): readonly Rule[] {
  return [
    {
      column: 'LINE_NO',
      where: sql`i.line_no is null`,
      text: label(
        '품목 행을 찾을 수 없습니다. 다시 조회하세요.',
        'Item line not found. Search again.',
      ),
    },
    {
      column: 'NOW_QTY',
      where: sql`sum_qty > i.order_qty - coalesce(u.qty, 0)`,
      text: label('잔량을 넘습니다.', 'Exceeds the remaining quantity.'),
    },
    {
      column: 'NOW_PKG_QTY',
      where: sql`i.item_pkg_qty > 0 and sum_pkg > i.item_pkg_qty - coalesce(u.pkg_qty, 0)`,
      text: label('품목의 포장개수를 넘습니다.', 'Exceeds the packages of the item.'),
    },
    {
      column: 'CELL_CD',
      where: sql`not exists (select from cell c join zone z using (wcode, zone_cd)
        where ${openCell} and c.wcode = ${wcode} and c.cell_cd = r.cell_cd)`,
      text: label('없거나 잠긴 셀입니다.', 'Cell not found or locked.'),
    },
    {
      column: 'LOT_NO',
      where: sql`s.lot_yn = 'Y' and coalesce(r.lot_no, i.lot_no, '') = ''`,
      text: label(
        '로트 관리 품목입니다. 로트를 입력하세요.',
        'This item is lot controlled. Enter a lot.',
      ),
    },
    {
      column: 'VALID_DT',
      where: sql`s.valid_yn = 'Y' and coalesce(r.valid_dt, i.valid_dt) is null`,
      text: label(
        '유통기한 관리 품목입니다. 유통기한을 입력하세요.',
        'This item is expiry controlled. Enter an expiry date.',
      ),
    },
    {
      column: 'VALID_DT',
      where: sql`coalesce(r.valid_dt, i.valid_dt) < coalesce(r.made_dt, i.made_dt)`,
      text: expiryBeforeProduction,
    },
  ]
}

async function rejectInvalid(call: SaveCall, given: Sql): Promise<void> {
  const joined = sql`(select r.*, sum(r.now_qty) over w sum_qty, sum(r.now_pkg_qty) over w sum_pkg
      from ${given} window w as (partition by r.bond_no, r.line_no)) r
    left join bonded_item i on i.bond_no = r.bond_no and i.line_no = r.line_no
    left join ${unpackedQuantitiesSql} u on u.bond_no = i.bond_no and u.item_no = i.line_no
    left join stock s on s.owner_cd = i.owner_cd and s.stock_cd = i.stock_cd`
  const errors: RowError[] = []
  for (const { column, where, text } of unpackRules(call.scope.wcode)) {
    const found = await call.tx.query<{ no: number }>(
      sql`select r.no from ${joined} where ${where}`,
    )
    errors.push(...toRowErrors(found, call.rows, column, text))
  }
  if (errors.length) throw invalidRows(errors)
}

interface OpenedPackage extends Record<string, unknown>, ReceivedStock {
  line_no: number
  bond_no: string
  item_no: number
  pkg_qty: number
}

async function makeReceipts(call: SaveCall, given: Sql): Promise<OpenedPackage[]> {
  const goods = await call.tx.query<OpenedPackage & { cargo: number }>(sql`
    select r.no, r.bond_no, r.line_no item_no, dense_rank() over (order by r.bond_no) cargo,
      row_number() over (partition by r.bond_no order by r.no)::integer line_no, i.owner_cd,
      i.stock_cd, r.now_pkg_qty pkg_qty, r.now_qty qty, r.cell_cd,
      coalesce(r.lot_no, i.lot_no, '') lot_no, '' mark, '' plot,
      coalesce(r.made_dt, i.made_dt) made_dt, coalesce(r.valid_dt, i.valid_dt) valid_dt,
      coalesce(r.pallet_no, '') pallet_no, coalesce(r.box_no, '') box_no, c.cargo_no
    from ${given} join bonded_item i on i.bond_no = r.bond_no and i.line_no = r.line_no
    join bonded_cargo c on c.bond_no = r.bond_no order by r.no`)
  const count = new Set(goods.map((item) => item.bond_no)).size
  const numbers = await call.tx.query<{ no: string }>(sql`
    select no from ${nextNumbers(call, 'RECEIPT', count)} no`)
  const numbered = goods.map((item) => ({ ...item, receipt_no: numbers[item.cargo - 1]?.no ?? '' }))
  const g = unpackedRows(numbered)
  await call.tx.execute(sql`
    insert into receipt (receipt_no, wcode, owner_cd, receipt_dt, remark, created_by, updated_by)
    select distinct g.receipt_no, ${call.scope.wcode}, g.owner_cd, ${call.today}::date,
      '보세 ' || g.cargo_no, ${call.userId}, ${call.userId} from ${g}`)
  await call.tx.execute(sql`
    insert into receipt_line (receipt_no, line_no, owner_cd, stock_cd, order_qty, lot_no, made_dt,
      valid_dt, cell_cd, created_by, updated_by)
    select g.receipt_no, g.line_no, g.owner_cd, g.stock_cd, g.qty, nullif(g.lot_no, ''), g.made_dt,
      g.valid_dt, g.cell_cd, ${call.userId}, ${call.userId} from ${g}`)
  return numbered
}

const openedColumnTypes = `no integer, bond_no text, item_no integer, receipt_no text, line_no integer,
  owner_cd text, stock_cd text, pkg_qty numeric, qty numeric, cell_cd text, lot_no text,
  made_dt date, valid_dt date, cargo_no text`

function unpackedRows(goods: readonly Record<string, unknown>[]): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(goods)}::jsonb) as g(${raw(openedColumnTypes)})`
}

export const unpackHandler = handleProcedure(unpack, async (call) => {
  const closed = label(
    '반입한 화물이 아니거나 전량 반출했습니다.',
    'This cargo has not arrived, or is fully released.',
  )
  await lockCargos(call, cargoStepFrom.unpack, closed)
  const given = recordsetSql(unpack.input, Object.keys(unpack.input), call.rows)
  await rejectInvalid(call, given)
  const grounds = await readReleaseBases(call)
  const goods = await makeReceipts(call, given)
  // Linked to the last arrival line, so cancelling that arrival also reverses the unpacking.
  await call.tx.execute(sql`
    insert into bonded_unpack (bond_no, item_no, line_id, receipt_no, receipt_line, owner_cd,
      stock_cd, pkg_qty, qty, user_id)
    select g.bond_no, g.item_no, (select max(l.line_id) from bonded_line l
        where l.bond_no = g.bond_no and l.direction_cd = 'IN' and ${isValidLine}),
      g.receipt_no, g.line_no, g.owner_cd, g.stock_cd, g.pkg_qty, g.qty, ${call.userId}
    from ${unpackedRows(goods)} order by g.no`)
  const notices = await postReceipt(call, 'UNPACK', goods)
  await clearUnpacked(call, goods, grounds)
  const numbers = new Map(goods.map((item) => [item.no, item.receipt_no]))
  const message = label(
    `${formatCount(goods.length)}행을 보세재고로 입고했습니다.`,
    `${formatCount(goods.length, 'line')} received into bonded stock.`,
  )
  const rows = call.rows.map(({ no }) => ({ ROW: no, RECEIPT_NO: numbers.get(no) ?? null }))
  return withNotices({ rows, message }, notices)
})
