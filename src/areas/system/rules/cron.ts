import { Cron } from 'croner'
import { josa } from '#kernel/josa.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'

/** Schedule fields as in crontab(5). */
export interface CronFields {
  readonly minute: string
  readonly hour: string
  readonly day: string
  readonly month: string
  readonly weekday: string
}

const cronNames = ['minute', 'hour', 'day', 'month', 'weekday'] as const

/** Time zone of the warehouse, without daylight saving time. */
const timeZone = 'Asia/Seoul'

function toCron(fields: CronFields): Cron {
  return new Cron(cronNames.map((name) => fields[name]).join(' '), {
    timezone: timeZone,
    paused: true,
    mode: '5-part',
  })
}

/** Error for the first invalid field. Undefined if the schedule can ever run. */
export function cronError(
  fields: CronFields,
): { readonly field: keyof CronFields; readonly text: Label } | undefined {
  for (const field of cronNames) {
    const isDay = field === 'day'
    const shape = isDay ? /^(L|[\d,*/-]+)$/ : /^[\d,*/-]+$/
    const alone = { minute: '*', hour: '*', day: '*', month: '*', weekday: '*' }
    if (!shape.test(fields[field]) || !isCron({ ...alone, [field]: fields[field] })) {
      const text = label(
        `'${fields[field]}'${josa(fields[field], '은/는')} 사용할 수 없습니다. *, 5, 1-5, 1,3,5, */10 처럼 입력하세요.`,
        `'${fields[field]}' cannot be read. Enter it as *, 5, 1-5, 1,3,5 or */10.`,
      )
      return { field, text }
    }
  }
  if (fields.day !== '*' && fields.weekday !== '*') {
    const text = label('일과 요일 중 하나만 입력하세요.', 'Enter a day or a weekday, not both.')
    return { field: 'weekday', text }
  }
  // Search from the Unix epoch to include leap days.
  if (nextRuns(fields, 1, 0).length > 0) return undefined
  return { field: 'day', text: label('존재하지 않는 날짜입니다.', 'This date does not exist.') }
}

function isCron(fields: CronFields): boolean {
  try {
    toCron(fields)
    return true
  } catch {
    return false
  }
}

/** The next runs after `from`, in milliseconds. Fewer than `count` if there are no more. */
export function nextRuns(fields: CronFields, count: number, from: number): number[] {
  return toCron(fields)
    .nextRuns(count, new Date(from))
    .map((at) => at.getTime())
}

export function formatShortTimes(moments: readonly number[]): string {
  return moments
    .map((at) => timestampAt(at).replace(/^....(..)(..)(..)(..)..$/, '$1-$2 $3:$4'))
    .join(', ')
}

const weekdays = [
  label('일', 'Sun'),
  label('월', 'Mon'),
  label('화', 'Tue'),
  label('수', 'Wed'),
  label('목', 'Thu'),
  label('금', 'Fri'),
  label('토', 'Sat'),
  label('일', 'Sun'),
] as const

const isNumber = (text: string) => /^\d+$/.test(text)
const isList = (text: string) => /^\d+(,\d+)*$/.test(text)
const twoDigits = (text: string) => text.padStart(2, '0')
const parseStep = (text: string) => /^\*\/(\d+)$/.exec(text)?.[1]

/** Writes steps as the numbers they select: `1-7/3` as `1,4,7`. */
function expandSteps(text: string, first: number, last: number): string {
  return text.replaceAll(/(\*|\d+-\d+)\/(\d+)/g, (_, range: string, step: string) => {
    const [from = first, to = last] = range === '*' ? [] : range.split('-').map(Number)
    const numbers = []
    for (let number = from; number <= to; number += Number(step)) numbers.push(number)
    return numbers.join(',')
  })
}

/** Steps that do not divide the span evenly have a shorter gap at its end. */
function expandUnevenSteps(text: string, span: number): string {
  const step = Number(parseStep(text) ?? 0)
  if (step === 1) return '*'
  return step > 0 && span % step === 0 ? text : expandSteps(text, 0, span - 1)
}

