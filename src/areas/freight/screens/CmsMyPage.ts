import { grid, type WorkScreen } from '#kernel/screen.ts'
import { endMySessions, myPage } from '../operations/my-page.ts'

/**
 * Sessions, imports and work of the user. Commands on this page open separate windows for data and
 * password, keys, views and running jobs.
 */
export const cmsMyPageScreen: WorkScreen = {
  kind: 'work',
  route: 'CmsMyPage',
  search: ['KIND_CD'],
  searchAtOpen: true,
  act: endMySessions,
  grid: grid({
    source: myPage,
    checks: true,
    columns: [
      { field: 'KIND_CD', tone: (row) => (row['KIND_CD'] === 'SESSION' ? 'accent' : undefined) },
      'ITEM_ID',
      'WHAT',
      'STARTED_AT',
      'LAST_AT',
      'STATE',
    ],
  }),
}
