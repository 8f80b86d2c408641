import sql, { empty, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type QueryCall,
  type SaveCall,
} from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  isSearchedBy,
  scopeConditions,
  searchConditions,
  whereAll,
} from '#server/engine/search-sql.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import {
  blockRecall,
  closeRecall,
  lotFacts,
  recallLots,
  recallPlaces,
} from '../operations/recalls.ts'
import { recallStatus, recallStepFrom } from '../rules/recall-status.ts'
import { selectLotsMadeFrom } from './lot-lineage.ts'
import { recallFigures, ofUserWarehouses, stockPlaces, recallSeeds } from './recall-figures.ts'

const lotFields = recallPlaces.search
const anyWarehouse = () => sql`true`

/**
 * Conditions on lots: made, received or expiring on the searched dates, or containing the searched
 * serial.
 */
function lotFactConditions(search: WireRow): Sql[] {
  const conditions = searchConditions(lotFacts, search)
  if (conditions.length === 0) return []
  const serials =
    (search['SERIAL_NO'] ?? null) === null
      ? empty
      : sql`join lateral (
          select m.match_no serial_no from stock_balance b join allocation a using (balance_id)
          join shipment_match m on m.shipment_no = a.shipment_no and m.line_no = a.line_no
            and m.match_cd = 'SERIAL'
          where b.lot_id = l.lot_id) m on true`
  return [
    sql`(v.owner_cd, v.stock_cd, upper(v.lot_no)) in (
      select v.owner_cd, v.stock_cd, upper(v.lot_no) from (select * from lot l ${serials}) v
      ${whereAll(conditions)})`,
  ]
}

function lotConditions({ scope, search }: QueryCall): Sql {
  const fields = searchConditions(lotFields, search)
  return whereAll([...scopeConditions('owner', scope), ...fields, ...lotFactConditions(search)])
}

const lotSearchFields = ['LOT_NO', 'STOCK_CD', ...Object.keys(lotFacts)]

/** Lots without an open recall. Returned only if the search contains an item or a lot. */
function otherLots(call: QueryCall): Sql {
  if (!isSearchedBy(call.search, lotSearchFields)) return empty
  return sql`
    union all
    select * from (
      select distinct on (v.owner_cd, v.stock_cd, upper(v.lot_no)) null::text recall_no,
        null::text state_cd, null::text level_cd, v.owner_cd, v.stock_cd, v.lot_no,
        null::text reason, null::text blocked_by, null::timestamptz blocked_at,
        null::text close_reason, null::text closed_by, null::timestamptz closed_at
      from (select * from lot where lot_no <> '') v ${lotConditions(call)}
      order by v.owner_cd, v.stock_cd, upper(v.lot_no)) v
    where not exists (select from recall r where r.owner_cd = v.owner_cd
      and r.stock_cd = v.stock_cd and upper(r.lot_no) = upper(v.lot_no)
      and r.state_cd = ${recallStatus.blocked})`
}

/** Without search values, returns only open recalls. */
function selectRecalls(call: QueryCall): Sql {
  const isSearched = isSearchedBy(call.search, Object.keys(recallLots.search))
  const open = isSearched ? sql`true` : sql`v.state_cd = ${recallStatus.blocked}`
  return sql`select v.recall_no, v.state_cd, v.level_cd, v.owner_cd, v.stock_cd, v.lot_no, v.reason,
      v.blocked_by, v.blocked_at, v.close_reason, v.closed_by, v.closed_at
    from (select * from recall v where ${open}) v ${lotConditions(call)}`
}

const recallLotsHandler = handleQuery(
  recallLots,
  'v.state_cd, v.owner_cd, v.stock_cd, v.lot_no, v.recall_no desc',
  (call) => sql`
    select r.*, k.stock_nm, k.unit_cd, f.*
    from (${selectRecalls(call)} ${otherLots(call)}) r
    join stock k on k.owner_cd = r.owner_cd and k.stock_cd = r.stock_cd
    cross join lateral ${recallFigures('r', ofUserWarehouses(call))} f`,
  lotSearchFields,
)

