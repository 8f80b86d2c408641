import sql from 'sql-template-tag'
import { ambiguityError } from '#kernel/ambiguous-code.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { matchesItem, namedItems } from '#areas/master/server/item-code.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type SaveCall,
  type SaveResult,
  type SaveRow,
} from '#server/engine/handler.ts'
import { cancelPacking, finishPacking, packingLines, packScan } from '../operations/packing.ts'
import { distributeCount, type Countable } from '../rules/distribute-count.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { explainSerial } from './check-serials.ts'
import { lockShipments } from './lock-shipments.ts'
import { assertSerialFits, storePacked, type PackedSerial } from './pack-serials.ts'
import { rejectStoppedShipments } from './stops.ts'

const boxTotals = sql`select sum(x.qty) pack_qty, string_agg(x.box_no || ' · ' || trim_scale(x.qty)
    || coalesce(' (' || trim_scale(b.weight_kg) || 'kg)', ''), ', ' order by x.box_no) boxes
  from shipment_box_line x join shipment_box b using (shipment_no, box_no)
  where x.shipment_no = l.shipment_no and x.line_no = l.line_no`

export const packingLinesHandler = handleQuery(
  packingLines,
  'v.shipment_no, v.line_no',
  () => sql`
    select l.shipment_no, l.line_no, l.owner_cd, l.stock_cd, k.stock_nm, k.barcode, s.wcode,
      l.pick_qty, coalesce(b.pack_qty, 0) pack_qty, b.boxes,
      round(coalesce(b.pack_qty, 0) / l.pick_qty * 100, 1) progress
    from shipment_line l
    join shipment s using (shipment_no)
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    left join lateral (${boxTotals}) b on true
    where l.pick_qty > 0`,
)

function packingError(row: SaveRow, text: Label, column = 'CODE'): Error {
  return invalidRows([{ row: row.no, text, column }])
}

const packingFinished = label(
  '이미 포장이 완료된 출고입니다. 다시 하려면 포장을 취소하세요.',
  'Packing is finished. Cancel packing to start over.',
)

export const packScanHandler = handleProcedure(packScan, async (call) => {
  const [[number = '']] = await Promise.all([
    lockShipments(call, shipmentStepFrom.pack),
    rejectStoppedShipments(call),
  ])
  const row = call.rows[0] as SaveRow
  const [done] = await call.tx.query(sql`
    select from shipment where shipment_no = ${number} and packed_at is not null`)
  if (done) throw packingError(row, packingFinished, 'SHIPMENT_NO')
  return (
    (await takeItem(call, row, number)) ??
    (await takeWeight(call, row, number)) ??
    takeBox(call, row, number)
  )
})

interface PackLine extends Record<string, unknown>, Countable, PackedSerial {
  stock_cd: string
  rivals: string[] | null
  stock_nm: string
  pick_qty: number
  pack_qty: number
}

/** Lines of a scanned serial, or of the item the code names. */
async function readPackLines(call: SaveCall, row: SaveRow, number: string): Promise<PackLine[]> {
  const { CODE: code, SERIAL_NO: serial = null } = row.values
  const item = matchesItem(String(code))
  const box = row.values['BOX_NO'] ?? ''
  const lines = await call.tx.query<PackLine & { is_other: boolean }>(sql`
    select l.line_no, l.stock_cd, k.stock_nm, l.pick_qty, b.pack_qty, b.counted,
      case when m.match_no is null then ${item.factor} else 1 end factor,
      case when m.match_no is null then ${item.rivals} end rivals,
      l.pick_qty - b.pack_qty + b.counted up_to, m.match_no serial, m.packed_in,
      ${serial}::text is not null and m.match_no is null and k.serial_cd = 'ALL' is_other
    from shipment_line l
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    left join shipment_match m on m.shipment_no = l.shipment_no and m.line_no = l.line_no
      and m.match_cd = 'SERIAL' and m.match_no = upper(${serial ?? code}::text)
    cross join lateral (
      select coalesce(sum(x.qty), 0) pack_qty,
        coalesce(sum(x.qty) filter (where x.box_no = ${box}), 0) counted
      from shipment_box_line x
      where x.shipment_no = l.shipment_no and x.line_no = l.line_no) b
    where l.shipment_no = ${number} and l.pick_qty > 0 and (m.match_no is not null or ${item.any})
    order by ${item.own} desc, l.line_no`)
  const named = lines.filter((line) => line.serial !== null)
  if (named.length > 0) return named
  return lines.some((line) => line.is_other) ? [] : lines
}

