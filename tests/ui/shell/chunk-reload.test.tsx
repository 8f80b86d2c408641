// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { reloadForChunk } from '#ui/base/chunk-reload.ts'
import { fileNameOf } from '#ui/base/file-name.ts'

beforeEach(() => sessionStorage.clear())

test('a chunk that fails to load reloads the page, at most once in 60 seconds', () => {
  const reloads: string[] = []
  const at = (now: number) => reloadForChunk(now, () => reloads.push(String(now)))
  expect([at(100_000), at(159_999), at(160_000)]).toEqual([true, false, true])
  expect(reloads).toEqual(['100000', '160000'])
})

test('a download keeps its Korean file name', () => {
  const disposition = `attachment; filename="stock.xlsx"; filename*=UTF-8''${encodeURIComponent('재고.xlsx')}`
  expect(fileNameOf(disposition)).toBe('재고.xlsx')
  expect(fileNameOf('attachment; filename="stock.csv"')).toBe('stock.csv')
  expect(fileNameOf(null)).toBeUndefined()
})
