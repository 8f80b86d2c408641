import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { outcomeText } from '#kernel/outcome-text.ts'
import { readUser } from '#server/auth/session.ts'
import { AppError, invalidRows, forbidden, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type Handler } from '#server/engine/handler.ts'
import { decideRegistrations, registrations } from '../operations/registrations.ts'
import { splitCodes } from './account-checks.ts'
import {
  approveInTransaction,
  isVisibleRegistration,
  rejectInTransaction,
} from './registrations.ts'

const registrationsHandler = handleQuery(
  registrations,
  'v.registration_no desc',
  ({ userId }) => sql`
    select registration_no, state_cd, user_id, user_nm, email, phone_no, corp_nm, remark,
      created_at, decided_by, decided_at, null::text roles, null::text warehouses,
      null::text owners, null::text all_owners_yn, null::text reject_yn, reject_reason reason
    from registration r where ${isVisibleRegistration(userId)}`,
)

const decideHandler = handleProcedure(decideRegistrations, async (call) => {
  const who = await readUser(call.tx, call.userId)
  if (!who) throw forbidden()
  const errors: RowError[] = []
  let rejected = 0
  for (const row of call.rows) {
    const number = Number(row.values['REGISTRATION_NO'])
    const reason = String(row.values['REASON'] ?? '').trim()
    const isRejected = row.values['REJECT_YN'] === 'Y'
    try {
      if (isRejected && reason === '') {
        const text = label('반려 사유를 입력하세요.', 'Enter a rejection reason.')
        throw new AppError(422, 'REASON_MISSING', text)
      }
      if (isRejected) await rejectInTransaction(call.tx, who, number, reason)
      else {
        await approveInTransaction(call.tx, who, call.origin, {
          registrationNo: number,
          roles: splitCodes(row, 'ROLES'),
          warehouses: splitCodes(row, 'WAREHOUSES'),
          owners: splitCodes(row, 'OWNERS'),
          allOwners: row.values['ALL_OWNERS_YN'] === 'Y',
        })
      }
      rejected += isRejected ? 1 : 0
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      errors.push({ row: row.no, text: error.text, column: isRejected ? 'REASON' : 'ROLES' })
    }
  }
  if (errors.length) throw invalidRows(errors)
  const approved = call.rows.length - rejected
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: outcomeText(
      [
        approved,
        label(
          `사용 신청 ${formatCount(approved)}건을 승인했습니다.`,
          `${formatCount(approved, 'request')} approved.`,
        ),
      ],
      [
        rejected,
        label(`${formatCount(rejected)}건을 반려했습니다.`, `${formatCount(rejected)} rejected.`),
      ],
    ),
  }
})

export const registrationHandlers: readonly Handler[] = [registrationsHandler, decideHandler]
