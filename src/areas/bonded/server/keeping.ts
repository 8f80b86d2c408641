import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleEdits,
  handleProcedure,
  handleQuery,
  type ProcedureHandler,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { customsConstraintTexts } from '#server/engine/customs-constraint-texts.ts'
import { toRowErrors, recordsetSql } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  corrections,
  decideCorrection,
  extendPeriod,
  recordAuction,
  recordNotice,
  rejectCorrection,
  saveCorrections,
} from '../operations/keeping.ts'
import { bondedCorrection } from '../tables/register.ts'
import {
  cargoStatus,
  cargoStepFrom,
  correctionStatus,
  correctionStepFrom,
  type CorrectionStatus,
} from '../rules/cargo-status.ts'
import { basisErrors, withPlainNumbers } from './basis-corrections.ts'
import { cargoError } from './cargo.ts'
import { lockCargos, lockCargosByNumber } from './lock-cargos.ts'
import { isValidLine } from './unpacked-quantities.ts'

const notInStorage = label('보관 중인 화물이 아닙니다.', 'This cargo is not in storage.')

type ToEvent = (row: SaveRow, today: string) => Readonly<Record<string, unknown>>

function eventHandler(
  procedure: Procedure,
  kind: 'EXTEND' | 'NOTICE' | 'AUCTION',
  makeEvent: ToEvent,
  rejectInvalid?: (call: SaveCall) => Promise<void>,
): ProcedureHandler {
  return handleProcedure(procedure, async (call) => {
    await lockCargos(call, cargoStepFrom.keep, notInStorage)
    await rejectInvalid?.(call)
    const events = call.rows.map((row) => ({
      bond_no: row.values['BOND_NO'],
      basis_no: row.values['BASIS_NO'],
      event_dt: call.today,
      ...makeEvent(row, call.today),
    }))
    await call.tx.execute(sql`
      insert into bonded_event (wcode, owner_cd, bond_no, event_cd, event_dt, months, auction_cd,
        basis_no, user_id)
      select c.wcode, c.owner_cd, c.bond_no, ${kind}, e.event_dt, e.months, e.auction_cd, e.basis_no,
        ${call.userId}
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(bond_no text, event_dt date,
        months integer, auction_cd text, basis_no text)
      join bonded_cargo c using (bond_no)`)
    return {
      rows: call.rows.map((row) => ({ ROW: row.no })),
      message: label(
        `${formatCount(call.rows.length)}건을 기록했습니다.`,
        `${formatCount(call.rows.length)} recorded.`,
      ),
    }
  })
}

export const extensionLimitText = (months: number): Label =>
  label(
    `연장은 모두 ${months}개월까지입니다.`,
    `Extensions are limited to ${formatCount(months, 'month')} in total.`,
  )

/** Rejects extensions beyond the total limit of the shed on the date the cargo arrived. */
async function rejectOverlongExtension(call: SaveCall): Promise<void> {
  const given = recordsetSql(extendPeriod.input, ['BOND_NO', 'MONTHS'], call.rows)
  const found = await call.tx.query<{ no: number; most: number }>(sql`
    select r.no, r.most from (
      select r.no, c.extend_months + sum(r.months) over (partition by r.bond_no) months,
        coalesce(bonded_rule_value(s.kind_cd, 'EXTEND', coalesce(c.in_dt, ${call.today}::date)), 0)
          most
      from ${given} join bonded_cargo c using (bond_no) join bonded_shed s using (wcode, shed_cd)) r
    where r.months > r.most`)
  const maxByRow = new Map(found.map((limit) => [limit.no, limit.most]))
  const errors = call.rows.flatMap(({ no }): RowError[] => {
    const months = maxByRow.get(no)
    if (months === undefined) return []
    return [{ row: no, column: 'MONTHS', text: extensionLimitText(months) }]
  })
  if (errors.length) throw invalidRows(errors)
}

export const futureNotice = label(
  '통고일은 미래일 수 없습니다.',
  'The notice date cannot be in the future.',
)

function rejectFutureNotice({ rows, today }: SaveCall): Promise<void> {
  const text = futureNotice
  const errors = rows.flatMap(({ no: row, values }): RowError[] =>
    String(values['EVENT_DT'] ?? '') > today ? [{ row, column: 'EVENT_DT', text }] : [],
  )
  return errors.length > 0 ? Promise.reject(invalidRows(errors)) : Promise.resolve()
}

