import type { WireRow } from '#kernel/field.ts'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import type { Database } from '#server/db/database.ts'
import { countRows } from '#server/engine/run-query.ts'
import { handlers } from '#server/site/registry.ts'
import { paneScreens } from '#tests/support/all-screens.ts'
import { resolveToday } from '#ui/base/calendar-day.ts'

/**
 * Initial search values of a screen. Replaces the current month by four weeks, because a new month
 * has no rows yet.
 */
function openingSearch({ sources, searchDefaults }: PaneScreen): WireRow {
  const start = { ...searchDefaults, ...sources.grid?.fixed }
  return Object.fromEntries(
    Object.entries(start).map(([name, value]) => [
      name,
      resolveToday(
        String(value).replaceAll('month-first', 'today-27').replaceAll('month-last', 'today'),
      ),
    ]),
  )
}

/** Routes of screens that show no rows in any of these warehouses. */
export async function findEmptyScreens(
  db: Database,
  warehouses: readonly string[],
): Promise<string[]> {
  const empty: string[] = []
  for (const screen of Object.values(paneScreens)) {
    const name = screen?.sources.grid?.source.name
    if (!screen || name === undefined) continue
    const handler = handlers.find(({ operation }) => operation.name === name)
    if (!handler || !('select' in handler))
      throw new Error(`${screen.route}: no handler of ${name}`)
    let rows = 0
    for (const wcode of warehouses) {
      if (rows > 0) break
      const caller = { userId: 'admin', scope: { wcode, owners: null }, language: 'ko' } as const
      const today = resolveToday('today')
      rows += await countRows(db, handler, { ...caller, today }, { search: openingSearch(screen) })
    }
    if (rows === 0) empty.push(screen.route)
  }
  return empty.toSorted()
}
