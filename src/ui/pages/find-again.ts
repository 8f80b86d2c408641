import type { FoundCell } from '#ui/grid/worker-messages.ts'
import type { PageModel } from './page-model.ts'
import type { PageView } from './page-view.ts'

const texts = new WeakMap<PageModel, string>()

/** What was looked for last on a page, so that it can be gone on with when its line is closed. */
export function lastLookedFor(page: PageModel): string {
  return texts.get(page) ?? ''
}

/** The last search of a page: the next one starts where it ends, however fast they are asked for. */
const searches = new WeakMap<PageModel, Promise<FoundCell | null>>()

/** Goes to the next cell with a text, or to the one before; null when there is none. */
export function findFrom(
  page: PageModel,
  view: PageView,
  wanted: string,
  step: 1 | -1,
): Promise<FoundCell | null> {
  texts.set(page, wanted)
  const found = Promise.allSettled([searches.get(page)]).then(() => goOn(page, view, wanted, step))
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
  if (!found && page.arriving) {
    await page.arrived()
    found = await model.find(wanted, model.current, step)
  }
  if (found) view.grids[page.zone]?.goTo(found.row, found.column)
  return found
}
