import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { hasSiteAccess } from '#server/auth/user-reach.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type Handler } from '#server/engine/handler.ts'
import { recordsetSql, rejectStale } from '#server/engine/table-save.ts'
import { assertSiteAccess } from './reach-error.ts'
import { backupNow, backupPlans, backups, saveBackupPlan } from '../operations/backups.ts'
import { backupPlan } from '../tables/backup.ts'

const backupsHandler = handleQuery(
  backups,
  'v.run_no desc',
  ({ userId }) => sql`select * from backup_run where ${hasSiteAccess(userId)}`,
)

const backupPlansHandler = handleQuery(
  backupPlans,
  'v.plan_id',
  ({ userId }) => sql`select * from backup_plan where ${hasSiteAccess(userId)}`,
)

const notDivisor = label(
  '하루를 똑같이 나누는 시간이어야 합니다: 1, 2, 3, 4, 6, 8, 12, 24.',
  'The interval must divide the day evenly: 1, 2, 3, 4, 6, 8, 12 or 24 hours.',
)

const saveBackupPlanHandler = handleProcedure(saveBackupPlan, async (call) => {
  await assertSiteAccess(call)
  const unevenRows = call.rows.filter(({ values }) => 24 % Number(values['EVERY_HOURS']) !== 0)
  if (unevenRows.length) {
    throw invalidRows(
      unevenRows.map(({ no }) => ({ row: no, column: 'EVERY_HOURS', text: notDivisor })),
    )
  }
  const given = recordsetSql(saveBackupPlan.input, Object.keys(saveBackupPlan.input), call.rows)
  const done = await call.tx.query<{ no: number }>(sql`
    update backup_plan p set on_yn = r.on_yn, every_hours = r.every_hours, from_hour = r.from_hour,
      keep_hours = r.keep_hours, keep_days = r.keep_days, keep_weeks = r.keep_weeks,
      next_at = null, version = p.version + 1, updated_by = ${call.userId}, updated_at = now()
    from ${given} where r.version = p.version returning r.no`)
  const keyed = call.rows.map((row) => ({ ...row, values: { ...row.values, PLAN_ID: 'SITE' } }))
  await rejectStale(call, backupPlan, keyed, done)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label('백업 계획을 저장했습니다.', 'Backup plan saved.'),
  }
})

const backupNowHandler = handleProcedure(backupNow, async (call) => {
  await assertSiteAccess(call)
  await call.tx.execute(sql`update backup_plan set asked_at = now()`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      '백업을 시작합니다. 완료되면 자동백업 목록에 표시됩니다.',
      'Backup started. It appears in the list when finished.',
    ),
  }
})

export const backupHandlers: readonly Handler[] = [
  backupsHandler,
  backupPlansHandler,
  saveBackupPlanHandler,
  backupNowHandler,
]
