import { writeReportArgument } from '#areas/system/rules/report-argument.ts'
import { getDateLength } from '#kernel/date-box.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import { isGranted } from '#kernel/operation.ts'
import { toRelativeDate } from '#kernel/to-relative-date.ts'
import { label, type Label } from '#kernel/label.ts'
import { today } from '#ui/base/calendar-day.ts'
import { t } from '#ui/base/language.ts'
import { shellHandle } from '#ui/keys/dispatch/shell-reference.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { pageTitle } from '#ui/page/model/grid-screen.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { withFixedValues } from '#ui/remote/query-call.ts'
import { saveAndNotify, SaveKeys } from '#ui/remote/save-call.ts'
import { currentSession } from '#ui/remote/session.ts'

const schedulesRoute = 'JobManagement'

/** Schedule fields the user fills in. The others get the values below. */
const requests = [
  'MAIL_TO',
  'SCHEDULE_CD',
  'SCHEDULE_NM',
  'ARGUMENT',
  'HOUR_CRON',
  'MINUTE_CRON',
  'WEEKDAY_CRON',
  'DAY_CRON',
] as const

/** Titles that explain the notation of crontab(5). */
const titles: Readonly<Partial<Record<string, Label>>> = {
  HOUR_CRON: label('시 (0–23)', 'Hour (0–23)'),
  MINUTE_CRON: label('분 (0–59)', 'Minute (0–59)'),
  WEEKDAY_CRON: label('요일 (1-5: 월–금)', 'Weekdays (1-5: Mon–Fri)'),
  DAY_CRON: label('일 (L: 말일)', 'Day (L: last)'),
}

const start: WireRow = {
  KIND_CD: 'REPORT',
  HOUR_CRON: '7',
  MINUTE_CRON: '0',
  DAY_CRON: '*',
  MONTH_CRON: '*',
  WEEKDAY_CRON: '*',
  OVERLAP_CD: 'SKIP',
  ATTEMPTS_MAX: 3,
  MISSED_CD: 'ONCE',
  PAUSE_YN: 'N',
}

/** Whether the rows can be mailed: the user can export them and save schedules. */
export function canMail(page: PageModel): boolean {
  const canSchedule = isGranted(findScreen(schedulesRoute)?.actions, 'save')
  return page.zone === 'grid' && canSchedule && page.can('export')
}

/**
 * Search conditions for the schedule, with dates relative to today because each run has its own
 * date.
 */
function scheduleArgument(page: PageModel): string {
  const { part, loaded } = page
  const search = loaded.phase === 'fresh' ? page.search : loaded.answered
  const conditions = Object.entries(withFixedValues(part, search)).map(([name, value]) => {
    const field = part.source.search[name]
    const isDated = field !== undefined && getDateLength(field) !== undefined
    const text = String(value ?? '')
    return [name, isDated ? toRelativeDate(text, today()) : text] as const
  })
  const { wcode } = currentSession()
  return writeReportArgument({
    service: part.source.name,
    wcode,
    search: Object.fromEntries(conditions),
  })
}

/**
 * How the email differs from the rows shown: relative dates advance, and pivot and comparison are
 * dropped.
 */
function mailNotes({ shape: { shape } }: PageModel): Label {
  const isShaped = shape.across !== undefined || shape.compare !== undefined
  const plain = label(
    '열로 펼치기와 비교 없이 기본 열로 보냅니다. ',
    'The email has the standard columns, without pivot or comparison. ',
  )
  const moving = label(
    '날짜는 예약일을 기준으로 계산하며, today는 예약일입니다. 날짜를 고정하려면 20261101처럼 입력하세요. 예약의 *는 매번을 뜻합니다.',
    'Dates are relative to the scheduled day, and today is that day. For a fixed date, enter it as 20261101. In the schedule, * means every.',
  )
  return label(`${isShaped ? plain.ko : ''}${moving.ko}`, `${isShaped ? plain.en : ''}${moving.en}`)
}

export async function mailPage(page: PageModel): Promise<void> {
  const { saveSchedules } = await import('#areas/system/operations/schedules.ts')
  const { input } = saveSchedules
  const fields: Fields = Object.fromEntries(
    requests.map((name) => {
      const { label: title, ...field } = input[name]
      return [name, { ...field, label: titles[name] ?? title, required: true }]
    }),
  )
  const code = input.SCHEDULE_CD
  const initial: WireRow = {
    ...start,
    SCHEDULE_CD: page.screen.route.toUpperCase().slice(0, code.maxLength),
    SCHEDULE_NM: t(pageTitle(page.screen)),
    ARGUMENT: scheduleArgument(page),
  }
  const keys = new SaveKeys()
  let created: WireRow | undefined
  const send = async (row: WireRow): Promise<void> => {
    const schedule = { ...initial, ...row, BATCH_FLAG: 'I', NO: 1 }
    await saveAndNotify(saveSchedules, [schedule], keys)
    created = schedule
  }
  const title = t(label('정기 메일 예약', 'Email on a schedule'))
  await openWindow(import('#ui/forms/prompt-input.tsx'), async ({ promptInput }) => {
    await promptInput({ title, about: t(mailNotes(page)), fields, initial, send })
  })
  if (created) shellHandle().open(schedulesRoute, { SCHEDULE_CD: String(created['SCHEDULE_CD']) })
}
