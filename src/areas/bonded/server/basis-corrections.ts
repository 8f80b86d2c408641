import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { basisNumberError, normalizeNumber } from '../rules/basis-number.ts'
import { cargoError } from './cargo.ts'

export const correctByReleaseLine = label(
  '근거번호와 수리일은 반출신고로 정정합니다. 그 근거로 반출한 신고 ID를 입력하세요.',
  'Basis number and clearance date are corrected by a release. Enter the ID of a report filed under that basis.',
)
export const arrivalWithoutDate = label(
  '반입신고에는 수리일이 없습니다.',
  'An arrival report has no clearance date.',
)

const readText = ({ values }: SaveRow, name: string): string | null => {
  const value = values[name] ?? null
  return value === null ? null : String(value)
}

interface NamedLine extends Record<string, unknown> {
  line_id: number
  basis_id: number | null
  basis_cd: string | null
}

/** Rows with their new numbers as stored: without hyphens. Wrong cargo numbers remain as typed. */
export function withPlainNumbers(rows: readonly SaveRow[]): SaveRow[] {
  return rows.map((row) => {
    const cargoNo = readText(row, 'NEW_CARGO_NO')
    const hasCargoNo = cargoNo !== null && !cargoError(cargoNo)
    const names = [
      ...(hasCargoNo ? ['NEW_CARGO_NO'] : []),
      ...(readText(row, 'NEW_BASIS_NO') === null ? [] : ['NEW_BASIS_NO']),
    ]
    const plain = names.map((name) => [name, normalizeNumber(String(readText(row, name)))])
    return { ...row, values: { ...row.values, ...Object.fromEntries(plain) } }
  })
}

/** Errors in corrected declaration numbers and dates, each reported at the column it concerns. */
export async function basisErrors(call: SaveCall, rows: readonly SaveRow[]): Promise<RowError[]> {
  const given = rows.filter(
    (row) => readText(row, 'NEW_BASIS_NO') ?? readText(row, 'NEW_ACCEPT_DT'),
  )
  if (given.length === 0) return []
  const numbers = given.map((row) => readText(row, 'NEW_BASIS_NO'))
  const lines = await call.tx.query<NamedLine>(sql`
    select l.line_id, l.basis_id, b.basis_cd from bonded_line l left join bonded_basis b using (basis_id)
    where l.line_id = any(${given.map((row) => Number(readText(row, 'LINE_ID')))}::bigint[])`)
  const used = await call.tx.query<{ basis_no: string; basis_id: number }>(sql`
    select basis_no, basis_id from bonded_basis
    where wcode = ${call.scope.wcode} and cancelled_at is null
      and basis_no = any(${numbers}::text[])`)
  return given.flatMap((row): RowError[] => {
    const line = lines.find(({ line_id: id }) => id === Number(readText(row, 'LINE_ID')))
    const error = findLineError(row, line, used, call.today)
    return error ? [{ row: row.no, column: error[0], text: error[1] }] : []
  })
}

function findLineError(
  row: SaveRow,
  line: NamedLine | undefined,
  used: readonly { basis_no: string; basis_id: number }[],
  today: string,
): [string, Label] | undefined {
  if (!line) return ['LINE_ID', correctByReleaseLine]
  const number = readText(row, 'NEW_BASIS_NO')
  const accepted = readText(row, 'NEW_ACCEPT_DT')
  if (line.basis_id === null && accepted !== null) return ['NEW_ACCEPT_DT', arrivalWithoutDate]
  const error = number === null ? undefined : basisNumberError(line.basis_cd ?? '', number)
  if (error) return ['NEW_BASIS_NO', error]
  const isUsed = used.some((basis) => basis.basis_no === number && basis.basis_id !== line.basis_id)
  if (line.basis_id !== null && isUsed) {
    const ko = `이미 사용한 근거번호 ${number}입니다.`
    return ['NEW_BASIS_NO', label(ko, `Basis number ${number} has already been used.`)]
  }
  if (accepted !== null && accepted > today) {
    return [
      'NEW_ACCEPT_DT',
      label('수리일은 미래일 수 없습니다.', 'The clearance date cannot be in the future.'),
    ]
  }
  return undefined
}
