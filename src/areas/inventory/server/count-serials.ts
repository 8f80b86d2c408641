import sql, { type Sql } from 'sql-template-tag'
import { ambiguityError } from '#kernel/ambiguous-code.ts'
import { label, type Label } from '#kernel/label.ts'
import { matchesItem } from '#areas/master/server/item-code.ts'
import type { SaveResult } from '#server/engine/handler.ts'
import { serialStatus } from '../rules/serial-status.ts'
import {
  addFound,
  addPresent,
  findAllLines,
  findLines,
  notDue,
  scanError,
  requireOneLot,
  type Scan,
  type ScannedLine,
} from './count-scan-lines.ts'
import { findSerials, type FoundSerial } from './find-serial.ts'
import { serialTexts } from './serial-errors.ts'
import { isInScope } from './work-engine.ts'

/** Scanned serial with its item, and its recorded place if any. */
interface CountedSerial {
  readonly serial_no: string
  readonly owner_cd: string
  readonly stock_cd: string
  readonly found: FoundSerial | undefined
}

export const countSerialTexts = {
  again: label(
    '이미 실사한 시리얼입니다. 다음 시리얼을 스캔하세요.',
    'This serial is already counted. Scan the next one.',
  ),
  elsewhere: (cell: string): Label =>
    label(
      `${cell}에서 이미 실사한 시리얼입니다. 그 스캔을 먼저 취소하세요.`,
      `Already counted in ${cell}. Undo that scan first.`,
    ),
  notCounted: label('실사하지 않은 시리얼입니다.', 'This serial has not been counted.'),
  bySerial: label(
    '시리얼로 실사한 품목입니다. 시리얼을 스캔하세요.',
    'This item is counted by serial. Scan the serials.',
  ),
  byQuantity: label(
    '수량으로 실사한 품목입니다. 수량 스캔을 취소한 뒤 시리얼을 스캔하세요.',
    'This item is counted by quantity. Undo that, then scan the serials.',
  ),
} as const

const scannedItems = ({ call, job, code }: Scan): Sql => sql`stock k
  where ${matchesItem(code).any} and ${isOfJobOwner(job)}
    and (${call.scope.owners === null} or k.owner_cd = any(${[...(call.scope.owners ?? [])]}::text[]))`

const isOfJobOwner = (job: string): Sql =>
  sql`k.owner_cd in (select owner_cd from count_line where job_no = ${job})`

/**
 * Finds the scanned serial, plain or on a label with its item. Returns undefined for other codes.
 */
async function readSerial(scan: Scan): Promise<CountedSerial | undefined> {
  const { call, job, code, cell, values } = scan
  const written = values['SERIAL_NO']
  const items = await call.tx.query<{ owner_cd: string; stock_cd: string; serial_cd: string }>(sql`
    select k.owner_cd, k.stock_cd, k.serial_cd from ${scannedItems(scan)}`)
  const isLabel = typeof written === 'string' && items.some(({ serial_cd }) => serial_cd === 'ALL')
  if (items.length > 0 && !isLabel) return undefined
  const serial = (typeof written === 'string' ? written : code).toUpperCase()
  const owners = await call.tx.query<{ owner_cd: string }>(sql`
    select distinct owner_cd from count_line where job_no = ${job}`)
  const known = (await findSerials(call, serial, cell)).filter(({ owner_cd, stock_cd }) =>
    isLabel
      ? items.some((item) => item.owner_cd === owner_cd && item.stock_cd === stock_cd)
      : owners.some((owner) => owner.owner_cd === owner_cd),
  )
  const here = known.filter(({ is_here }) => is_here)
  const matches = here.length > 0 ? here : known
  const several = ambiguityError((matches.length > 0 ? matches : items).map((one) => one.stock_cd))
  if (several) throw scanError(scan, several)
  const [found] = matches
  const [item] = items
  const named = found ?? item
  if (!named) return undefined
  return { serial_no: serial, owner_cd: named.owner_cd, stock_cd: named.stock_cd, found }
}

const isOnShelf = ({ state_cd }: FoundSerial): boolean =>
  state_cd === serialStatus.inStock || state_cd === serialStatus.inspection

/** Finds or adds the count line for a serial. Throws if the current recount leaves it out. */
async function findLine(scan: Scan, serial: CountedSerial): Promise<ScannedLine> {
  const byItem: Scan = { ...scan, code: serial.stock_cd }
  await addPresent(byItem)
  const lines = (await findAllLines(byItem))
    .filter((line) => line.owner_cd === serial.owner_cd)
    .toSorted((a, b) => Number(b.is_shelved) - Number(a.is_shelved))
  const lot = await findLastLot(scan, serial)
  const known = findKnownLine(lines, serial, lot)
  if (!known && lines.some((line) => !line.is_closed)) requireOneLot(byItem, lines)
  const line = known ?? lines[0]
  if (line?.is_closed) throw scanError(scan, notDue)
  if (line) return line
  const facts = {
    LOT_NO: scan.values['LOT_NO'] ?? (lot?.lot_no || null),
    VALID_DT: scan.values['VALID_DT'] ?? (lot?.valid_dt || null),
  }
  return addFound({ ...byItem, values: { ...scan.values, ...facts } })
}

