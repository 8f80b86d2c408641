import sql from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import {
  findRepeated,
  isTooLong,
  numberTexts,
  splitNumbers,
} from '#areas/inventory/rules/serial-numbers.ts'
import { isVisibleWarehouse, toShownName } from '#server/auth/visible-names.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type SaveCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { matches, matchLines, matchNumbers, unmatchNumbers } from '../operations/matching.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { serialLevels, cannotUnmatchShipped } from '../rules/shipped-numbers.ts'
import { lockShipments } from './lock-shipments.ts'

/** Includes shipped lines, because numbers can still be matched after shipping. */
export const matchLinesHandler = handleQuery(
  matchLines,
  'v.shipment_dt desc, v.shipment_no desc, v.line_no',
  () => sql`
    select l.shipment_no, l.line_no, s.wcode, l.owner_cd, s.owner_order_no, t.ship_to_nm,
      s.state_cd, s.shipment_dt, l.stock_cd, k.stock_nm, l.pick_qty, m.match_qty,
      l.pick_qty - m.match_qty open_qty, 'SERIAL' match_cd, null::text numbers,
      null::numeric box_qty
    from shipment_line l
    join shipment s using (shipment_no)
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd
    cross join lateral (
      select coalesce(sum(m.qty), 0) match_qty from shipment_match m
      where m.shipment_no = l.shipment_no and m.line_no = l.line_no) m
    where l.pick_qty > 0 and s.state_cd in (${quoteCodes(shipmentStepFrom.match)})`,
)

export const matchesHandler = handleQuery(
  matches,
  'v.shipment_no, v.line_no, v.match_no',
  () => sql`select m.*, s.wcode from shipment_match m join shipment s using (shipment_no)`,
)

interface NumberMatch {
  readonly no: number
  readonly shipment_no: string
  readonly line_no: number
  readonly match_cd: string
  readonly match_no: string
  readonly qty: number
}

function findMatches(call: SaveCall): { pairs: NumberMatch[]; errors: RowError[] } {
  const errors: RowError[] = []
  const pairs = call.rows.flatMap(({ no, values }): NumberMatch[] => {
    const addError = (column: string, text: Label) => errors.push({ row: no, column, text })
    const written = splitNumbers(String(values['NUMBERS']))
    const repeated = findRepeated(written)
    if (repeated !== undefined) addError('NUMBERS', numberTexts.twice(repeated))
    if (written.some(isTooLong)) addError('NUMBERS', numberTexts.tooLong)
    const isBox = values['MATCH_CD'] === 'BOX'
    const qty = isBox ? Number(values['BOX_QTY'] ?? 0) : 1
    if (isBox && (written.length !== 1 || qty <= 0)) {
      const text = label(
        '박스는 한 번호와 그 안의 수량을 입력하세요.',
        'For a box, enter one number and the quantity in it.',
      )
      addError(written.length === 1 ? 'BOX_QTY' : 'NUMBERS', text)
    }
    const [shipment, line] = [String(values['SHIPMENT_NO']), Number(values['LINE_NO'])]
    const named = { no, shipment_no: shipment, line_no: line, match_cd: String(values['MATCH_CD']) }
    return written.map((number) => ({ ...named, match_no: number, qty }))
  })
  return { pairs, errors }
}

const columns = sql`as r(no integer, shipment_no text, line_no integer, match_cd text,
  match_no text, qty numeric)`

