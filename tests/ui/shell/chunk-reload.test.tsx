// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCode, reloadForChunk } from '#ui/base/chunk-reload.ts'
import { parseFileName } from '#ui/base/file-name.ts'

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const getReloadTime = () => sessionStorage.getItem('wms.chunk-reload')

test('a chunk that fails to load reloads the page, at most once in 60 seconds', () => {
  const reloads: string[] = []
  const reloadAt = (now: number) => reloadForChunk(now, () => reloads.push(String(now)))
  expect([reloadAt(100_000), reloadAt(159_999), reloadAt(160_000)]).toEqual([true, false, true])
  expect(reloads).toEqual(['100000', '160000'])
})

test('code that failed to load just before the network returned is loaded without a page reload', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
  let tries = 0
  const load = () => {
    tries += 1
    return tries === 1 ? Promise.reject(new Error('offline')) : Promise.resolve('code')
  }
  expect(await loadCode(load)).toBe('code')
  expect([tries, getReloadTime()]).toEqual([2, null])
})

test('code that is missing on a reachable server reloads the page, unless it was just reloaded', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
  sessionStorage.setItem('wms.chunk-reload', String(Date.now()))
  await expect(loadCode(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  sessionStorage.clear()
  void loadCode(() => Promise.reject(new Error('gone')))
  await expect.poll(getReloadTime).not.toBe(null)
})

test('the header of a download yields its file name, encoded or plain', () => {
  const disposition = `attachment; filename="stock.xlsx"; filename*=UTF-8''${encodeURIComponent('stock.xlsx')}`
  expect(parseFileName(disposition)).toBe('stock.xlsx')
  expect(parseFileName('attachment; filename="stock.csv"')).toBe('stock.csv')
  expect(parseFileName(null)).toBeUndefined()
})