/**
 * Adds scanned items to the box or removes them. Returns undefined if no item of the shipment
 * matches the code.
 */
async function takeItem(
  call: SaveCall,
  row: SaveRow,
  number: string,
): Promise<SaveResult | undefined> {
  const lines = await readPackLines(call, row, number)
  if (lines.length === 0) return undefined
  const ambiguous = ambiguityError(namedItems(lines))
  if (ambiguous) throw packingError(row, ambiguous)
  const box = String(row.values['BOX_NO'] ?? '')
  if (box === '') {
    throw packingError(row, label('박스를 먼저 스캔하세요.', 'Scan the box first.'), 'BOX_NO')
  }
  const [first] = lines
  if (first) assertSerialFits(row, first)
  const counts = distributeCount(lines, Number(row.values['QTY']))
  const last = counts.at(-1)
  if (!last) {
    throw packingError(
      row,
      label(
        '피킹한 수량을 넘거나 박스에 없습니다.',
        'Exceeds the picked quantity, or is not in the box.',
      ),
    )
  }
  await addBox(call, number, box)
  const numbers = counts.map(({ line }) => line.line_no)
  const quantities = counts.map(({ line, qty }) => line.counted + qty)
  await call.tx.execute(sql`
    delete from shipment_box_line where shipment_no = ${number} and box_no = ${box}
      and line_no = any(${numbers}::integer[])`)
  await call.tx.execute(sql`
    insert into shipment_box_line (shipment_no, box_no, line_no, qty)
    select ${number}, ${box}, c.line_no, c.qty
    from unnest(${numbers}::integer[], ${quantities}::numeric[]) c(line_no, qty) where c.qty > 0`)
  const { line } = last
  await storePacked(call, row, line)
  const answer = {
    ROW: row.no,
    SHIPMENT_NO: number,
    LINE_NO: line.line_no,
    STOCK_CD: line.stock_cd,
  }
  // If the count is spread over several lines, no single quantity applies and the station reloads
  // them.
  if (counts.length > 1) return { rows: [{ ...answer, STOCK_NM: line.stock_nm }] }
  const [now] = await call.tx.query<{ pack_qty: number; boxes: string }>(sql`
    select coalesce(b.pack_qty, 0) pack_qty, b.boxes from shipment_line l
    left join lateral (${boxTotals}) b on true
    where l.shipment_no = ${number} and l.line_no = ${line.line_no}`)
  const packed = { PACK_QTY: now?.pack_qty ?? 0, BOXES: now?.boxes ?? null }
  return { rows: [{ ...answer, STOCK_NM: line.stock_nm, PICK_QTY: line.pick_qty, ...packed }] }
}

function addBox({ tx, userId }: SaveCall, number: string, box: string): Promise<number> {
  return tx.execute(sql`
    insert into shipment_box (shipment_no, box_no, created_by, updated_by)
    values (${number}, ${box}, ${userId}, ${userId}) on conflict do nothing`)
}

async function takeWeight(
  call: SaveCall,
  row: SaveRow,
  number: string,
): Promise<SaveResult | undefined> {
  const weight = /^(\d{1,5}(?:\.\d{1,3})?) ?KG$/.exec(String(row.values['CODE']))?.[1]
  if (weight === undefined) return undefined
  const box = String(row.values['BOX_NO'] ?? '')
  if (Number(weight) === 0)
    throw packingError(
      row,
      label(
        '중량은 0보다 커야 합니다. 다시 측정하세요.',
        'The weight must be more than 0. Weigh again.',
      ),
    )
  const weighed = await call.tx.execute(sql`
    update shipment_box set weight_kg = ${weight}::numeric, updated_by = ${call.userId},
      updated_at = now() where shipment_no = ${number} and box_no = ${box}`)
  if (weighed === 0) {
    throw packingError(row, label('박스를 먼저 스캔하세요.', 'Scan the box first.'), 'BOX_NO')
  }
  return { rows: [{ ROW: row.no, SHIPMENT_NO: number, BOX_NO: box, PLACE_YN: 'Y' }] }
}