async function findErrors(call: SaveCall, pairs: readonly NumberMatch[]): Promise<RowError[]> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) ${columns}`
  const exceeding = call.tx.query<{ no: number; open: number | null; is_barred: boolean }>(sql`
    select no, open, is_barred from (
      select r.no, r.match_cd = 'SERIAL' and k.serial_cd = 'NONE' is_barred, l.pick_qty - coalesce((select sum(m.qty) from shipment_match m
          where m.shipment_no = l.shipment_no and m.line_no = l.line_no), 0) open,
        sum(r.qty) over (partition by r.shipment_no, r.line_no) wanted,
        row_number() over (partition by r.no) place
      from ${given}
      left join shipment_line l on l.shipment_no = r.shipment_no and l.line_no = r.line_no
      left join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd) q
    where place = 1 and (open is null or wanted > open or is_barred) order by no`)
  const known = call.tx.query<{ no: number; match_no: string; shipment_no: string | null }>(sql`
    select distinct on (r.no) r.no, m.match_no,
      case when ${isVisibleWarehouse('h.wcode', call)} then m.shipment_no end shipment_no
    from ${given}
    join shipment_line l on l.shipment_no = r.shipment_no and l.line_no = r.line_no
    cross join lateral (
      select * from shipment_match where match_cd = 'SERIAL'
        and (owner_cd, stock_cd, match_no) = (l.owner_cd, l.stock_cd, r.match_no)
      union select * from shipment_match where shipment_no = l.shipment_no
        and (owner_cd, stock_cd, match_no) = (l.owner_cd, l.stock_cd, r.match_no)) m
    join shipment h on h.shipment_no = m.shipment_no
    where m.shipment_no = l.shipment_no or r.match_cd = 'SERIAL' and not exists (
        select from shipment_match n where n.owner_cd = m.owner_cd and n.stock_cd = m.stock_cd
          and n.match_no = m.match_no and n.match_cd = 'SERIAL' and n.life_no > m.life_no)
      and freed_serials(m.shipment_no, m.owner_cd, m.stock_cd) < 1
      and not came_back_blind(m.owner_cd, m.stock_cd, m.match_no, m.shipment_no)
    order by r.no, m.match_no, m.life_no desc`)
  const [excess, existing] = await Promise.all([exceeding, known])
  return [
    ...excess.map(({ no, open, is_barred: isBarred }): RowError => {
      if (isBarred) return { row: no, column: 'NUMBERS', text: serialLevels.none }
      const text =
        open === null
          ? label('출고 행을 찾을 수 없습니다. 다시 조회하세요.', 'Line not found. Search again.')
          : label(
              `미매칭 수량 ${open}${josa(open, '을/를')} 넘습니다.`,
              `Exceeds the unmatched quantity of ${open}.`,
            )
      return { row: no, column: 'NUMBERS', text }
    }),
    ...existing.map(({ no, match_no: number, shipment_no: shipment }): RowError => {
      const { ko, en } = toShownName(shipment)
      const text = label(
        `${number}${josa(number, '은/는')} ${ko}에 이미 매칭했습니다.`,
        `${number} is already matched to ${en}.`,
      )
      return { row: no, column: 'NUMBERS', text }
    }),
  ]
}

export const matchNumbersHandler = handleProcedure(matchNumbers, async (call) => {
  const { pairs, errors } = findMatches(call)
  const [, found] = await Promise.all([
    lockShipments(call, shipmentStepFrom.match),
    findErrors(call, pairs),
  ])
  const rowErrors = [...errors, ...found]
  if (rowErrors.length > 0) throw invalidRows(rowErrors)
  await call.tx.execute(sql`
    insert into shipment_match (shipment_no, line_no, match_cd, match_no, owner_cd, stock_cd, qty,
      created_by)
    select r.shipment_no, r.line_no, r.match_cd, r.match_no, l.owner_cd, l.stock_cd, r.qty,
      ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) ${columns}
    join shipment_line l on l.shipment_no = r.shipment_no and l.line_no = r.line_no`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `번호 ${formatCount(pairs.length)}개를 매칭했습니다.`,
      `${formatCount(pairs.length, 'number')} matched.`,
    ),
  }
})

async function readPicked(call: SaveCall, pairs: readonly object[]): Promise<Set<number>> {
  const found = await call.tx.query<{ no: number }>(sql`
    select r.no from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) ${columns}
    join shipment_match m on m.shipment_no = r.shipment_no and m.line_no = r.line_no
      and m.match_no = r.match_no`)
  return new Set(found.map(({ no }) => no))
}

export const unmatchNumbersHandler = handleProcedure(unmatchNumbers, async (call) => {
  await lockShipments(call, shipmentStepFrom.unmatch, cannotUnmatchShipped)
  const pairs = call.rows.map(({ no, values }) => ({
    no,
    shipment_no: values['SHIPMENT_NO'],
    line_no: values['LINE_NO'],
    match_no: values['MATCH_NO'],
  }))
  const removed = await call.tx.query<{ no: number }>(sql`
    delete from shipment_match m using jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) ${columns}
    where m.shipment_no = r.shipment_no and m.line_no = r.line_no and m.match_no = r.match_no
      and not (m.match_cd = 'SERIAL' and exists (select from stock k where k.owner_cd = m.owner_cd
        and k.stock_cd = m.stock_cd and k.serial_cd = 'ALL'))
    returning r.no`)
  const met = new Set(removed.map(({ no }) => no))
  const unmatched = call.rows.filter(({ no }) => !met.has(no))
  const picked = unmatched.length > 0 ? await readPicked(call, pairs) : new Set<number>()
  const text = label('매칭한 번호가 아닙니다.', 'This number is not matched to the line.')
  const errors = unmatched.map(({ no }): RowError => {
    return { row: no, column: 'MATCH_NO', text: picked.has(no) ? serialLevels.all : text }
  })
  if (errors.length > 0) throw invalidRows(errors)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `매칭 ${formatCount(removed.length)}건을 해제했습니다.`,
      `${formatCount(removed.length, 'match', 'matches')} removed.`,
    ),
  }
})
