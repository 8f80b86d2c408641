import sql from 'sql-template-tag'
import { z } from 'zod'
import type { HomeLine } from '#kernel/home.ts'
import { resolveRelativeDates } from '#kernel/home.ts'
import type { Operation } from '#kernel/operation.ts'
import { listActions, canCall } from '#server/auth/grants.ts'
import type { Session } from '#server/auth/session.ts'
import type { Queryable } from '#server/db/database.ts'
import { isOutOfScope } from '#server/engine/owner-scope.ts'
import type { Handler, QueryHandler } from '#server/engine/handler.ts'
import { countHome } from '#server/engine/home.ts'
import { route } from './route.ts'

export function homeRoutes(lines: readonly HomeLine[], handlers: readonly Handler[]) {
  const queries = new Map(
    handlers.flatMap((handler) => ('select' in handler ? [[handler.operation, handler]] : [])) as [
      HomeLine['counts']['of'],
      QueryHandler,
    ][],
  )
  for (const { id, counts, part, history } of lines) {
    for (const count of [counts, part, history]) {
      if (count && !queries.has(count.of)) throw new Error(`${id}: ${count.of.name} has no handler`)
    }
  }
  return [
    route({
      path: '/api/home',
      counts: 'question',
      reads: true,
      access: 'granted',
      scope: 'operation',
      body: z.object({}),
      answer: async (_, { db, session, caller }) => {
        const starts = session.grants.all && (await isEmptySite(db))
        const shown = lines.filter((line) => (!line.setup || starts) && canUse(session, line))
        const answered = shown.map((line) => ({
          line,
          handlerOf: ({ of }: HomeLine['counts']) =>
            canQuery(session, of) ? queries.get(of) : undefined,
        }))
        const counts = await countHome(db, answered, caller)
        const data = shown.map((line, index) => ({
          ID: line.id,
          TITLE: line.title,
          ROUTE: line.opens,
          ARGS:
            line.args === null
              ? null
              : resolveRelativeDates(line.args ?? line.counts.search, caller.today),
          TONE: line.tone ?? null,
          PART_CD: line.setup ? 'SETUP' : isWatched(session, line) ? 'WATCH' : 'WORK',
          SETUP: line.setup ? { HINT: line.setup.todo, RUNS: line.setup.runs ?? null } : null,
          COUNT: counts[index]?.count ?? 0,
          PART: line.part
            ? { COUNT: counts[index]?.part ?? 0, TEXT: line.part.text, TONE: line.part.tone }
            : null,
          HISTORY: counts[index]?.history ?? null,
          LATEST: line.latest === undefined ? null : (counts[index]?.latest ?? ''),
        }))
        return { data: { LINES: withoutFinishedSetup(data), TODAY: caller.today } }
      },
    }),
  ]
}

async function isEmptySite(db: Queryable): Promise<boolean> {
  return (await db.query(sql`select from site_start`)).length > 0
}

function withoutFinishedSetup<L extends { readonly PART_CD: string; readonly COUNT: number }>(
  lines: readonly L[],
): readonly L[] {
  const isOpen = lines.some(({ PART_CD, COUNT }) => PART_CD === 'SETUP' && COUNT === 0)
  return isOpen ? lines : lines.filter(({ PART_CD }) => PART_CD !== 'SETUP')
}

function canUse(session: Session, { opens, counts, isOwn }: HomeLine): boolean {
  if (isOwn && session.owners === null) return false
  return listActions(session.grants, opens).length > 0 && canQuery(session, counts.of)
}

function isWatched(session: Session, { isWatch, procedure }: HomeLine): boolean {
  return isWatch === true || (procedure !== undefined && !canQuery(session, procedure))
}

function canQuery(session: Session, operation: Operation): boolean {
  return canCall(session.grants, operation) && !isOutOfScope(operation, session)
}