/** Describes a schedule in both languages: `매주 월–금요일 03:30`. */
export function describeCron(fields: CronFields): Label {
  const day = describeDays({
    ...fields,
    day: parseStep(fields.day) ? fields.day : expandSteps(fields.day, 1, 31),
    month: expandSteps(fields.month, 1, 12),
    weekday: expandSteps(fields.weekday, 0, 6),
  })
  const time = describeTimes({
    ...fields,
    minute: expandUnevenSteps(fields.minute, 60),
    hour: expandUnevenSteps(fields.hour, 24),
  })
  return label(`${day.ko} ${time.ko}`.trim(), [time.en, day.en].filter(Boolean).join(', '))
}

function weekdayName(text: string): Label {
  const name = (number: string) => weekdays[Number(number)] ?? label(number, number)
  const parts = text.split(',').map((part): Label => {
    const [from = '', to] = part.split('-')
    if (!isNumber(from) || (to !== undefined && !isNumber(to))) return label(part, part)
    if (to === undefined) return name(from)
    return label(`${name(from).ko}–${name(to).ko}`, `${name(from).en}–${name(to).en}`)
  })
  return label(`${parts.map(({ ko }) => ko).join('·')}요일`, parts.map(({ en }) => en).join(', '))
}

function describeDays({ day, month, weekday }: CronFields): Label {
  const isEveryMonth = month === '*'
  const months = isEveryMonth
    ? label('매월', 'each month')
    : label(`${month}월`, `of month ${month}`)
  if (weekday !== '*') {
    const name = weekdayName(weekday)
    return isEveryMonth
      ? label(`매주 ${name.ko}`, name.en)
      : label(`${month}월 매주 ${name.ko}`, `${name.en} ${months.en}`)
  }
  if (day === '*') {
    return isEveryMonth ? label('매일', 'daily') : label(`${month}월 매일`, `daily ${months.en}`)
  }
  const step = parseStep(day)
  if (step !== undefined) {
    return label(
      `${months.ko} 1일부터 ${step}일 간격`,
      `every ${formatCount(step, 'day')} from day 1 ${months.en}`,
    )
  }
  if (day === 'L') return label(`${months.ko} 말일`, `last day ${months.en}`)
  // A schedule for the 31st runs in seven months of the year.
  const isLacking = isEveryMonth && (day.match(/\d+/g) ?? []).some((number) => Number(number) > 28)
  const [ko, en] = isLacking ? ['(없는 달 제외)', ' that has it'] : ['', '']
  return label(`${months.ko} ${day}일${ko}`, `day ${day} ${months.en}${en}`)
}

function describeTimes({ minute, hour }: CronFields): Label {
  const every = parseStep(minute)
  const everyHours = parseStep(hour)
  if (isList(minute) && isList(hour)) {
    const times = hour
      .split(',')
      .flatMap((h) => minute.split(',').map((m) => `${twoDigits(h)}:${twoDigits(m)}`))
    const text = times.join(', ')
    return label(text, `at ${text}`)
  }
  if (hour === '*') {
    if (minute === '*') return label('매분', 'every minute')
    if (every !== undefined) return label(`${every}분마다`, `every ${every} minutes`)
    return label(`매시 ${minute}분`, `at minute ${minute} of every hour`)
  }
  if (everyHours !== undefined && isList(minute)) {
    const at = minute.split(',').map(twoDigits).join(', ')
    return label(`${everyHours}시간마다 ${at}분`, `every ${everyHours} hours at minute ${at}`)
  }
  const minutes =
    every === undefined
      ? label(minute === '*' ? '매분' : `${minute}분`, `minute ${minute}`)
      : label(`${every}분마다`, `every ${every} minutes`)
  if (everyHours !== undefined) {
    return label(
      `${everyHours}시간에 한 시간씩 ${minutes.ko}`,
      `${minutes.en} in one of every ${everyHours} hours`,
    )
  }
  return label(`${hour}시 ${minutes.ko}`, `${minutes.en} of hours ${hour}`)
}
