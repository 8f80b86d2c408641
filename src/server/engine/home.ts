import sql, { join, raw, type Sql } from 'sql-template-tag'
import { addDays } from '#kernel/calendar.ts'
import { HOME_DAYS, resolveRelativeDates, type HomeLine } from '#kernel/home.ts'
import { columnName } from '#kernel/table.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { QueryHandler } from './handler.ts'
import { selectRows } from './run-query.ts'

export interface HomeCount {
  readonly id: string
  readonly count: number
  readonly part: number | null
  readonly history: readonly number[] | null
  /**
   * Time of the latest row, `yyyyMMddHHmmss`; null if there is none or the line does not show it.
   */
  readonly latest: string | null
}

export interface HomeLineHandlers {
  readonly line: HomeLine
  readonly handlerOf: (counted: HomeLine['counts']) => QueryHandler | undefined
}

interface LineCount extends Record<string, unknown> {
  readonly line: number
  readonly what: 'count' | 'part' | 'day' | 'latest'
  readonly day: string | null
  readonly n: number
}

/**
 * Computes the numbers of all lines in one statement. Applies the scope and search conditions of
 * their queries.
 */
export async function countHome(
  db: Queryable,
  lines: readonly HomeLineHandlers[],
  caller: Caller,
): Promise<HomeCount[]> {
  const counts = lines.flatMap((answered, index) => countSelects(answered, index, caller))
  if (counts.length === 0) return []
  const rows = await db.query<LineCount>(sql`${join(counts, ' union all ')}`)
  const first = addDays(caller.today, 1 - HOME_DAYS)
  const days = Array.from({ length: HOME_DAYS }, (_, index) => addDays(first, index))
  return lines.map(({ line }, index) => {
    const own = rows.filter((row) => row.line === index)
    const readCount = (figure: LineCount['what'], day?: string) =>
      Number(own.find((row) => row.what === figure && (!day || row.day === day))?.n ?? 0)
    return {
      id: line.id,
      count: readCount('count'),
      part: line.part ? readCount('part') : null,
      history: line.history ? days.map((day) => readCount('day', day)) : null,
      latest: own.find(({ what }) => what === 'latest')?.day ?? null,
    }
  })
}

function countSelects({ line, handlerOf }: HomeLineHandlers, at: number, caller: Caller): Sql[] {
  const { counts, part, history } = line
  const getRows = (counted: HomeLine['counts']): Sql | undefined => {
    const handler = handlerOf(counted)
    if (!handler) return undefined
    const search = resolveRelativeDates(counted.search, caller.today)
    const call = { ...caller, isCounted: true } as const
    return selectRows(handler, call, {
      search,
      filter: resolveRelativeDates(counted.filter, caller.today),
    })
  }
  const place = raw(String(at))
  const counted = (figure: 'count' | 'part', rows: Sql | undefined): Sql[] =>
    rows
      ? [
          sql`select ${place} line, ${raw(`'${figure}'`)} what, null::text "day", count(*)::int n
          from (${rows}) v`,
        ]
      : []
  const past = history && getRows(history)
  const all = line.latest === undefined ? undefined : getRows(counts)
  const latest = raw(`v.${columnName(line.latest ?? '')}`)
  const day = raw(`v.${columnName(history?.day ?? '')}`)
  const first = addDays(caller.today, 1 - HOME_DAYS)
  return [
    ...counted('count', getRows(counts)),
    ...counted('part', part && getRows(part)),
    ...(all
      ? [
          sql`select ${place}, 'latest',
            to_char(max(${latest}) at time zone 'Asia/Seoul', 'YYYYMMDDHH24MISS'), 0
          from (${all}) v`,
        ]
      : []),
    ...(past
      ? [
          sql`select ${place}, 'day', to_char(${day}, 'YYYYMMDD'), count(*)::int from (${past}) v
          where ${day} between ${first}::date and ${caller.today}::date group by 3`,
        ]
      : []),
  ]
}