interface LastLot extends Record<string, unknown> {
  balance_id: number
  lot_no: string
  /** `YYYYMMDD`, or empty without an expiry date. */
  valid_dt: string
}

async function findLastLot({ call }: Scan, { found }: CountedSerial): Promise<LastLot | undefined> {
  if (!found) return undefined
  const [lot] = await call.tx.query<LastLot>(sql`
    select b.balance_id, t.lot_no, coalesce(to_char(t.valid_dt, 'YYYYMMDD'), '') valid_dt
    from serial s join stock_movement m on m.movement_no = s.last_movement_no
    join stock_balance b on b.balance_id = coalesce(m.to_balance_id, m.from_balance_id)
    join lot t on t.lot_id = b.lot_id where s.serial_id = ${found.serial_id}::bigint`)
  return lot
}

/** The line of the balance where the serial is, then where it was last, then of its lot. */
function findKnownLine(
  lines: readonly ScannedLine[],
  { found }: CountedSerial,
  lot: LastLot | undefined,
): ScannedLine | undefined {
  const isHere = found?.is_here === true && isOnShelf(found)
  return (
    lines.find((line) => isHere && String(line.balance_id) === found.balance_id) ??
    lines.find((line) => line.balance_id === lot?.balance_id) ??
    lines.find((line) => line.lot_no === lot?.lot_no && line.valid_dt === lot.valid_dt)
  )
}

/** Finds where this round of the job has already counted the serial. */
function countedAt({ job, isRecount, call }: Scan, serial: CountedSerial) {
  return call.tx.query<{ line_no: number; cell_cd: string }>(sql`
    select n.line_no, b.cell_cd from count_serial n
    join count_line l using (job_no, line_no) join stock_balance b using (balance_id)
    where n.job_no = ${job} and n.recount_yn = ${isRecount ? 'Y' : 'N'}
      and n.serial_no = ${serial.serial_no} and n.scanned_by is not null
      and (b.owner_cd, b.stock_cd) = (${serial.owner_cd}, ${serial.stock_cd})
      and (not ${isRecount} or l.recount_yn = 'Y') and ${isInScope(call)}`)
}

/** Scanned serials of lines in this round. */
async function serialCount({ job, isRecount, call }: Scan, lines: readonly ScannedLine[]) {
  const [row] = await call.tx.query<{ n: number }>(sql`
    select count(*)::int n from count_serial where job_no = ${job}
      and line_no = any(${lines.map((line) => line.line_no)}::integer[])
      and recount_yn = ${isRecount ? 'Y' : 'N'} and scanned_by is not null`)
  return row?.n ?? 0
}

/** Throws if the scanned lines of an item are counted by serial. */
export async function rejectBySerial(scan: Scan, lines: readonly ScannedLine[]): Promise<void> {
  if ((await serialCount(scan, lines)) > 0) throw scanError(scan, countSerialTexts.bySerial)
}

/**
 * Counts the piece of a scanned serial once, in the cell it was scanned in. Returns undefined if
 * the code is not a serial.
 */
export async function countSerial(
  scan: Scan,
  count: (line: ScannedLine) => Promise<SaveResult>,
): Promise<SaveResult | undefined> {
  const serial = await readSerial(scan)
  if (!serial) return undefined
  const qty = Number(scan.values['QTY'] ?? 1)
  if (Math.abs(qty) !== 1) throw scanError(scan, serialTexts.onePiece, 'QTY')
  const [counted] = await countedAt(scan, serial)
  if (qty > 0 && counted) {
    const text =
      counted.cell_cd === scan.cell
        ? countSerialTexts.again
        : countSerialTexts.elsewhere(counted.cell_cd)
    throw scanError(scan, text)
  }
  if (qty < 0 && counted?.cell_cd !== scan.cell) {
    throw scanError(scan, countSerialTexts.notCounted)
  }
  const line = counted
    ? await lineByNumber(scan, serial, counted.line_no)
    : await findLine(scan, serial)
  if ((line.so_far ?? 0) !== (await serialCount(scan, [line]))) {
    throw scanError(scan, countSerialTexts.byQuantity)
  }
  await storeSerial(scan, line, { serial: serial.serial_no, isAdded: qty > 0 })
  return count(line)
}

async function lineByNumber(scan: Scan, serial: CountedSerial, no: number): Promise<ScannedLine> {
  const lines = await findLines({ ...scan, code: serial.stock_cd })
  const line = lines.find(({ line_no }) => line_no === no)
  if (!line) throw scanError(scan, countSerialTexts.notCounted)
  return line
}

async function storeSerial(
  { call, job, isRecount }: Scan,
  { line_no }: ScannedLine,
  { serial, isAdded }: { serial: string; isAdded: boolean },
): Promise<void> {
  const round = isRecount ? 'Y' : 'N'
  await call.tx.execute(
    isAdded
      ? sql`insert into count_serial (job_no, line_no, recount_yn, serial_no, scanned_by)
          values (${job}, ${line_no}, ${round}, ${serial}, ${call.userId})`
      : sql`delete from count_serial where job_no = ${job} and line_no = ${line_no}
          and recount_yn = ${round} and serial_no = ${serial}`,
  )
}
