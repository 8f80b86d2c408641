import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { ScheduleKind } from '#server/jobs/schedule-kind.ts'
import { verifySecurity } from '#server/security/verify-security.ts'
import { verifyLedger } from './verify.ts'

/** Checks the entire ledger and the security log. A run with findings fails. */
export const verifyKind: ScheduleKind = {
  kind: 'VERIFY',
  bound: 'site',
  title: label('원장 검증', 'Ledger check'),
  run: async ({ db }) => {
    const results = [...(await verifyLedger(db)), ...(await verifySecurity(db))]
    const wrong = results.filter(({ breaches }) => breaches.length > 0)
    if (wrong.length > 0) {
      throw new Error(wrong.map(({ name, breaches }) => `${name}: ${breaches.length}`).join('\n'))
    }
    return label(
      `${formatCount(results.length)}가지 검증에서 이상이 없습니다.`,
      `All ${formatCount(results.length, 'check')} passed.`,
    )
  },
}
