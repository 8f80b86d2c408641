import sql, { raw } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { rejectRepeatedRows } from '#server/engine/reject-repeated-rows.ts'
import {
  arrivals,
  discrepancyReports,
  fileArrival,
  settleDiscrepancy,
} from '../operations/cargo.ts'
import { arrivalDiscrepancy, type ArrivalDiscrepancy } from '../rules/arrival-discrepancy.ts'
import { toGrams } from '../rules/split-part.ts'
import { cargoStepFrom, discrepancyStatus, discrepancyStepFrom } from '../rules/cargo-status.ts'
import { lockCargos } from './lock-cargos.ts'
import { fileLines, type NewLine } from './register-lines.ts'

export const arrivalsHandler = handleQuery(
  arrivals,
  'v.expect_dt, v.bond_no',
  () => sql`
    select c.*, o.owner_nm, c.pkg_qty - c.in_pkg_qty now_pkg_qty, c.kg - c.in_kg now_kg, 'N' part_yn,
      c.seal_no found_seal_no, null::numeric damage_pkg_qty, 'ENTRY' arrival_cd, null::text basis_no,
      null::timestamptz done_at, null::text vehicle_no, s.keeper_nm person_nm, null::text file_sn,
      null::text file_nm, null::text note,
      (select min(f.fault_no) from bonded_fault f
        where f.bond_no = c.bond_no and f.state_cd in (${quoteCodes(discrepancyStepFrom.settle)})) open_fault
    from bonded_cargo c join owner o using (owner_cd) join bonded_shed s using (wcode, shed_cd)
    where c.state_cd in (${quoteCodes(cargoStepFrom.arrive)}) and c.in_closed_yn = 'N'`,
)

interface Expected extends Record<string, unknown> {
  bond_no: string
  cargo_no: string | null
  pkg_qty: number
  kg: number
  in_pkg_qty: number
  in_kg: number
  in_seq: number
  in_closed_yn: string
  seal_no: string | null
  tolerance: number
  open_fault: string | null
  /** Discrepancies settled by customs since the last part arrived, by kind. */
  settled: Record<string, string> | null
}

const alreadyArrived = label(
  '이미 반입했거나 취소된 화물입니다.',
  'This cargo has already arrived or is cancelled.',
)

function readExpected(call: SaveCall, numbers: readonly string[]): Promise<Expected[]> {
  return call.tx.query<Expected>(sql`
    select c.bond_no, c.cargo_no, c.pkg_qty, c.kg, c.in_pkg_qty, c.in_kg, c.in_seq, c.in_closed_yn,
      c.seal_no, coalesce(bonded_rule_value(s.kind_cd, case c.goods_class_cd when 'PACKED'
        then 'TOLERANCE_PACKED' else 'TOLERANCE_BULK' end, ${call.today}::date), 0) tolerance,
      (select min(f.fault_no) from bonded_fault f
        where f.bond_no = c.bond_no and f.state_cd in (${quoteCodes(discrepancyStepFrom.settle)})) open_fault,
      (select jsonb_object_agg(f.fault_cd, f.fault_no) from bonded_fault f
        where f.bond_no = c.bond_no and f.settle_cd in ('ACCEPTED', 'WITHDRAWN')
          and f.created_at > coalesce((select max(l.created_at) from bonded_line l
            where l.bond_no = c.bond_no and l.direction_cd = 'IN'), '-infinity')) settled
    from bonded_cargo c join bonded_shed s using (wcode, shed_cd)
    where c.bond_no = any(${[...numbers]}::text[])`)
}

const getNumber = (row: SaveRow, name: string) => Number(row.values[name] ?? 0)
const getText = (row: SaveRow, name: string) => {
  const value = row.values[name] ?? null
  return value === null ? null : String(value)
}

