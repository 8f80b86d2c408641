import { expect, test } from 'vitest'
import { usageBoosts, recordUse, type RecordedUse } from '#ui/command-line/learned-boost.ts'

function recordChoices(
  id: string,
  times: number,
  day: number,
  before: readonly RecordedUse[] = [],
): RecordedUse[] {
  let uses = [...before]
  for (let time = 0; time < times; time += 1) uses = recordUse(uses, id, day)
  return uses
}

test('frequently chosen entries get a higher boost, up to 60', () => {
  const boost = usageBoosts(recordChoices('often', 9, 100, recordChoices('once', 1, 100)), 100)
  expect(boost.get('once')).toBe(20)
  expect(boost.get('often')).toBe(49)
  expect(usageBoosts(recordChoices('always', 5000, 100), 100).get('always')).toBe(60)
})

test('the boost decays: recent choices outrank many choices from last spring', () => {
  const spring = recordChoices('old', 20, 100)
  const boost = usageBoosts(recordChoices('new', 2, 190, spring), 190)
  expect(boost.get('new')).toBeGreaterThan(boost.get('old') ?? 0)
  expect(usageBoosts(spring, 114).get('old')).toBe(50)
})

test('a clock that is set back does not increase a boost', () => {
  expect(usageBoosts(recordChoices('a', 1, 100), 50).get('a')).toBe(20)
})

test('the history stores 100 entries and drops the least used', () => {
  let uses = recordChoices('often', 3, 1)
  for (let index = 0; index < 150; index += 1) uses = recordUse(uses, `id-${index}`, 2)
  expect(uses).toHaveLength(100)
  expect(uses[0]?.id).toBe('often')
})
