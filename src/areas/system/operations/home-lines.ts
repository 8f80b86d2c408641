import { defineHomeLines, type HomeLine } from '#kernel/home.ts'
import { label, type Label } from '#kernel/label.ts'
import { backupPlans, backups } from './backups.ts'
import { corps } from './corps.ts'
import { grantRequests } from './grant-requests.ts'
import { firstMail } from './site-facts.ts'
import { accounts } from './users.ts'
import { registrations } from './registrations.ts'
import { errors } from './error-log.ts'

const setupLines: readonly HomeLine[] = [
  {
    id: 'system/setup-company',
    title: label('회사', 'Company'),
    counts: { of: corps.query },
    opens: 'Corp',
    args: null,
    setup: {
      position: 1,
      todo: label(
        '회사명과 사업자등록번호를 입력하세요.',
        'Enter the company name and business number.',
      ),
    },
  },
  {
    id: 'system/setup-users',
    title: label('사용자', 'Users'),
    counts: { of: accounts, filter: { USER_ID: '!=admin' } },
    opens: 'User',
    args: {},
    setup: {
      position: 6,
      todo: label('사용자를 추가하고 역할을 지정하세요.', 'Add users and give them roles.'),
    },
  },
  {
    id: 'system/setup-mail',
    title: label('메일', 'Mail'),
    counts: { of: firstMail },
    opens: 'SendEmailPopup',
    args: {},
    setup: {
      position: 7,
      todo: label(
        'SMTP_URL을 설정한 뒤 메일을 한 통 보내세요.',
        'Set SMTP_URL, then send an email.',
      ),
    },
  },
  {
    id: 'system/setup-backup',
    title: label('백업 계획', 'Backup plan'),
    counts: { of: backupPlans, filter: { UPDATED_BY: '%_%' } },
    opens: 'JobManagement',
    args: {},
    setup: {
      position: 8,
      todo: label('간격과 보관 기간을 저장하세요.', 'Save an interval and a retention period.'),
      runs: 'backup.plan',
    },
  },
]

const week = '>=today-7'

/** Counts the server warnings with one code (`src/server/site/server-watch.ts`) since yesterday. */
function alertLine(id: string, title: Label, code: string): HomeLine {
  const since = { HAPPENED_AT: '>=today-1', ERROR_CODE: code }
  return {
    id: `system/${id}`,
    title,
    counts: { of: errors, search: since },
    opens: 'CmsErrorLogList',
    args: since,
    tone: 'stop',
    isWatch: true,
  }
}

export const systemHomeLines = defineHomeLines([
  ...setupLines,
  {
    id: 'system/registrations-waiting',
    title: label('사용 신청 승인대기', 'Access requests to approve'),
    counts: { of: registrations, search: { STATE_CD: 'REQUESTED' } },
    opens: 'Registration',
    args: { STATE_CD: 'REQUESTED' },
    tone: 'warn',
  },
  {
    id: 'system/grants-asked',
    title: label('권한 요청 승인대기', 'Permission requests to approve'),
    counts: { of: grantRequests, search: { STATE_CD: 'REQUESTED' } },
    opens: 'GrantRequest',
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
  alertLine('replica-behind', label('복제 서버 지연', 'Replica delayed'), 'REPLICA_BEHIND'),
  alertLine('disk-full', label('서버 디스크 부족', 'Server disk space low'), 'DISK_FULL'),
  alertLine('jobs-waiting', label('시작되지 않는 작업', 'Jobs not starting'), 'JOBS_WAITING'),
  {
    id: 'system/server-warnings',
    title: label('서버·데이터베이스 경고, 7일', 'Server and database warnings, 7 days'),
    counts: { of: errors, search: { HAPPENED_AT: week }, filter: { PATH: 'server' } },
    opens: 'CmsErrorLogList',
    args: { HAPPENED_AT: week, PATH: 'server' },
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