function findRowError(row: SaveRow, expected: Expected, now: string): [string, Label] | undefined {
  const rest = expected.pkg_qty - expected.in_pkg_qty
  const packages = getNumber(row, 'NOW_PKG_QTY')
  if (expected.in_closed_yn === 'Y') return ['BOND_NO', alreadyArrived]
  if (expected.cargo_no === null) {
    return [
      'CARGO_NO',
      label('화물관리번호를 먼저 등록하세요.', 'Enter the cargo control number first.'),
    ]
  }
  if (expected.open_fault !== null) {
    const ko = `종결되지 않은 이상보고가 있습니다: ${expected.open_fault}. 먼저 종결하세요.`
    return [
      'OPEN_FAULT',
      label(ko, `Discrepancy report ${expected.open_fault} is open. Close it first.`),
    ]
  }
  if (row.values['PART_YN'] === 'Y' && (packages <= 0 || packages >= rest)) {
    const ko = `분할 반입은 잔량 ${formatCount(rest)}개보다 적어야 합니다. 모두 도착했으면 분할을 해제하세요.`
    return [
      'NOW_PKG_QTY',
      label(
        ko,
        `A part must be less than the ${formatCount(rest)} remaining. Clear Split if all arrived.`,
      ),
    ]
  }
  if (row.values['PART_YN'] === 'Y' && getNumber(row, 'NOW_KG') <= 0) {
    return ['NOW_KG', label('중량은 0보다 커야 합니다.', 'The weight must be more than 0.')]
  }
  if ((getText(row, 'DONE_AT') ?? '') > now) {
    return [
      'DONE_AT',
      label('반입일시는 미래일 수 없습니다.', 'The arrival cannot be in the future.'),
    ]
  }
  return undefined
}

/** Discrepancy of a row, unless customs has settled it. */
function findError(row: SaveRow, expected: Expected): ArrivalDiscrepancy | undefined {
  const isPart = row.values['PART_YN'] === 'Y'
  const declared = { packages: expected.pkg_qty, grams: toGrams(expected.kg) }
  const found = {
    packages: expected.in_pkg_qty + getNumber(row, 'NOW_PKG_QTY'),
    grams: toGrams(expected.in_kg) + toGrams(getNumber(row, 'NOW_KG')),
  }
  const error = arrivalDiscrepancy({
    declared: isPart ? found : declared,
    found,
    tolerance: expected.tolerance,
    sealDeclared: expected.seal_no,
    sealFound: getText(row, 'FOUND_SEAL_NO'),
    damagedPackages: getNumber(row, 'DAMAGE_PKG_QTY'),
  })
  const isMiscount = found.packages !== declared.packages && !isPart
  return error && expected.settled?.[error] && !isMiscount ? undefined : error
}

function toNewLine(row: SaveRow, expected: Expected): NewLine {
  const damaged = getNumber(row, 'DAMAGE_PKG_QTY')
  const [[kind, report] = [null, null]] = Object.entries(expected.settled ?? {})
  const split = row.values['PART_YN'] === 'Y' ? 'P' : expected.in_seq === 0 ? 'A' : 'L'
  return {
    no: row.no,
    bond_no: expected.bond_no,
    type_cd: getText(row, 'ARRIVAL_CD') ?? 'ENTRY',
    split_cd: split,
    split_seq: expected.in_seq + 1,
    basis_no: getText(row, 'BASIS_NO'),
    done_at: getText(row, 'DONE_AT'),
    pkg_qty: getNumber(row, 'NOW_PKG_QTY'),
    kg: getNumber(row, 'NOW_KG'),
    vehicle_no: getText(row, 'VEHICLE_NO'),
    person_nm: getText(row, 'PERSON_NM'),
    seal_no: getText(row, 'FOUND_SEAL_NO'),
    fault_cd: kind,
    fault_pkg_qty: damaged > 0 ? damaged : null,
    fault_no: report,
    remark: getText(row, 'NOTE'),
  }
}

