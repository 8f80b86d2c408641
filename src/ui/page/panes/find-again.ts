import type { FoundCell } from '#ui/grid/rows/worker-messages.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { PageView } from '#ui/page/model/page-view.ts'

const texts = new WeakMap<PageModel, string>()

/** What was looked for last on a page, so that it can be gone on with when its line is closed. */
export function lastLookedFor(page: PageModel): string {
  return texts.get(page) ?? ''
}

/**
 * The last search of a page: the next one for the same text starts where it ends, however fast they
 * are asked for. Another text waits for none: the one before may have to wait for rows still coming.
 */
const searches = new WeakMap<PageModel, Promise<FoundCell | null>>()

/** Goes to the next cell with a text, or to the one before; null when there is none. */
export function findFrom(
  page: PageModel,
  view: PageView,
  wanted: string,
  step: 1 | -1,
): Promise<FoundCell | null> {
  const before = lastLookedFor(page) === wanted ? searches.get(page) : undefined
  texts.set(page, wanted)
  const found = Promise.allSettled([before]).then(() => goOn(page, view, wanted, step))
  searches.set(page, found)
  return found
}

async function goOn(
  page: PageModel,
  view: PageView,
  wanted: string,
  step: 1 | -1,
): Promise<FoundCell | null> {
  const model = page.focused
  let found = await model.find(wanted, model.current, step)
  if (!found && page.loaded.arriving) {
    await page.arrived()
    found = await model.find(wanted, model.current, step)
  }
  // Another text may have been asked for meanwhile, and found.
  const isStillMeant = lastLookedFor(page) === wanted
  if (found && isStillMeant) view.grids[page.zone]?.goTo(found.row, found.column)
  return found
}

/** Whether the line that finds or filters is typed in: it may stay open while the rows are worked on. */
export function isInFindLine({ finding }: PageModel): boolean {
  return finding !== false && document.activeElement?.closest('[role=search]') != null
}
