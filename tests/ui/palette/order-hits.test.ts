import { expect, test } from 'vitest'
import { orderHits } from '#ui/command-line/palette-search.ts'

const hit = (group: string, score: number) => ({ entry: { group }, score })
const orderGroups = (...hits: ReturnType<typeof hit>[]) =>
  orderHits(hits).map(({ entry }) => entry.group)

test('a confidently matched screen ranks before the procedure of the same name', () => {
  expect(orderGroups(hit('procedure', 960), hit('screen', 850))).toEqual(['screen', 'procedure'])
})

test('a named procedure ranks before a loosely matched screen', () => {
  expect(orderGroups(hit('procedure', 960), hit('screen', 400))).toEqual(['procedure', 'screen'])
})

test('a command that is unavailable here ranks last, however well it matches', () => {
  expect(orderGroups(hit('elsewhere', 1000), hit('procedure', 700), hit('screen', 400))).toEqual([
    'procedure',
    'screen',
    'elsewhere',
  ])
})
