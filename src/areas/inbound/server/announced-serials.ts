import sql from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { readSerials } from '#areas/inventory/rules/serial-numbers.ts'
import { serialStatus, serialStepFrom } from '#areas/inventory/rules/serial-status.ts'
import {
  serialsError,
  explainSerials,
  prefixSerial,
  serialTexts,
  type NamedSerial,
} from '#areas/inventory/server/serial-errors.ts'
import { isVisibleWarehouse, toShownName } from '#server/auth/visible-names.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'

export const announcedTexts = {
  excess: (serials: number, qty: number): Label =>
    label(
      `시리얼 ${formatCount(serials)}개가 예정수량 ${formatCount(qty)}개보다 많습니다.`,
      `${formatCount(serials, 'serial')} for ${formatCount(qty, 'expected piece')}. Remove some.`,
    ),
  noRoom: (serials: number, qty: number): Label =>
    label(
      `시리얼은 ${formatCount(serials)}개, 시리얼이 없는 남은 수량은 ${formatCount(qty)}개입니다.`,
      `${formatCount(serials, 'serial')}, but only ${formatCount(qty, 'remaining piece')} without a serial.`,
    ),
  tooLong: label(
    '한 행의 시리얼이 2만 자를 넘습니다. 입고 행을 나누세요.',
    'The serials of one line exceed 20,000 characters. Split the receipt line.',
  ),
  notKept: label(
    '입고부터 시리얼을 관리하는 품목이 아닙니다. 시리얼을 지우세요.',
    'Serials of this item are not tracked from receipt. Clear them.',
  ),
  returned: label(
    '반품의 시리얼은 반품등록에서 입력합니다. 시리얼을 지우세요.',
    'Serials of a return are entered when the return is registered. Clear them here.',
  ),
  /**
   * `receipt` is the number of the receipt that expects the serial, null if hidden from the user.
   */
  elsewhere: (receipt: string | null): Label => {
    const { ko, en } = toShownName(receipt)
    return label(`이미 예정된 시리얼입니다: ${ko}`, `Already expected on ${en}.`)
  },
  unannounced: (serials: readonly string[]): Label => {
    const shown = serials.slice(0, 3).join(', ') + (serials.length > 3 ? ' …' : '')
    return label(`예정에 없는 시리얼입니다: ${shown}`, `Not among the expected serials: ${shown}`)
  },
} as const

/** Serials for a receipt line that is about to be saved. */
interface AnnouncedLine {
  readonly row: number
  readonly receipt: string
  readonly line: number | null
  /** Whether its serials replace those expected so far. */
  readonly isReplaced: boolean
  readonly owner: string
  readonly item: string
  readonly numbers: readonly string[]
}

const isReturn = ({ values }: SaveRow): boolean => values['ORDER_KIND_CD'] === 'RETURN'

interface AnnouncedSerial extends NamedSerial {
  readonly at: number
  readonly receipt: string
}

const textValue = (values: WireRow, name: string): string => String(values[name] ?? '')

function toLine({ no, flag, values }: Omit<SaveRow, 'version'>): AnnouncedLine {
  const line = values['LINE_NO'] ?? null
  return {
    row: no,
    receipt: textValue(values, 'RECEIPT_NO'),
    line: line === null ? null : Number(line),
    isReplaced: flag === 'U',
    owner: textValue(values, 'OWNER_CD'),
    item: textValue(values, 'STOCK_CD'),
    numbers: readSerials(textValue(values, 'SERIALS')).numbers,
  }
}

/** Errors for serials that cannot be expected on their lines, one per row. */
export async function announcedErrors(
  call: SaveCall,
  headers: readonly SaveRow[],
  lines: readonly SaveRow[],
): Promise<RowError[]> {
  const returns = new Set(headers.filter(isReturn).map(({ docRef }) => docRef))
  const named = lines.filter(({ values }) => textValue(values, 'SERIALS') !== '')
  if (named.length === 0) return []
  const malformed = named.flatMap(({ no, docRef, values }): RowError[] => {
    const { numbers, error } = readSerials(textValue(values, 'SERIALS'))
    if (error) return [serialsError(no, error)]
    if (returns.has(docRef)) return [serialsError(no, announcedTexts.returned)]
    const qty = Number(values['ORDER_QTY'])
    return numbers.length > qty
      ? [serialsError(no, announcedTexts.excess(numbers.length, qty))]
      : []
  })
  const isWellFormed = ({ no }: SaveRow) => !malformed.some(({ row }) => row === no)
  const announced = named.filter(isWellFormed).map(toLine)
  const errors = [
    ...malformed,
    ...repeatedSerialErrors(announced),
    ...(await unavailableSerialErrors(call, announced)),
  ]
  return [...new Map(errors.map((error) => [error.row, error])).values()]
}

function repeatedSerialErrors(lines: readonly AnnouncedLine[]): RowError[] {
  const rows = new Map<string, number>()
  return lines.flatMap(({ row, owner, item, numbers }) =>
    numbers.flatMap((number) => {
      const key = `${owner}|${item}|${number}`
      const first = rows.get(key) ?? row
      rows.set(key, first)
      return first === row ? [] : [serialsError(row, serialTexts.twice(number))]
    }),
  )
}

interface KnownSerial extends Record<string, unknown> {
  readonly at: number
  readonly is_return: boolean
  readonly is_kept: boolean
  readonly state_cd: string | null
  readonly receipt_no: string | null
  readonly is_visible: boolean
}