const recallPlacesHandler = handleQuery(
  recallPlaces,
  'v.seq, v.wcode, v.ship_to_cd, v.stock_cd, v.lot_no, v.cell_cd, v.doc_no, v.pallet_no, v.box_no',
  (call) =>
    stockPlaces(
      sql`select l.lot_id from lot l join (
        select v.owner_cd, v.stock_cd, v.lot_no from (
          select owner_cd, stock_cd, lot_no from lot where lot_no <> ''
          union all select owner_cd, stock_cd, lot_no from recall) v ${lotConditions(call)}) v
        on v.owner_cd = l.owner_cd and v.stock_cd = l.stock_cd and upper(v.lot_no) = upper(l.lot_no)`,
      ofUserWarehouses(call),
    ),
  ['STOCK_CD', 'LOT_NO'],
)

interface BlockedLot extends Record<string, unknown> {
  no: number
  lot_no: string | null
  recall_no: string | null
  place: number
}

function blockingError({ lot_no, recall_no, place }: BlockedLot): Label | undefined {
  if (lot_no === null) {
    return label('로트를 찾을 수 없습니다. 다시 조회하세요.', 'Lot not found. Search again.')
  }
  if (recall_no !== null) {
    return label(`이미 회수 중인 로트입니다: ${recall_no}`, `Already recalled: ${recall_no}`)
  }
  return place > 1 ? label('같은 로트가 중복되었습니다.', 'The same lot appears twice.') : undefined
}

/** Returns the lots to block. Throws for rows without a lot and for lots already recalled. */
async function lotsToBlock(call: SaveCall): Promise<BlockedLot[]> {
  const { owners } = call.scope
  const found = await call.tx.query<BlockedLot>(sql`
    select r.no, l.lot_no, c.recall_no,
      row_number() over (partition by r.owner_cd, r.stock_cd, upper(r.lot_no) order by r.no) place
    from ${recordsetSql(blockRecall.input, Object.keys(blockRecall.input), call.rows)}
    left join lateral (select lot_no from lot l where l.owner_cd = r.owner_cd
      and l.stock_cd = r.stock_cd and upper(l.lot_no) = upper(r.lot_no)
      and (${owners === null} or l.owner_cd = any(${[...(owners ?? [])]}::text[]))
      order by l.lot_no limit 1) l on true
    left join recall c on c.owner_cd = r.owner_cd and c.stock_cd = r.stock_cd
      and upper(c.lot_no) = upper(r.lot_no) and c.state_cd = ${recallStatus.blocked}
    order by r.no`)
  const errors = found.flatMap((row): RowError[] => {
    const text = blockingError(row)
    return text ? [{ row: row.no, column: 'LOT_NO', text }] : []
  })
  if (errors.length > 0) throw conflictingRows(errors)
  return found
}

/** Waits for running steps on the stock before its recall starts. Later steps see the recall. */
async function waitForRunningSteps(call: SaveCall): Promise<void> {
  await call.tx.query(sql`
    select 1 from shipment where shipment_no in (
      select a.shipment_no
      from ${recordsetSql(blockRecall.input, ['OWNER_CD', 'STOCK_CD', 'LOT_NO'], call.rows)}
      cross join lateral (${selectLotsMadeFrom(recallSeeds('r'))}) made
      join stock_balance b using (lot_id) join allocation a using (balance_id)
      where a.alloc_qty + a.pick_qty > 0)
    order by shipment_no for update`)
}

/**
 * Shipments of the user's warehouses with allocated or picked stock of the recalls. Their next step
 * is rejected.
 */
async function allocatedShipments(call: SaveCall, numbers: readonly string[]): Promise<string[]> {
  const found = await call.tx.query<{ shipment_no: string }>(sql`
    select distinct a.shipment_no from held_lots(${call.today}::date) h
    join stock_balance b using (lot_id) join allocation a using (balance_id)
    where h.recall_no = any(${[...numbers]}::text[]) and a.alloc_qty + a.pick_qty > 0
      and a.shipment_no is not null and ${ofUserWarehouses(call)('b')} order by 1`)
  return found.map(({ shipment_no }) => shipment_no)
}

