import { HomePanels, HomeTotals } from './home-figures.tsx'
import { HomeWork } from './home-work.tsx'

/** What comes behind the first page, as one file. */
export const homeParts = { work: HomeWork, panels: HomePanels, totals: HomeTotals }
