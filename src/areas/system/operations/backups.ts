import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { backupPlan, backupRun } from '../tables/backup.ts'

const common = { menus: ['JobManagement'], scope: 'company', bound: 'refused' } as const

const plan = pick(backupPlan, [
  'ON_YN',
  'EVERY_HOURS',
  'FROM_HOUR',
  'KEEP_HOURS',
  'KEEP_DAYS',
  'KEEP_WEEKS',
])

export const backups = defineQuery({
  ...common,
  name: 'system/backups',
  title: label('자동백업', 'Backups'),
  action: 'search',
  search: pick(backupRun, ['STATE_CD', 'STARTED_AT']),
  output: backupRun.fields,
})

export const backupPlans = defineQuery({
  ...common,
  name: 'system/backup-plan',
  title: label('백업 계획 조회', 'Backup plan'),
  action: 'search',
  search: {},
  output: backupPlan.fields,
})

export const saveBackupPlan = defineProcedure({
  ...common,
  name: 'system/save-backup-plan',
  title: label('백업 계획', 'Backup plan'),
  action: 'save',
  maxRows: 1,
  input: plan,
})

export const backupNow = defineProcedure({
  ...common,
  name: 'system/backup-now',
  title: label('지금 백업', 'Back up now'),
  action: 'save',
  maxRows: 1,
  input: {},
})