const blockRecallHandler = handleProcedure(blockRecall, async (call) => {
  const lots = await lotsToBlock(call)
  await waitForRunningSteps(call)
  const inserted = await call.tx.query<{ no: string }>(sql`
    select no from ${nextNumbers(call, 'RECALL', lots.length)} no`)
  const numbers = inserted.map(({ no }) => no)
  const rows = lots.map((lot, index) => ({
    no: lot.no,
    lot_no: lot.lot_no,
    recall_no: numbers[index],
  }))
  await call.tx.execute(sql`
    insert into recall (recall_no, owner_cd, stock_cd, lot_no, level_cd, reason, blocked_by, blocked_at)
    select n.recall_no, r.owner_cd, r.stock_cd, n.lot_no, coalesce(r.level_cd, '2'), r.reason,
      ${call.userId}, coalesce(told_moment(), clock_timestamp())
    from ${recordsetSql(blockRecall.input, Object.keys(blockRecall.input), call.rows)}
    join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(no integer, lot_no text, recall_no text) on n.no = r.no`)
  const shipments = await allocatedShipments(call, numbers)
  const first = shipments.slice(0, 3).join(', ')
  const [ko, en] = shipments.length
    ? [
        ` 출고 ${formatCount(shipments.length)}건이 중지되었습니다: ${first}. 피킹이나 할당을 취소하세요.`,
        ` ${formatCount(shipments.length, 'shipment is', 'shipments are')} stopped: ${first}. Cancel the pick or allocation.`,
      ]
    : ['', '']
  return {
    rows: rows.map(({ no, recall_no = null }) => ({ ROW: no, RECALL_NO: recall_no })),
    message: label(
      `차단했습니다: ${numbers.slice(0, 3).join(', ')}.${ko}`,
      `Blocked: ${numbers.slice(0, 3).join(', ')}.${en}`,
    ),
    warns: shipments.length > 0,
  }
})

interface ClosingRecall extends Record<string, unknown> {
  no: number
  state_cd: string | null
  reason: string | null
  out: string
  here: string
}

function closingError({
  state_cd,
  reason,
  out,
}: ClosingRecall): readonly [string, Label] | undefined {
  if (state_cd === null) {
    return [
      'RECALL_NO',
      label('회수를 찾을 수 없습니다. 다시 조회하세요.', 'Recall not found. Search again.'),
    ]
  }
  if (!recallStepFrom.close.some((state) => state === state_cd)) {
    return ['RECALL_NO', label('이미 종결한 회수입니다.', 'This recall is already closed.')]
  }
  if (Number(out) <= 0 || reason !== null) return undefined
  return [
    'REASON',
    label(
      `회수되지 않은 출고 수량: ${formatCount(Number(out))}. 종결사유를 입력하세요.`,
      `Shipped and not returned: ${formatCount(Number(out))}. Enter a reason for closing.`,
    ),
  ]
}

const closeRecallHandler = handleProcedure(closeRecall, async (call) => {
  const { owners } = call.scope
  const numbers = call.rows.map(({ values }) => String(values['RECALL_NO']))
  await call.tx.query(sql`select 1 from recall where recall_no = any(${numbers}::text[])
    order by recall_no for update`)
  const found = await call.tx.query<ClosingRecall>(sql`
    select r.no, c.state_cd, r.reason, f.out_qty out,
      f.stock_qty + f.alloc_qty + f.pick_qty + f.transit_qty here
    from ${recordsetSql(closeRecall.input, Object.keys(closeRecall.input), call.rows)}
    left join recall c on c.recall_no = r.recall_no
      and (${owners === null} or c.owner_cd = any(${[...(owners ?? [])]}::text[]))
    left join lateral ${recallFigures('c', anyWarehouse)} f on c.recall_no is not null
    order by r.no`)
  const errors = found.flatMap((row): RowError[] => {
    const [column, text] = closingError(row) ?? []
    return column && text ? [{ row: row.no, column, text }] : []
  })
  if (errors.length > 0) throw invalidRows(errors)
  await call.tx.execute(sql`
    update recall c set state_cd = ${recallStatus.closed}, close_reason = r.reason,
      closed_by = ${call.userId}, closed_at = ${currentTimestamp}
    from ${recordsetSql(closeRecall.input, Object.keys(closeRecall.input), call.rows)}
    where c.recall_no = r.recall_no and c.state_cd in (${quoteCodes(recallStepFrom.close)})`)
  const free = found.reduce((sum, row) => sum + Number(row.here), 0)
  return {
    rows: found.map(({ no }) => ({ ROW: no, STATE_CD: recallStatus.closed })),
    message: label(
      `회수 ${formatCount(found.length)}건을 종결했습니다. 차단이 해제된 재고: ${formatCount(free)}`,
      `${formatCount(found.length, 'recall')} closed. Stock no longer blocked: ${formatCount(free)}`,
    ),
  }
})

export const recallHandlers: readonly Handler[] = [
  recallLotsHandler,
  recallPlacesHandler,
  blockRecallHandler,
  closeRecallHandler,
]