const lineSerials = (lines: readonly AnnouncedLine[]): AnnouncedSerial[] =>
  lines
    .flatMap(({ row, receipt, owner, item, numbers }) => {
      const isOnly = numbers.length === 1
      return numbers.map((serial) => ({ row, receipt, owner, item, serial, isOnly }))
    })
    .map((serial, index) => ({ ...serial, at: index }))

/**
 * Errors for serials that cannot be expected, because their item lacks this serial level, or they
 * are in use or expected elsewhere.
 */
async function unavailableSerialErrors(
  call: SaveCall,
  lines: readonly AnnouncedLine[],
): Promise<RowError[]> {
  const serials = lineSerials(lines)
  if (serials.length === 0) return []
  const own = lines.filter(({ isReplaced }) => isReplaced)
  const known = await call.tx.query<KnownSerial>(sql`
    select g.at, coalesce(r.order_kind_cd = 'RETURN', false) is_return, k.serial_cd = 'ALL' is_kept, s.state_cd, e.receipt_no,
      ${isVisibleWarehouse('e.wcode', call)} is_visible
    from jsonb_to_recordset(${JSON.stringify(serials)}::jsonb)
      g(at integer, receipt text, owner text, item text, serial text)
    join stock k on k.owner_cd = g.owner and k.stock_cd = g.item
    left join receipt r on r.receipt_no = g.receipt
    left join serial s on s.owner_cd = g.owner and s.stock_cd = g.item and s.serial_no = g.serial
    left join announced_serial e on e.serial_id = s.serial_id and not exists (
      select from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) o(receipt text, line integer)
      where o.receipt = e.receipt_no and o.line = e.line_no)
    where k.serial_cd <> 'ALL' or s.serial_id is not null or r.order_kind_cd = 'RETURN'
    order by g.at`)
  const placed: AnnouncedSerial[] = []
  const errors = known.flatMap((one): RowError[] => {
    const serial = serials[one.at] as AnnouncedSerial
    if (one.is_return) return [serialsError(serial.row, announcedTexts.returned)]
    if (!one.is_kept) return [serialsError(serial.row, announcedTexts.notKept)]
    if (one.receipt_no !== null) {
      const receipt = announcedTexts.elsewhere(one.is_visible ? one.receipt_no : null)
      return [serialsError(serial.row, prefixSerial(serial.serial, serial.isOnly, receipt))]
    }
    const { state_cd: state } = one
    if (state !== null && !serialStepFrom.receive.includes(state)) placed.push(serial)
    return []
  })
  return [...errors, ...(await explainSerials(call, placed))]
}

/** Replaces the expected serials of saved lines. Throws if another save took one of them. */
export async function announceSerials(
  call: Pick<SaveCall, 'tx'>,
  lines: readonly Omit<SaveRow, 'version'>[],
): Promise<void> {
  const announced = lines.filter(({ flag }) => flag !== 'D').map(toLine)
  const changed = announced.filter(({ isReplaced }) => isReplaced)
  const given = announced.flatMap(({ row, receipt, line, owner, item, numbers }) =>
    numbers.map((serial) => ({ row, receipt, line, owner, item, serial })),
  )
  if (changed.length > 0) {
    await call.tx.execute(sql`
      update serial s set receipt_no = null, receipt_line_no = null
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) o(receipt text, line integer)
      where s.receipt_no = o.receipt and s.receipt_line_no = o.line
        and s.state_cd = ${serialStatus.expected}`)
  }
  if (given.length === 0) return
  const taken = await call.tx.query<{ row: number; serial: string }>(sql`
    with g as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        g("row" integer, receipt text, line integer, owner text, item text, serial text)),
    made as (
      insert into serial (owner_cd, stock_cd, serial_no, state_cd, receipt_no, receipt_line_no)
      select owner, item, serial, ${serialStatus.expected}, receipt, line from g order by 1, 2, 3
      on conflict on constraint serial_once do update set state_cd = excluded.state_cd,
        receipt_no = excluded.receipt_no, receipt_line_no = excluded.receipt_line_no
      where serial.state_cd = any(${serialStepFrom.receive}::text[]) and not exists (
        select from announced_serial e where e.serial_id = serial.serial_id)
      returning owner_cd, stock_cd, serial_no)
    select g."row", g.serial from g where not exists (select from made
      where owner_cd = g.owner and stock_cd = g.item and serial_no = g.serial)`)
  if (taken.length === 0) return
  throw invalidRows(
    taken.map(({ row, serial }) =>
      serialsError(row, prefixSerial(serial, false, announcedTexts.elsewhere(null))),
    ),
  )
}

/**
 * Confirmation questions for received serials that were not expected on their line. None for lines
 * without expected serials.
 */
export async function unannouncedSerials(call: SaveCall): Promise<RowError[]> {
  const given = call.rows.flatMap(({ no, values }) => {
    const { numbers } = readSerials(textValue(values, 'SERIALS'))
    return numbers.map((serial) => ({ no, ...pickLine(values), serial }))
  })
  if (given.length === 0) return []
  const found = await call.tx.query<{ no: number; serials: string[] }>(sql`
    select g.no, array_agg(g.serial order by g.serial) serials
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      g(no integer, receipt text, line integer, serial text)
    where exists (select from announced_serial e
        where e.receipt_no = g.receipt and e.line_no = g.line)
      and not exists (select from announced_serial e
        where e.receipt_no = g.receipt and e.line_no = g.line and e.serial_no = g.serial)
    group by g.no order by g.no`)
  return found.map(({ no, serials }) => serialsError(no, announcedTexts.unannounced(serials)))
}

const pickLine = (values: WireRow) => ({
  receipt: textValue(values, 'RECEIPT_NO'),
  line: Number(values['LINE_NO'] ?? 0),
})
