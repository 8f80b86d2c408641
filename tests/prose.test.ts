import { expect, test } from 'vitest'
import { checkoutPaths, checkoutText } from './support/checkout.ts'
import { proseErrors, readComments, readTitles, type Prose } from './support/prose.ts'
import { readRowTitles } from './support/row-titles.ts'

/** Files with a wording that is correct there, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'tests/areas/freight/quantity-in-words.rule.test.ts':
    'the quantity in words is a term of spec §9',
  'tests/ui/keyboard/type-ahead.browser.test.ts': 'a placeholder is named told',
  'tests/prose.test.ts': 'the wrong wordings are its examples',
}

const sources = checkoutPaths
  .filter((path) => /^(?:src|commands|keymaps|tests)\/.*\.tsx?$/.test(path))
  .filter((path) => exceptions[path] === undefined)

const getErrors = (read: (path: string, text: string) => readonly Prose[], start = ''): string[] =>
  sources
    .filter((path) => path.startsWith(start))
    .flatMap((path) => read(path, checkoutText(path)).flatMap(proseErrors))

test('comments contain no wording that reads as a translation', () => {
  expect(getErrors(readComments)).toEqual([])
})

test('test titles contain no wording that reads as a translation', () => {
  expect(getErrors(readTitles, 'tests/')).toEqual([])
  expect(getErrors(readRowTitles, 'tests/')).toEqual([])
})

test.for([
  ['/** What is wrong with a row. */', ['a.ts:1: "What"']],
  [
    'const a = 1\n// Nobody reads\n// the row before.',
    ['a.ts:2: "Nobody"', 'a.ts:2: "the row before"'],
  ],
  ['/* Kept as it came. */', ['a.ts:1: "as it came"']],
  ['// Returns `whatever` is "told".', []],
] as const)('the comment of %j is reported with its place and wording', ([text, expected]) => {
  const errors = readComments('a.ts', text).flatMap(proseErrors)
  expect(errors.map((error) => error.split(' in "')[0])).toEqual(expected)
})

test('a title without a subject is reported', () => {
  const errors = readTitles('a.ts', "test('is kept', () => undefined)").flatMap(proseErrors)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toContain('a.ts:1: "is" in "is kept": write a full sentence')
})

test('a row of a table that completes a title is read with it', () => {
  const table = "const rows = [['goods nobody took in', 1], ['a shipped piece', 2]] as const"
  const cases = "test.each(rows)('finds %s', (_, count) => use(count))"
  const errors = readRowTitles('a.ts', `${table}\n${cases}`).flatMap(proseErrors)
  expect(errors.map((error) => error.split(':').slice(0, 3).join(':'))).toEqual([
    'a.ts:1: "nobody" in "finds goods nobody took in"',
    'a.ts:1: "goods" in "finds goods nobody took in"',
  ])
})
