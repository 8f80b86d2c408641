import sql from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import { readSerials } from '#areas/inventory/rules/serial-numbers.ts'
import { serialStatus } from '#areas/inventory/rules/serial-status.ts'
import type { RowError } from '#server/base/app-error.ts'
import type { ImportKind, StoredEntry, SaveCall, UndoCall } from '#server/engine/handler.ts'
import { changedSinceError, prefixTitle } from '#server/engine/table-import.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { announceSerials } from './announced-serials.ts'

interface Line extends Record<string, unknown> {
  readonly receipt_no: string
  readonly line_no: number
  readonly owner_cd: string
  readonly stock_cd: string
  readonly serials: string | null
}

/**
 * Upload of serials. Each line that received serials is an entry. Undo restores the previously
 * expected serials, unless the line was changed or one of the serials has arrived since then.
 */
export const serialsImport: ImportKind = {
  record: async (call, save) => {
    const before = new Map((await readLines(call)).map((line) => [lineKey(line), line.serials]))
    const result = await save(call)
    const changed = (await readLines(call)).filter(
      (line) => line.serials !== before.get(lineKey(line)),
    )
    const entries = changed.map((line) => ({
      change: 'U' as const,
      key: { receipt_no: line.receipt_no, line_no: line.line_no },
      title: `${line.receipt_no} ${line.line_no} ${line.stock_cd}`,
      owners: [line.owner_cd],
      before: JSON.stringify({ serials: before.get(lineKey(line)) ?? null }),
      mark: line.serials ?? '',
    }))
    return { result, entries }
  },
  undo: undoSerials,
}

const lineKey = ({ receipt_no, line_no }: Line): string => `${receipt_no}|${line_no}`

function readLines(call: SaveCall): Promise<Line[]> {
  const numbers = call.rows.map(({ values }) => String(values['RECEIPT_NO']))
  return call.tx.query<Line>(sql`
    select receipt_no, line_no, owner_cd, stock_cd, serials from receipt_line
    where receipt_no = any(${numbers}::text[]) order by 1, 2`)
}

interface CurrentLine extends Line {
  readonly no: number
  readonly updated_by: string
  readonly updated_at: string
  /** Serials of the line that have arrived. */
  readonly arrived: readonly string[]
}

async function undoSerials(call: UndoCall, entries: readonly StoredEntry[]): Promise<RowError[]> {
  const keys = entries.map(({ no, key }) => ({ no, ...key }))
  const numbers = entries.map(({ key }) => String(key['receipt_no']))
  await call.tx.query(sql`
    select receipt_no from receipt where receipt_no = any(${numbers}::text[])
    order by receipt_no for update`)
  const now = await call.tx.query<CurrentLine>(sql`
    select e.no, l.receipt_no, l.line_no, l.owner_cd, l.stock_cd, l.serials, l.updated_by,
      l.updated_at, array(select s.serial_no from serial s
        where s.receipt_no = l.receipt_no and s.receipt_line_no = l.line_no
          and s.state_cd <> ${serialStatus.expected}) arrived
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      e(no integer, receipt_no text, line_no integer)
    join receipt_line l on l.receipt_no = e.receipt_no and l.line_no = e.line_no
    order by e.no`)
  const byNo = new Map(entries.map((entry) => [entry.no, entry]))
  const errors = now.flatMap((line) => findObstacle(call, byNo.get(line.no), line))
  if (errors.length > 0) return errors
  const rows = now.map(({ no, ...line }) => ({
    no,
    type: 'L' as const,
    flag: 'U' as const,
    docRef: line.receipt_no,
    values: {
      RECEIPT_NO: line.receipt_no,
      LINE_NO: line.line_no,
      OWNER_CD: line.owner_cd,
      STOCK_CD: line.stock_cd,
      SERIALS: getSerialsBefore(byNo.get(no)),
    },
  }))
  await announceSerials(call, rows)
  const restored = rows.map(({ values }) => values)
  await call.tx.execute(sql`
    update receipt_line l set serials = g."SERIALS", version = l.version + 1,
      updated_by = ${call.userId}, updated_at = ${currentTimestamp}
    from jsonb_to_recordset(${JSON.stringify(restored)}::jsonb)
      g("RECEIPT_NO" text, "LINE_NO" integer, "SERIALS" text)
    where l.receipt_no = g."RECEIPT_NO" and l.line_no = g."LINE_NO"`)
  return []
}

function getSerialsBefore(entry: StoredEntry | undefined): string | null {
  const { serials } = JSON.parse(entry?.before ?? '{}') as { serials?: string | null }
  return serials ?? null
}

function findObstacle(
  call: UndoCall,
  entry: StoredEntry | undefined,
  line: CurrentLine,
): RowError[] {
  if (!entry) return []
  if (line.serials !== entry.mark) {
    return [changedSinceError(call, entry, line)]
  }
  const previous = new Set(readSerials(getSerialsBefore(entry) ?? '').numbers)
  const arrived = line.arrived.find((number) => !previous.has(number))
  if (arrived === undefined) return []
  const why = label(
    `시리얼 ${arrived}${josa(arrived, '이/가')} 이미 입고되었습니다. 입고를 먼저 취소하세요.`,
    `Serial ${arrived} has been received. Cancel its receipt first.`,
  )
  return [{ row: entry.no, text: prefixTitle(entry, why), column: 'SERIALS' }]
}