async function takeBox(call: SaveCall, row: SaveRow, number: string): Promise<SaveResult> {
  const box = String(row.values['CODE'])
  if (row.values['SERIAL_NO'] || !/^(BOX[\w-]{1,27}|(00)?\d{18})$/.test(box)) {
    const place = await explainSerial(call, row)
    if (place) throw packingError(row, place)
    const text = label(
      '이 출고의 품목·박스·중량 코드가 아닙니다.',
      'Not an item, box or weight code of this shipment.',
    )
    throw packingError(row, text)
  }
  await addBox(call, number, box)
  return { rows: [{ ROW: row.no, SHIPMENT_NO: number, BOX_NO: box, PLACE_YN: 'Y' }] }
}

/** Number of lines of shipment `s` whose picked stock is not all in boxes. */
export const unpackedLines = sql`(select count(*) from shipment_line l
  where l.shipment_no = s.shipment_no and l.pick_qty > (select coalesce(sum(x.qty), 0)
    from shipment_box_line x where x.shipment_no = l.shipment_no and x.line_no = l.line_no))`

interface OpenWork extends Record<string, unknown> {
  shipment_no: string
  open_lines: number
  unweighed: string | null
}

export const finishPackingHandler = handleProcedure(finishPacking, async (call) => {
  const [numbers] = await Promise.all([
    lockShipments(call, shipmentStepFrom.pack),
    rejectStoppedShipments(call),
  ])
  // Drop boxes that were scanned but never filled.
  await call.tx.execute(sql`
    delete from shipment_box b where b.shipment_no = any(${numbers}::text[])
      and not exists (select from shipment_box_line x
        where x.shipment_no = b.shipment_no and x.box_no = b.box_no)`)
  const open = await call.tx.query<OpenWork>(sql`
    select s.shipment_no,
      ${unpackedLines} open_lines,
      (select string_agg(b.box_no, ', ' order by b.box_no) from shipment_box b
        where b.shipment_no = s.shipment_no and b.weight_kg is null) unweighed
    from shipment s where s.shipment_no = any(${numbers}::text[])`)
  const state = new Map(open.map((row) => [row.shipment_no, row]))
  const errors = call.rows.flatMap(({ no, values }): RowError[] => {
    const { open_lines: lines = 0, unweighed = null } =
      state.get(String(values['SHIPMENT_NO'])) ?? {}
    if (lines > 0) {
      const text = label(
        `포장하지 않은 행이 ${formatCount(lines)}개 있습니다. 모두 포장한 뒤 완료하세요.`,
        `${formatCount(lines, 'line is', 'lines are')} not packed. Pack all lines before finishing.`,
      )
      return [{ row: no, text }]
    }
    if (unweighed === null) return []
    const text = label(`중량이 없는 박스: ${unweighed}`, `Boxes without a weight: ${unweighed}`)
    return [{ row: no, text }]
  })
  if (errors.length > 0) throw conflictingRows(errors)
  await call.tx.execute(sql`
    update shipment set packed_at = now() where shipment_no = any(${numbers}::text[])`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `${formatCount(numbers.length)}건을 포장했습니다.`,
      `${formatCount(numbers.length, 'shipment')} packed.`,
    ),
  }
})

export const cancelPackingHandler = handleProcedure(cancelPacking, async (call) => {
  const numbers = await lockShipments(call, shipmentStepFrom.pack)
  await call.tx.execute(sql`
    delete from shipment_box_line where shipment_no = any(${numbers}::text[])`)
  await call.tx.execute(sql`delete from shipment_box where shipment_no = any(${numbers}::text[])`)
  await call.tx.execute(sql`
    update shipment_match set packed_in = null
    where shipment_no = any(${numbers}::text[]) and packed_in is not null`)
  await call.tx.execute(sql`
    update shipment set packed_at = null where shipment_no = any(${numbers}::text[])`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `${formatCount(numbers.length)}건의 포장을 취소했습니다.`,
      `Packing of ${formatCount(numbers.length, 'shipment')} cancelled.`,
    ),
  }
})