export const keepingHandlers: readonly ProcedureHandler[] = [
  eventHandler(
    extendPeriod,
    'EXTEND',
    (row) => ({ months: row.values['MONTHS'] }),
    rejectOverlongExtension,
  ),
  eventHandler(
    recordNotice,
    'NOTICE',
    (row, today) => ({ event_dt: row.values['EVENT_DT'] ?? today }),
    rejectFutureNotice,
  ),
  eventHandler(recordAuction, 'AUCTION', (row) => ({ auction_cd: row.values['STEP_CD'] })),
]

export const correctionsHandler = handleQuery(
  corrections,
  'v.correction_no desc',
  () => sql`
    select k.correction_no, k.wcode, k.owner_cd, k.bond_no, c.cargo_no, k.line_id,
      l.report_no, k.new_cargo_no, k.new_pkg_qty, k.new_kg, k.new_seal_no, k.new_vehicle_no,
      k.new_person_nm, k.new_cbm, k.new_custom_value, k.new_basis_no, k.new_accept_dt, k.reason, k.state_cd, k.approval_no, k.requested_by, k.requested_at,
      k.decided_by, k.decided_at
    from bonded_correction k join bonded_cargo c using (bond_no)
    left join bonded_line l on l.line_id = k.line_id`,
)

/** Columns that apply to the entire cargo, so all its lines share them. */
const cargoWideColumns = ['NEW_CBM', 'NEW_CUSTOM_VALUE']

const correctedColumns = [
  'NEW_CARGO_NO',
  'NEW_PKG_QTY',
  'NEW_KG',
  'NEW_SEAL_NO',
  'NEW_VEHICLE_NO',
  'NEW_PERSON_NM',
  'NEW_BASIS_NO',
  'NEW_ACCEPT_DT',
  ...cargoWideColumns,
]

function rejectChanged(rows: readonly SaveRow[]): void {
  const text = label(
    '신청한 정정은 수정할 수 없습니다. 취소한 뒤 다시 신청하세요.',
    'A requested correction cannot be edited. Cancel it and request again.',
  )
  const changed = rows.filter((row) => row.flag === 'U')
  if (changed.length) {
    throw invalidRows(changed.map(({ no }) => ({ row: no, column: 'STATE_CD', text })))
  }
}

/** Withdraws corrections deleted in the grid. They remain with the status rejected. */
async function withdrawCorrections(call: SaveCall): Promise<void> {
  const rows = call.rows.filter((row) => row.flag === 'D')
  if (rows.length === 0) return
  await lockCorrections({ ...call, rows })
  await decide({ ...call, rows }, correctionStatus.rejected)
}

export const saveCorrectionsHandler = handleEdits(saveCorrections, async (call) => {
  rejectChanged(call.rows)
  await withdrawCorrections(call)
  const requests = call.rows.filter((row) => row.flag === 'I')
  const rows = withPlainNumbers(requests)
  const given = recordsetSql(
    bondedCorrection.fields,
    ['BOND_NO', 'LINE_ID', ...correctedColumns],
    rows,
  )
  const { wcode, owners } = call.scope
  const seesAllOwners = owners === null
  const mine = sql`wcode = ${wcode} and (${seesAllOwners} or owner_cd = any(${[...(owners ?? [])]}::text[]))`
  const notFound = await call.tx.query<{ no: number }>(sql`
    select r.no from ${given} where not exists (select from (
        select * from bonded_cargo where ${mine}) c
      where c.bond_no = r.bond_no and c.state_cd <> ${quoteCodes(cargoStatus.cancelled)})`)
  const invalid = await call.tx.query<{ no: number }>(sql`
    select r.no from ${given} where r.line_id is not null and not exists (
      select from (select * from bonded_line where ${mine}) l
      where l.line_id = r.line_id and l.bond_no = r.bond_no and ${isValidLine})`)
  const errors = [
    ...toRowErrors(
      notFound,
      rows,
      'BOND_NO',
      label('보세화물이 없습니다.', 'Bonded cargo not found.'),
    ),
    ...toRowErrors(
      invalid,
      rows,
      'LINE_ID',
      label('유효한 신고가 아닙니다. 다시 조회하세요.', 'Not a valid report. Search again.'),
    ),
    ...(await basisErrors(call, rows)),
    ...rows.flatMap((row): RowError[] => {
      const number = row.values['NEW_CARGO_NO'] ?? null
      const error = number === null ? undefined : cargoError(String(number))
      if (error) return [{ row: row.no, column: 'NEW_CARGO_NO', text: error }]
      const isGiven = (name: string) => (row.values[name] ?? null) !== null
      if (isGiven('LINE_ID') && cargoWideColumns.some(isGiven)) {
        const { text, column } = customsConstraintTexts.bonded_correction_whole
        return [{ row: row.no, column, text }]
      }
      const text = label('변경할 값을 하나 이상 입력하세요.', 'Enter at least one new value.')
      return correctedColumns.some(isGiven) ? [] : [{ row: row.no, column: 'NEW_PKG_QTY', text }]
    }),
  ]
  if (errors.length) throw invalidRows(errors)
  const full = recordsetSql(
    bondedCorrection.fields,
    ['BOND_NO', 'LINE_ID', ...correctedColumns, 'REASON'],
    rows,
  )
  await call.tx.execute(sql`
    insert into bonded_correction (wcode, owner_cd, bond_no, line_id, new_cargo_no, new_pkg_qty,
      new_kg, new_seal_no, new_vehicle_no, new_person_nm, new_cbm, new_custom_value, new_basis_no,
      new_accept_dt, reason, requested_by)
    select c.wcode, c.owner_cd, r.bond_no, r.line_id::bigint, r.new_cargo_no, r.new_pkg_qty, r.new_kg,
      r.new_seal_no, r.new_vehicle_no, r.new_person_nm, r.new_cbm, r.new_custom_value,
      r.new_basis_no, r.new_accept_dt, r.reason, ${call.userId}
    from ${full} join bonded_cargo c using (bond_no) order by r.no`)
  return {
    rows: rows.map((row) => ({ ROW: row.no })),
    message: label(
      `정정 ${formatCount(rows.length)}건을 신청했습니다.`,
      `${formatCount(rows.length, 'correction')} requested.`,
    ),
  }
})

