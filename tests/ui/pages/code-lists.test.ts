// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { codeLists } from '#ui/remote/code-lists.ts'
import { recordChange } from '#ui/remote/changed-elsewhere.ts'
import { watchSiteTexts } from '#ui/remote/site-texts.ts'
import { mockServer } from './page-support.ts'

const PATH = '/api/code/selectCommonCode'
const entries = [{ CODE: 'DRY', NAME: 'Dry' }]

afterEach(() => codeLists.clear())

test('lists requested together are fetched in one call and cached', async () => {
  const sent = mockServer({
    [PATH]: () => ({ body: { data: { temperature: entries, unit: [] } } }),
  })
  await Promise.all([codeLists.load(['temperature']), codeLists.load(['unit', 'temperature'])])
  await codeLists.load(['unit'])
  expect(sent.map(({ body }) => body)).toEqual([{ CODES: ['temperature', 'unit'] }])
  expect(codeLists.get('temperature')).toEqual(entries)
})

describe('reloading the lists', () => {
  const codeResponse = (name: string) => ({
    body: { data: { temperature: [{ CODE: 'DRY', NAME: name }] } },
  })
  const getShownName = () => codeLists.get('temperature')?.[0]?.NAME

  test('shows the previous names until the new ones arrive', async () => {
    let name = 'Dry'
    mockServer({ [PATH]: () => codeResponse(name) })
    await codeLists.load(['temperature'])
    const seen: unknown[] = []
    const stop = codeLists.subscribe(() => seen.push(getShownName()))
    name = 'Dry goods'
    const reloaded = codeLists.reload()
    expect(getShownName()).toBe('Dry')
    await reloaded
    stop()
    expect(seen).toEqual(['Dry goods'])
  })

  test('keeps the previous names if loading fails, and is retried the next time', async () => {
    let isBroken = false
    const failure = { status: 500, body: { message: 'broken' } }
    const sent = mockServer({ [PATH]: () => (isBroken ? failure : codeResponse('Dry')) })
    await codeLists.load(['temperature'])
    isBroken = true
    await codeLists.reload()
    expect(getShownName()).toBe('Dry')
    isBroken = false
    await codeLists.load(['temperature'])
    expect(sent).toHaveLength(3)
  })

  test('reloads a list even if it is still loading', async () => {
    const held = Promise.withResolvers<void>()
    const respondLate = () => held.promise.then(() => codeResponse('Old'))
    let requests = 0
    mockServer({ [PATH]: () => ((requests += 1) === 1 ? respondLate() : codeResponse('Dry')) })
    const first = codeLists.load(['temperature'])
    await vi.waitFor(() => expect(requests).toBe(1))
    await codeLists.reload()
    held.resolve()
    await first
    expect(getShownName()).toBe('Dry')
  })

  test('happens when a text is saved or the language changes', async () => {
    const sent = mockServer({ [PATH]: () => codeResponse('Dry') })
    await codeLists.load(['temperature'])
    const stop = watchSiteTexts()
    recordChange({ TABLES: ['site_text'], BY: 'admin', WCODE: null })
    await vi.waitFor(() => expect(sent.filter(({ path }) => path === PATH)).toHaveLength(2))
    expect(getShownName()).toBe('Dry')
    stop()
  })
})

test('a failed lookup silently returns nothing and is retried the next time', async () => {
  let isBroken = true
  const sent = mockServer({
    [PATH]: () =>
      isBroken
        ? { status: 500, body: { message: 'broken' } }
        : { body: { data: { temperature: entries } } },
  })
  await expect(codeLists.load(['temperature'])).resolves.toBeUndefined()
  expect(codeLists.get('temperature')).toBeUndefined()
  isBroken = false
  await codeLists.load(['temperature'])
  expect(codeLists.get('temperature')).toEqual(entries)
  expect(sent).toHaveLength(2)
})