export const fileArrivalHandler = handleProcedure(fileArrival, async (call) => {
  rejectRepeatedRows(call, ['BOND_NO'], repeatedCargo)
  const numbers = await lockCargos(call, cargoStepFrom.arrive, alreadyArrived)
  const [clock] = await call.tx.query<{ now: string }>(
    sql`select to_char(now() at time zone 'Asia/Seoul' + interval '1 minute', 'YYYYMMDDHH24MISS') now`,
  )
  const expected = new Map(
    (await readExpected(call, numbers)).map((cargo) => [cargo.bond_no, cargo]),
  )
  const pairs = call.rows.flatMap((row) => {
    const one = expected.get(String(row.values['BOND_NO']))
    return one ? [{ row, one }] : []
  })
  const errors = pairs.flatMap(({ row, one }): RowError[] => {
    const error = findRowError(row, one, clock?.now ?? '')
    return error ? [{ row: row.no, column: error[0], text: error[1] }] : []
  })
  errors.push(...(await fileErrors(call, pairs)))
  if (errors.length) throw invalidRows(errors)
  const discrepant = pairs.flatMap(({ row, one }) => {
    const error = findError(row, one)
    return error ? [{ row, one, error }] : []
  })
  const held = new Set(discrepant.map(({ row }) => row.no))
  const reports = await fileDiscrepancy(call, discrepant)
  const good = pairs.filter(({ row }) => !held.has(row.no))
  const filed = await fileLines(
    call,
    'IN',
    good.map(({ row, one }) => toNewLine(row, one)),
  )
  const filedNo = new Map(filed.map((line) => [line.no, line]))
  return {
    rows: call.rows.map(({ no }) => ({
      ROW: no,
      REPORT_NO: filedNo.get(no)?.report_no ?? null,
      LINE_ID: filedNo.has(no) ? String(filedNo.get(no)?.line_id) : null,
      FAULT_NO: reports.get(no) ?? null,
    })),
    message: resultMessage(filed.length, [...reports.values()]),
    warns: reports.size > 0,
  }
})

/**
 * Rejects files that the user did not upload or that belong to another owner, because the cargo
 * owner's users see the file names.
 */
async function fileErrors(
  { tx, userId, scope }: SaveCall,
  pairs: readonly { readonly row: SaveRow; readonly one: Expected }[],
): Promise<RowError[]> {
  const given = pairs.flatMap(({ row, one }) => {
    const file = getText(row, 'FILE_SN')
    return file === null ? [] : [{ no: row.no, file_sn: file, bond_no: one.bond_no }]
  })
  if (given.length === 0) return []
  const unknown = await tx.query<{ no: number }>(sql`
    select g.no from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      g(no integer, file_sn text, bond_no text)
    join bonded_cargo c using (bond_no)
    where not exists (select from stored_file f where f.file_sn = g.file_sn
      and f.created_by = ${userId} and f.wcode = ${scope.wcode}
      and (f.owner_cds is null or c.owner_cd = any(f.owner_cds)))
    order by 1`)
  const noFile = label(
    '올린 파일을 찾을 수 없습니다. 다시 올리세요.',
    'Uploaded file not found. Upload it again.',
  )
  return unknown.map(({ no }) => ({ row: no, column: 'FILE_SN', text: noFile }))
}

function resultMessage(filed: number, reports: readonly string[]): Label {
  if (reports.length === 0) {
    return label(
      `${formatCount(filed)}건을 반입신고했습니다.`,
      `${formatCount(filed, 'arrival')} filed.`,
    )
  }
  const [ko, en] =
    filed === 0
      ? ['', '']
      : [`${formatCount(filed)}건을 반입신고하고 `, `${formatCount(filed, 'arrival')} filed; `]
  return label(
    `${ko}${formatCount(reports.length)}건은 이상보고 후 인수를 보류했습니다(${reports.join(', ')}).`,
    `${en}${formatCount(reports.length)} held with a discrepancy report (${reports.join(', ')}).`,
  )
}

const repeatedCargo = label('같은 화물이 두 번 있습니다.', 'The same cargo is listed twice.')

interface DiscrepantRow {
  readonly row: SaveRow
  readonly one: Expected
  readonly error: ArrivalDiscrepancy
}

/**
 * Creates discrepancy reports, which put their cargos on hold. Returns the report numbers by row.
 */
