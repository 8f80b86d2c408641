import type { JSX, KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { addDays, addMonths, isDay, weekday } from '#kernel/calendar.ts'
import { today } from '#ui/base/calendar-day.ts'

interface CalendarPopupProps {
  /** Date in the field, `yyyyMMdd`. The calendar opens there, or at today if there is none. */
  readonly day: string | null
  /** Receives the selected date, or undefined on Escape. */
  readonly onPick: (day: string | undefined) => void
}

const weekdays = [
  label('일', 'Su'),
  label('월', 'Mo'),
  label('화', 'Tu'),
  label('수', 'We'),
  label('목', 'Th'),
  label('금', 'Fr'),
  label('토', 'Sa'),
]

const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const months = { PageUp: -1, PageDown: 1 }

/** Arrow keys move by days, page keys by months, with Shift by years. Home selects today. */
function dateAfterKey(day: string, { key, shiftKey }: KeyboardEvent): string | undefined {
  if (key === 'Home') return today()
  if (key in days) return addDays(day, days[key as keyof typeof days])
  if (!(key in months)) return undefined
  return addMonths(day, months[key as keyof typeof months] * (shiftKey ? 12 : 1))
}

function monthWeeks(day: string): string[][] {
  const first = `${day.slice(0, 6)}01`
  const start = addDays(first, -(weekday(first) % 7))
  const last = addDays(addMonths(first, 1), -1)
  const weeks: string[][] = []
  for (let sunday = start; sunday <= last; sunday = addDays(sunday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(sunday, index)))
  }
  return weeks
}

export function CalendarPopup({ day, onPick }: CalendarPopupProps): JSX.Element {
  const [current, setCurrent] = useState(day !== null && isDay(day) ? day : today())
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => table.current?.focus(), [])

  function onKeyDown(event: KeyboardEvent) {
    const next = dateAfterKey(current, event)
    if (next !== undefined) setCurrent(next)
    else if (event.key === 'Enter') onPick(current)
    else if (event.key === 'Escape') onPick(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="calendar" onKeyDown={onKeyDown}>
      <div className="calendar-month" aria-live="polite">
        {current.slice(0, 4)}-{current.slice(4, 6)}
      </div>
      <table
        ref={table}
        role="grid"
        tabIndex={0}
        aria-activedescendant={`calendar-${current}`}
        aria-label={t(label('달력', 'Calendar'))}
        onBlur={() => onPick(undefined)}
      >
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name.en} scope="col">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(current).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td
                  key={date}
                  id={`calendar-${date}`}
                  role="gridcell"
                  aria-selected={date === current}
                  data-outside={date.slice(0, 6) !== current.slice(0, 6) || undefined}
                  data-today={date === today() || undefined}
                  onMouseDown={(event) => {
                    event.preventDefault()
                    onPick(date)
                  }}
                >
                  {Number(date.slice(6))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
