// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { codeLists } from '#ui/remote/code-lists.ts'
import { farEnd } from './page-support.ts'

const PATH = '/api/code/selectCommonCode'
const entries = [{ CODE: 'DRY', NAME: 'Dry' }]

afterEach(() => codeLists.clear())

test('lists requested together are fetched in one call and cached', async () => {
  const sent = farEnd({ [PATH]: () => ({ body: { data: { temperature: entries, unit: [] } } }) })
  await Promise.all([codeLists.load(['temperature']), codeLists.load(['unit', 'temperature'])])
  await codeLists.load(['unit'])
  expect(sent.map(({ body }) => body)).toEqual([{ CODES: ['temperature', 'unit'] }])
  expect(codeLists.get('temperature')).toEqual(entries)
})

test('a failed lookup silently returns nothing and is retried the next time', async () => {
  let broken = true
  const sent = farEnd({
    [PATH]: () =>
      broken
        ? { status: 500, body: { message: 'broken' } }
        : { body: { data: { temperature: entries } } },
  })
  await expect(codeLists.load(['temperature'])).resolves.toBeUndefined()
  expect(codeLists.get('temperature')).toBeUndefined()
  broken = false
  await codeLists.load(['temperature'])
  expect(codeLists.get('temperature')).toEqual(entries)
  expect(sent).toHaveLength(2)
})
