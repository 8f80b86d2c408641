import { HomePanels, HomeTotals } from './home-figures.tsx'
import { HomeWork } from './home-work.tsx'

/** Parts of Home loaded after the first paint, in one chunk. */
export const homeParts = { work: HomeWork, panels: HomePanels, totals: HomeTotals }