function correctionNumber({ values }: SaveRow): number {
  const number = Number(values['CORRECTION_NO'])
  return Number.isSafeInteger(number) ? number : 0
}

/** Locks the cargos first, then their corrections. Throws for corrections already decided. */
async function lockCorrections(call: SaveCall): Promise<Map<number, string>> {
  const numbers = call.rows.map(correctionNumber)
  const { wcode, owners } = call.scope
  await lockCargosByNumber(
    call,
    sql`select bond_no from bonded_correction where correction_no = any(${numbers}::bigint[])`,
  )
  const found = await call.tx.query<{ correction_no: number; requested_by: string }>(sql`
    select correction_no, requested_by from bonded_correction
    where correction_no = any(${numbers}::bigint[]) and state_cd in (${quoteCodes(correctionStepFrom.decide)}) and wcode = ${wcode}
      and (${owners === null} or owner_cd = any(${[...(owners ?? [])]}::text[]))
    order by correction_no for update`)
  const open = new Map(
    found.map((correction) => [correction.correction_no, correction.requested_by]),
  )
  const text = label('승인을 기다리는 정정이 아닙니다.', 'Not a correction waiting for approval.')
  const errors = call.rows.flatMap((row): RowError[] =>
    open.has(correctionNumber(row)) ? [] : [{ row: row.no, column: 'CORRECTION_NO', text }],
  )
  if (errors.length) throw conflictingRows(errors)
  return open
}

async function decide(
  call: SaveCall,
  state: Exclude<CorrectionStatus, typeof correctionStatus.requested>,
): Promise<void> {
  const given = call.rows.map(({ values }) => ({
    correction_no: values['CORRECTION_NO'],
    approval_no: values['APPROVAL_NO'] ?? null,
  }))
  await call.tx.execute(sql`
    update bonded_correction k set state_cd = ${state}, approval_no = r.approval_no,
      decided_by = ${call.userId}, decided_at = now()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as r(correction_no bigint, approval_no text)
    where k.correction_no = r.correction_no`)
}

export const decideCorrectionHandler = handleProcedure(decideCorrection, async (call) => {
  const open = await lockCorrections(call)
  const own = call.rows.filter((row) => open.get(correctionNumber(row)) === call.userId)
  const text = label(
    '본인이 신청한 정정은 승인할 수 없습니다. 다른 사용자가 승인해야 합니다.',
    'You cannot approve your own correction. Another user must.',
  )
  if (own.length)
    throw invalidRows(own.map(({ no }) => ({ row: no, column: 'CORRECTION_NO', text })))
  await decide(call, correctionStatus.approved)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, STATE_CD: correctionStatus.approved })),
    message: label(
      `정정 ${formatCount(open.size)}건을 승인했습니다.`,
      `${formatCount(open.size, 'correction')} approved.`,
    ),
  }
})

export const rejectCorrectionHandler = handleProcedure(rejectCorrection, async (call) => {
  const open = await lockCorrections(call)
  await decide(call, correctionStatus.rejected)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, STATE_CD: correctionStatus.rejected })),
    message: label(
      `정정 ${formatCount(open.size)}건을 반려했습니다.`,
      `${formatCount(open.size, 'correction')} rejected.`,
    ),
  }
})
