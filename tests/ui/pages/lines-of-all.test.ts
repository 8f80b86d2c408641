// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { searchPage } from '#ui/page/tools/search-page.ts'
import { setLanguage } from '#ui/base/language.ts'
import { taskBoardScreen } from '#areas/tasks/screens/TaskBoard.ts'
import { mockServer, grantMenus, openPage } from './page-support.ts'

const totals = [{ KIND_CD: 'PICK', OPEN_COUNT: 0, CLAIMED_COUNT: 0, DONE_COUNT: 7 }]

beforeEach(() => {
  setLanguage('ko')
  grantMenus({ TaskBoard: ['search', 'save'] })
})

test.each([0, 2])('the totals of all rows are shown when the list has %i rows', async (count) => {
  const data = Array.from({ length: count }, (_, index) => ({
    KIND_CD: 'PICK',
    REF_NO: `S${index}`,
  }))
  const sent = mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/tasks/open-tasks': () => ({ body: { data } }),
    '/api/wms/tasks/task-board': () => ({ body: { data: totals } }),
  })
  const page = openPage(taskBoardScreen)
  expect(await searchPage(page)).toBe(true)
  await expect.poll(() => page.lines?.model?.rowCount).toBe(1)
  page.grid.setCurrent(1, 'REF_NO')
  const asked = sent.filter(({ path }) => path === '/api/wms/tasks/task-board')
  expect(asked.map(({ body }) => body['SEARCH'])).toEqual([{}])
})
