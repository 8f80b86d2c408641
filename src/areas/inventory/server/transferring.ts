import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { requireConfirmation } from '#server/engine/require-confirmation.ts'
import { toRowErrors } from '#server/engine/table-save.ts'
import { handleProcedure, type ProcedureHandler, type SaveCall } from '#server/engine/handler.ts'
import { findRelabelDoubts } from './arrival-doubts.ts'
import { expiryBeforeProduction } from '../rules/valid-before-made.ts'
import { validDateChange } from '../operations/stock-groups.ts'
import { transferLot, transferMark, transferStock } from '../operations/stock-work.ts'
import { toRecordset, stockOfRows } from './moving.ts'
import { isInScope, changeStock, type StockWork } from './work-engine.ts'
import { selectGroupStock } from './work-rows.ts'

interface Rule {
  readonly column: string
  readonly where: Sql
  readonly text: Label
}

const needsLot = (lot: Sql): Sql => sql`k.lot_yn = 'Y' and coalesce(${lot}, '') = ''`
const needsDate = (date: Sql): Sql => sql`k.valid_yn = 'Y' and ${date} is null`
export const lotMissing = label(
  '로트 관리 품목입니다. 로트를 입력하세요.',
  'This item is lot controlled. Enter a lot.',
)
export const dateMissing = label(
  '유통기한 관리 품목입니다. 유통기한을 입력하세요.',
  'This item is expiry controlled. Enter an expiry date.',
)

/** Checks the order of lot dates: production, receipt, expiry. */
export const madeAfterReceipt = label(
  '제조일이 입고일보다 늦습니다.',
  'The production date is after the receipt date.',
)

export const notStockItem = label(
  '이 화주의 사용 중인 재고 품목이 아닙니다.',
  'Not an active stock item of this owner.',
)

const lotRules: readonly Rule[] = [
  { column: 'TO_LOT_NO', where: needsLot(sql`r.to_lot_no`), text: lotMissing },
  { column: 'TO_VALID_DT', where: needsDate(sql`r.to_valid_dt`), text: dateMissing },
  {
    column: 'TO_VALID_DT',
    where: sql`r.to_valid_dt < r.to_made_dt`,
    text: expiryBeforeProduction,
  },
  {
    column: 'TO_MADE_DT',
    where: sql`r.to_made_dt > l.received_dt`,
    text: madeAfterReceipt,
  },
]

const newLot = sql`coalesce(r.to_lot_no, l.lot_no)`
const newValidDate = sql`coalesce(r.to_valid_dt, l.valid_dt)`

const itemRules: readonly Rule[] = [
  {
    column: 'TO_STOCK_CD',
    where: sql`k.stock_cd is null`,
    text: notStockItem,
  },
  { column: 'TO_LOT_NO', where: needsLot(newLot), text: lotMissing },
  { column: 'TO_VALID_DT', where: needsDate(newValidDate), text: dateMissing },
  { column: 'TO_VALID_DT', where: sql`${newValidDate} < l.made_dt`, text: expiryBeforeProduction },
]

async function rejectRuleViolations(
  call: SaveCall,
  procedure: Procedure,
  item: Sql,
  rules: readonly Rule[],
): Promise<void> {
  const errors: RowError[] = []
  for (const { column, where, text } of rules) {
    const found = await call.tx.query<{ no: number }>(sql`
      select r.no from ${stockOfRows(call, procedure)} join lot l on l.lot_id = b.lot_id
      left join stock k on k.owner_cd = b.owner_cd and k.stock_cd = ${item}
        and k.goods_yn = 'Y' and k.use_yn = 'Y'
      where ${isInScope(call)} and ${where}`)
    errors.push(...toRowErrors(found, call.rows, column, () => text))
  }
  if (errors.length) throw invalidRows(errors)
}

