// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { findUnloadDrafts, storeUnloadDrafts } from '#ui/remote/unload-drafts.ts'

const place = { user: 'picker', wcode: 'W01' }
const findDrafts = (tab: string) => findUnloadDrafts({ ...place, tab }).map(({ draft }) => draft)

beforeEach(() => sessionStorage.clear())

test('a draft too large for the storage of the window does not displace the others', () => {
  const large = { text: 'x'.repeat(2_500_000) }
  const drafts = [
    { tab: 'LARGE', draft: large },
    { tab: 'SMALL', draft: { text: 'typed' } },
  ]
  storeUnloadDrafts(place, drafts, () => true)
  expect([findDrafts('SMALL'), findDrafts('LARGE')]).toEqual([[{ text: 'typed' }], []])
})

test('drafts of tabs that are not yet restored remain stored', () => {
  storeUnloadDrafts(place, [{ tab: 'A', draft: { text: 'first' } }], () => true)
  storeUnloadDrafts(place, [{ tab: 'B', draft: { text: 'second' } }], (tab) => tab === 'B')
  expect([findDrafts('A'), findDrafts('B')]).toEqual([[{ text: 'first' }], [{ text: 'second' }]])
})
