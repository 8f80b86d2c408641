import { defineHomeLines } from '#kernel/home.ts'
import { label } from '#kernel/label.ts'
import { backups } from './backups.ts'
import { registrations } from './registrations.ts'
import { errors } from './error-log.ts'

const week = '>=today-7'

/** Who waits for an account, and what the server could not do. */
export const systemHomeLines = defineHomeLines([
  {
    id: 'system/registrations-waiting',
    title: label('사용 신청 승인대기', 'Access requests waiting'),
    counts: { of: registrations, search: { STATE_CD: 'REQUESTED' } },
    opens: 'Registration',
    args: { STATE_CD: 'REQUESTED' },
    tone: 'warn',
  },
  {
    id: 'system/jobs-failed',
    title: label('실패한 작업, 7일', 'Failed jobs, 7 days'),
    counts: { of: errors, search: { HAPPENED_AT: week }, filter: { PATH: 'job/%' } },
    opens: 'CmsErrorLogList',
    args: { HAPPENED_AT: week, PATH: 'job/%' },
    tone: 'stop',
    isWatch: true,
  },
  {
    id: 'system/backup-last',
    title: label('마지막 정상 백업', 'Last good backup'),
    counts: { of: backups, search: { STATE_CD: 'DONE' } },
    latest: 'VERIFIED_AT',
    opens: 'JobManagement',
    args: {},
    isWatch: true,
  },
  {
    id: 'system/backups-failed',
    title: label('실패한 백업, 7일', 'Failed backups, 7 days'),
    counts: { of: backups, search: { STATE_CD: 'FAILED', STARTED_AT: week } },
    opens: 'JobManagement',
    args: {},
    tone: 'stop',
    isWatch: true,
  },
])