function transferHandler(
  procedure: Procedure,
  change: Pick<StockWork, 'kind' | 'becomes'> & { column: string; item: Sql },
  rules: readonly Rule[],
): ProcedureHandler {
  return handleProcedure(procedure, async (call) => {
    await rejectRuleViolations(call, procedure, change.item, rules)
    const done = await changeStock(call, {
      kind: change.kind,
      from: stockOfRows(call, procedure),
      take: sql`r.work_qty`,
      becomes: change.becomes,
      columns: ['WORK_QTY', change.column],
      done: (count) =>
        label(
          `재고 ${formatCount(count)}건을 변경했습니다.`,
          `${formatCount(count, 'stock record')} changed.`,
        ),
    })
    const doubts = await findRelabelDoubts(call, relabelledRows(call, procedure, change))
    requireConfirmation(
      call,
      doubts.map((doubt) => ({ ...doubt, column: `TO_${doubt.column}` })),
    )
    return done
  })
}

/** New attributes of the rows whose item, lot or expiry date changes. */
function relabelledRows(
  call: SaveCall,
  procedure: Procedure,
  { becomes, item }: Pick<StockWork, 'becomes'> & { item: Sql },
): Sql {
  const { lot_no = sql`l.lot_no`, made_dt = sql`l.made_dt`, valid_dt = sql`l.valid_dt` } = becomes
  return sql`select * from (
    select r.no, b.owner_cd, ${item} stock_cd, ${lot_no} lot_no, ${made_dt} made_dt,
      ${valid_dt} valid_dt, (b.stock_cd, l.lot_no, l.valid_dt) was
    from ${stockOfRows(call, procedure)} join lot l on l.lot_id = b.lot_id) n
    where (n.stock_cd, n.lot_no, n.valid_dt) is distinct from n.was`
}

/** Changes the date of the entire lot or fails. Allocated stock prevents the change. */
const changeValidDateHandler = handleProcedure(validDateChange.act, async (call) => {
  const done = await changeStock(call, {
    kind: 'LOT',
    from: selectGroupStock(call, validDateChange),
    take: 'whole',
    becomes: { valid_dt: sql`r.to_valid_dt` },
    columns: ['TO_VALID_DT', 'TO_VALID_DT'],
    done: (count) =>
      label(
        `재고 ${formatCount(count)}건의 유통기한을 변경했습니다.`,
        `Expiry date of ${formatCount(count, 'stock record')} changed.`,
      ),
  })
  const doubts = await findRelabelDoubts(
    call,
    sql`select r.no, l.owner_cd, l.stock_cd, l.lot_no, l.made_dt, r.to_valid_dt valid_dt
      from ${toRecordset(call, validDateChange.act)} join lot l on l.lot_id = r.lot_id::bigint`,
  )
  requireConfirmation(
    call,
    doubts.map((doubt) => ({ ...doubt, column: 'TO_VALID_DT' })),
  )
  return done
})

export const transferringHandlers: readonly ProcedureHandler[] = [
  changeValidDateHandler,
  transferHandler(
    transferLot,
    {
      kind: 'LOT',
      column: 'TO_LOT_NO',
      item: sql`b.stock_cd`,
      becomes: {
        lot_no: sql`coalesce(r.to_lot_no, '')`,
        made_dt: sql`r.to_made_dt`,
        valid_dt: sql`r.to_valid_dt`,
      },
    },
    lotRules,
  ),
  transferHandler(
    transferMark,
    {
      kind: 'MARK',
      column: 'TO_MARK',
      item: sql`b.stock_cd`,
      becomes: { mark: sql`coalesce(r.to_mark, '')`, plot: sql`coalesce(r.to_plot, '')` },
    },
    [],
  ),
  transferHandler(
    transferStock,
    {
      kind: 'ITEM',
      column: 'TO_STOCK_CD',
      item: sql`r.to_stock_cd`,
      becomes: { stock_cd: sql`r.to_stock_cd`, lot_no: newLot, valid_dt: newValidDate },
    },
    itemRules,
  ),
]
