import sql, { raw, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Language } from '#kernel/label.ts'
import { hasSiteAccess, isSiteRecordOrWithinReach } from '#server/auth/user-reach.ts'
import { databaseClock } from '#server/db/database-clock.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { recordHistory } from '#server/engine/fact-history.ts'
import {
  handleEdits,
  handleProcedure,
  handleQuery,
  type Handler,
  type QueryCall,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import type { Lookup } from '#server/engine/lookup.ts'
import { saveTable } from '#server/engine/table-save.ts'
import { cancelChannel, notifyJob, type JobRow } from '#server/jobs/job-queue.ts'
import { insertEvents, noOrigin } from '#server/security/security-event.ts'
import { scheduleJobKind, type ScheduleKind } from '#server/jobs/schedule-kind.ts'
import { addRun, storeNextRuns, type ScheduleRow } from '#server/jobs/scheduler.ts'
import {
  activeJobs,
  saveSchedules,
  schedules,
  scheduleRuns,
  startSchedule,
  stopJobs,
} from '../operations/schedules.ts'
import { cronError, type CronFields } from '../rules/cron.ts'
import { addressesError } from '../rules/mail-addresses.ts'
import { jobTitles } from '../rules/job-titles.ts'
import { schedule } from '../tables/schedule.ts'
import type { UndoneRow, UndoRule } from './fact-changes.ts'
import { assertSiteAccess } from './reach-error.ts'

const cronColumn = (name: keyof CronFields): string => `${name.toUpperCase()}_CRON`

function toCron({ values }: SaveRow): CronFields {
  const readField = (name: keyof CronFields) => String(values[cronColumn(name)] ?? '')
  return {
    minute: readField('minute'),
    hour: readField('hour'),
    day: readField('day'),
    month: readField('month'),
    weekday: readField('weekday'),
  }
}

function codeNamesSql(entries: readonly (readonly [string, string])[]) {
  const rows = JSON.stringify(entries.map(([code, name]) => ({ code, name })))
  return sql`jsonb_to_recordset(${rows}::jsonb) as k(code text, name text)`
}

function kindNames(kinds: readonly ScheduleKind[], language: Language) {
  return kinds.map(({ kind, title }) => [kind, title[language]] as const)
}

const sendsNoMail = label(
  '메일을 보내지 않는 작업입니다. 받는 사람을 비우세요.',
  'This job sends no email. Clear the recipients.',
)

function findErrors(kinds: readonly ScheduleKind[], row: SaveRow): RowError[] {
  const kind = kinds.find(({ kind: code }) => code === row.values['KIND_CD'])
  if (!kind) {
    const text = label(
      '등록되지 않은 작업 종류입니다. F4로 선택하세요.',
      'Unknown kind of job. Select one with F4.',
    )
    return [{ row: row.no, column: 'KIND_CD', text }]
  }
  const argument = String(row.values['ARGUMENT'] ?? '')
  const none =
    argument === ''
      ? undefined
      : label(
          '조건이 없는 작업입니다. 조건을 비우세요.',
          'This job takes no conditions. Clear the conditions.',
        )
  const given = kind.argument ? kind.argument.error(argument) : none
  const to = String(row.values['MAIL_TO'] ?? '')
  const mailError = to !== '' && kind.mails !== true ? sendsNoMail : addressesError(to)
  const cron = cronError(toCron(row))
  return [
    ...(given ? [{ row: row.no, column: 'ARGUMENT', text: given }] : []),
    ...(mailError ? [{ row: row.no, column: 'MAIL_TO', text: mailError }] : []),
    ...(cron ? [{ row: row.no, column: cronColumn(cron.field), text: cron.text }] : []),
  ]
}

const columns = Object.keys(saveSchedules.input)

const scheduleOutOfReach = label(
  '권한이 더 넓은 사용자의 배치작업입니다. 그 사용자나 관리자에게 요청하세요.',
  'The schedule belongs to a user with wider permissions. Ask that user or an administrator.',
)

/**
 * Schedules of the site, and kinds that act on all of it, are for users who see all warehouses.
 * Throws AppError 422 for others.
 */
async function rejectBeyondReach(
  call: SaveCall,
  kinds: readonly ScheduleKind[],
  column = 'SCHEDULE_CD',
): Promise<void> {
  const { tx, rows, userId } = call
  const siteKinds = kinds.filter(({ bound }) => bound === 'site').map(({ kind }) => kind)
  const ofSite = rows.filter(({ values }) => siteKinds.includes(String(values['KIND_CD'])))
  if (ofSite.length > 0) await assertSiteAccess({ ...call, rows: ofSite })
  const codes = rows.map(({ values }) => String(values['SCHEDULE_CD']))
  const found = await tx.query<{ schedule_cd: string }>(sql`
    select s.schedule_cd from schedule s where s.schedule_cd = any(${codes}::text[])
      and not (${isSiteRecordOrWithinReach(sql`s.run_as`, userId)}
        and (s.kind_cd <> all(${siteKinds}::text[]) or ${hasSiteAccess(userId)}))`)
  const refused = new Set(found.map(({ schedule_cd: code }) => code))
  const errors = rows.flatMap(({ no: row, values }): RowError[] =>
    refused.has(String(values['SCHEDULE_CD']))
      ? [{ row, column, text: scheduleOutOfReach, isDenied: true as const }]
      : [],
  )
  if (errors.length > 0) throw invalidRows(errors)
}

async function saveAll(call: SaveCall, kinds: readonly ScheduleKind[]) {
  await rejectBeyondReach(call, kinds)
  const remaining = call.rows.filter(({ flag }) => flag !== 'D')
  const errors = remaining.flatMap((row) => findErrors(kinds, row))
  if (errors.length > 0) throw invalidRows(errors)
  await recordHistory(call)
  const saved = await saveTable(call, schedule, columns)
  await storeRunTimes({ ...call, rows: remaining })
  return saved
}

async function storeRunTimes({ tx, rows }: Pick<SaveCall, 'tx' | 'rows'>): Promise<void> {
  const times = rows.map((row) => ({
    code: String(row.values['SCHEDULE_CD']),
    cron: toCron(row),
  }))
  await storeNextRuns(tx, times, await databaseClock(tx))
}

/** Undoing a change of a schedule requires the access that saving it would. */
export function scheduleUndo(kinds: readonly ScheduleKind[]): UndoRule {
  const toSaveRows = ({ rows }: SaveCall, restored: UndoneRow): SaveRow[] => {
    const entries = Object.entries(restored).map(
      ([column, value]) =>
        [column.toUpperCase(), typeof value === 'string' ? value : null] as const,
    )
    return rows.map((row) => ({ ...row, values: Object.fromEntries(entries) }))
  }
  return {
    check: (call, row) =>
      rejectBeyondReach({ ...call, rows: toSaveRows(call, row) }, kinds, 'CHANGE_NO'),
    afterRestore: (call, row) => storeRunTimes({ ...call, rows: toSaveRows(call, row) }),
  }
}

const stateOfRun = sql`coalesce(j.state_cd, r.skipped_cd,
  case when r.job_id is null then 'WAITING' else 'GONE' end)`

function scheduleRows(kinds: readonly ScheduleKind[], { language, userId }: QueryCall) {
  return sql`
    select s.*, k.name kind_nm, ${language === 'ko' ? sql`s.words_ko` : sql`s.words_en`} words,
      last.state_cd last_state_cd, last.due_at last_at
    from schedule s left join ${codeNamesSql(kindNames(kinds, language))} on k.code = s.kind_cd
    left join lateral (
      select ${stateOfRun} state_cd, r.due_at from schedule_run r left join job j using (job_id)
      where r.schedule_cd = s.schedule_cd order by r.run_no desc limit 1) last on true
    where ${isSiteRecordOrWithinReach(sql`s.run_as`, userId)}`
}

const runRows = ({ language, userId }: QueryCall) => sql`
  select r.run_no, r.schedule_cd, r.due_at, ${stateOfRun} state_cd, j.started_at, j.finished_at,
    j.attempt, r.user_id, coalesce(j.error_text, j.result ->> ${language}, j.progress_text) result_text,
    (select string_agg(to_char(l.logged_at at time zone 'Asia/Seoul', 'MM-DD HH24:MI:SS')
        || ' #' || l.attempt || ' ' || l.log_text, e'\n' order by l.logged_at)
      from job_log l where l.job_id = r.job_id) log_text
  from schedule_run r join schedule s using (schedule_cd) left join job j using (job_id)
  where ${isSiteRecordOrWithinReach(sql`s.run_as`, userId)}`

/**
 * Condition for jobs of users within reach and of their schedules. Jobs of the site require access
 * to all warehouses.
 */
function isInReach(job: string, viewer: string): Sql {
  const runAs = sql`(select s.run_as from schedule_run r join schedule s using (schedule_cd)
    where r.job_id = ${raw(job)}.job_id)`
  return isSiteRecordOrWithinReach(sql`coalesce(${raw(job)}.user_id, ${runAs})`, viewer)
}

function activeRows(kinds: readonly ScheduleKind[], { language, userId, scope }: QueryCall) {
  const names = [
    ...kindNames(kinds, language).map(([kind, name]) => [scheduleJobKind(kind), name] as const),
    ...Object.entries(jobTitles).map(([kind, title]) => [kind, title[language]] as const),
  ]
  return sql`
    select j.job_id::text job_id, j.kind, coalesce(k.name, j.kind) kind_nm, r.schedule_cd, j.user_id,
      j.wcode, j.state_cd, j.progress, j.progress_text, j.attempt, j.created_at, j.started_at,
      case when j.state_cd = 'QUEUED' and j.run_after > now() then j.run_after end run_after,
      case when j.state_cd = 'RUNNING' then j.host_nm end host_nm, j.error_text
    from job j left join ${codeNamesSql(names)} on k.code = j.kind
    left join schedule_run r using (job_id)
    where j.state_cd in ('QUEUED', 'RUNNING')
      and (j.user_id = ${userId} or ${scope.owners === null} and ${isInReach('j', userId)})`
}

const stopJobsHandler = handleProcedure(stopJobs, async (call) => {
  const ids = call.rows.map(({ values }) => String(values['JOB_ID']))
  const stopped = await call.tx.query<JobRow>(sql`
    update job set cancel_yn = 'Y',
      state_cd = case when state_cd = 'QUEUED' then 'CANCELLED' else state_cd end,
      finished_at = case when state_cd = 'QUEUED' then now() else finished_at end
    where job_id::text = any(${ids}::text[]) and state_cd in ('QUEUED', 'RUNNING')
      and ${isInReach('job', call.userId)} returning *`)
  await recordDeniedStops(call, ids)
  for (const job of stopped) {
    if (job.state_cd === 'CANCELLED') await notifyJob(call.tx, job)
    else await call.tx.notify(cancelChannel, job.job_id)
  }
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `작업 ${formatCount(stopped.length)}건을 중지합니다.`,
      `Stopping ${formatCount(stopped.length, 'job')}.`,
    ),
  }
})

