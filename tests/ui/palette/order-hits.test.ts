import { expect, test } from 'vitest'
import { orderHits } from '#ui/command-line/palette-search.ts'

const hit = (group: string, score: number) => ({ entry: { group }, score })
const groups = (...hits: ReturnType<typeof hit>[]) =>
  orderHits(hits).map(({ entry }) => entry.group)

test('a screen that is surely meant stands before the procedure of the same name', () => {
  expect(groups(hit('procedure', 960), hit('screen', 850))).toEqual(['screen', 'procedure'])
})

test('a procedure that is named stands before what is only guessed', () => {
  expect(groups(hit('procedure', 960), hit('screen', 400))).toEqual(['procedure', 'screen'])
})

test('a command that does not work here stands last, however well it fits', () => {
  expect(groups(hit('elsewhere', 1000), hit('procedure', 700), hit('screen', 400))).toEqual([
    'procedure',
    'screen',
    'elsewhere',
  ])
})