async function fileDiscrepancy(
  call: SaveCall,
  discrepant: readonly DiscrepantRow[],
): Promise<Map<number, string>> {
  if (discrepant.length === 0) return new Map()
  const given = discrepant.map(({ row, one, error }, index) => ({
    n: index + 1,
    bond_no: one.bond_no,
    fault_cd: error,
    found_pkg_qty: getNumber(row, 'NOW_PKG_QTY'),
    found_kg: getNumber(row, 'NOW_KG'),
    found_seal_no: getText(row, 'FOUND_SEAL_NO'),
    fault_pkg_qty: row.values['DAMAGE_PKG_QTY'] ?? null,
    file_sn: getText(row, 'FILE_SN'),
    remark: getText(row, 'NOTE'),
  }))
  const types = `n integer, bond_no text, fault_cd text, found_pkg_qty numeric, found_kg numeric,
    found_seal_no text, fault_pkg_qty numeric, file_sn text, remark text`
  const inserted = await call.tx.query<{ fault_no: string; bond_no: string }>(sql`
    insert into bonded_fault (fault_no, wcode, owner_cd, bond_no, fault_cd, found_pkg_qty, found_kg,
      found_seal_no, fault_pkg_qty, file_sn, remark, created_by)
    select f.no, c.wcode, c.owner_cd, g.bond_no, g.fault_cd, g.found_pkg_qty, g.found_kg,
      g.found_seal_no, g.fault_pkg_qty, g.file_sn, g.remark, ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(${raw(types)})
    join (select no, row_number() over () n from
      ${nextNumbers(call, 'BONDED_FAULT', discrepant.length)} no) f using (n)
    join bonded_cargo c using (bond_no)
    returning fault_no, bond_no`)
  const byCargo = new Map(
    inserted.map((discrepancy) => [discrepancy.bond_no, discrepancy.fault_no]),
  )
  return new Map(discrepant.map(({ row, one }) => [row.no, byCargo.get(one.bond_no) ?? '']))
}

export const discrepanciesHandler = handleQuery(
  discrepancyReports,
  'v.fault_no desc',
  () => sql`
    select f.*, c.cargo_no, p.file_nm from bonded_fault f join bonded_cargo c using (bond_no)
    left join stored_file p on p.file_sn = f.file_sn`,
)

export const settleDiscrepancyHandler = handleProcedure(settleDiscrepancy, async (call) => {
  const { wcode, owners } = call.scope
  const numbers = call.rows.map((row) => String(row.values['FAULT_NO']))
  const open = await call.tx.query<{ fault_no: string }>(sql`
    select fault_no from bonded_fault where fault_no = any(${numbers}::text[]) and state_cd in (${quoteCodes(discrepancyStepFrom.settle)})
      and wcode = ${wcode} and (${owners === null} or owner_cd = any(${[...(owners ?? [])]}::text[]))
    order by fault_no for update`)
  const known = new Set(open.map((discrepancy) => discrepancy.fault_no))
  const notOpenText = label(
    '종결 대기 중인 이상보고가 아닙니다. 다시 조회하세요.',
    'Not an open discrepancy report. Search again.',
  )
  const errors = call.rows.flatMap((row): RowError[] => {
    const isOpen = known.delete(String(row.values['FAULT_NO']))
    return isOpen ? [] : [{ row: row.no, column: 'FAULT_NO', text: notOpenText }]
  })
  if (errors.length) throw conflictingRows(errors)
  await call.tx.execute(sql`
    update bonded_fault f set state_cd = ${quoteCodes(discrepancyStatus.closed)}, settle_cd = r.settle_cd, approval_no = r.approval_no,
      settled_by = ${call.userId}, settled_at = now()
    from jsonb_to_recordset(${JSON.stringify(
      call.rows.map(({ values }) => ({
        fault_no: values['FAULT_NO'],
        settle_cd: values['SETTLE_CD'],
        approval_no: values['APPROVAL_NO'],
      })),
    )}::jsonb) as r(fault_no text, settle_cd text, approval_no text)
    where f.fault_no = r.fault_no`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, STATE_CD: discrepancyStatus.closed })),
    message: label(
      `이상보고 ${formatCount(call.rows.length)}건을 종결했습니다.`,
      `${formatCount(call.rows.length, 'discrepancy report')} closed.`,
    ),
  }
})