/**
 * A job beyond reach gets the same response as a finished one, so the attempt is visible only in
 * the log.
 */
async function recordDeniedStops(call: SaveCall, ids: readonly string[]): Promise<void> {
  const others = await call.tx.query<{ job_id: string }>(sql`
    select job_id::text job_id from job where job_id::text = any(${[...ids]}::text[])
      and not ${isInReach('job', call.userId)} order by 1`)
  const event = { kind: 'RIGHTS', outcome: 'REFUSED', userId: call.userId } as const
  const events = others.map(({ job_id: subject }) => ({
    ...event,
    subject,
    operation: stopJobs.name,
  }))
  if (events.length > 0) call.tx.later(insertEvents(call.origin ?? noOrigin, events))
}

async function startSchedules(call: SaveCall, kinds: readonly ScheduleKind[]) {
  await rejectBeyondReach(call, kinds)
  const codes = call.rows.map(({ values }) => String(values['SCHEDULE_CD']))
  const found = await call.tx.query<ScheduleRow>(sql`
    select * from schedule where schedule_cd = any(${codes}::text[]) order by schedule_cd for update`)
  const known = new Map(found.map((row) => [row.schedule_cd, row]))
  const errors: RowError[] = []
  const now = await databaseClock(call.tx)
  let isWaiting = false
  for (const { no, values } of call.rows) {
    const row = known.get(String(values['SCHEDULE_CD']))
    const done = row ? await addRun(call.tx, row, now, call.userId) : 'unknown'
    if (done === 'waits') isWaiting = true
    if (done === 'left out' || done === 'unknown') {
      const text =
        done === 'unknown'
          ? label(
              '배치작업을 찾을 수 없습니다. 다시 조회하세요.',
              'Schedule not found. Search again.',
            )
          : label('이전 실행이 아직 끝나지 않았습니다.', 'The previous run is not finished yet.')
      errors.push({ row: no, column: 'SCHEDULE_CD', text })
    }
  }
  if (errors.length > 0) throw invalidRows(errors)
  const message = isWaiting
    ? label('이전 실행이 끝나면 시작합니다.', 'It starts when the previous run is finished.')
    : label(
        '시작했습니다. 결과는 실행 이력에서 확인하세요.',
        'Started. See the run history for the result.',
      )
  return { rows: call.rows.map(({ no }) => ({ ROW: no })), message }
}

export function scheduleHandlers(kinds: readonly ScheduleKind[]): readonly Handler[] {
  return [
    handleQuery(schedules, 'v.schedule_cd', (call) => scheduleRows(kinds, call)),
    handleEdits(saveSchedules, (call) => saveAll(call, kinds)),
    handleProcedure(startSchedule, (call) => startSchedules(call, kinds)),
    handleQuery(scheduleRuns, 'v.run_no desc', runRows),
    handleQuery(activeJobs, 'v.created_at desc, v.job_id', (call) => activeRows(kinds, call)),
    stopJobsHandler,
  ]
}

/** Lookup of schedule kinds. The detail describes the argument. */
export function scheduleKindLookup(kinds: readonly ScheduleKind[]): Lookup {
  const rows = kinds.map(({ kind, title, argument }) => ({
    code: kind,
    name: title.ko,
    detail: argument?.title.ko ?? '',
  }))
  return {
    name: 'schedule-kind',
    scope: 'company',
    bound: 'refused',
    select: sql`select code, name, detail from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as k(code text, name text, detail text)`,
  }
}
