import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aiTable } from '#kernel/gs1/ai-table.ts'
import { applicationIdentifiers, identifierAt } from '#kernel/gs1/application-identifier.ts'
import { checkNames } from '#kernel/gs1/value-checks.ts'
import { dictionaryFile, parseDictionary } from './make-ai-table.ts'

test.skipIf(!existsSync(dictionaryFile))(
  'the table matches the GS1 dictionary entry by entry (gs1-syntax-dictionary.txt)',
  () => {
    expect(aiTable).toEqual(parseDictionary(readFileSync(dictionaryFile, 'utf8')))
  },
)

test('every check named by an identifier is implemented', () => {
  const named = [...applicationIdentifiers.values()].flatMap(({ components }) =>
    components.flatMap(({ checks }) => checks),
  )
  const missing = [...new Set(named)].filter((name) => !checkNames.includes(name))
  expect(missing).toEqual([])
})

test('no identifier is a prefix of another, which makes parsing unambiguous', () => {
  const ais = [...applicationIdentifiers.keys()]
  const begun = ais.filter((ai) => ais.some((other) => other !== ai && other.startsWith(ai)))
  expect(begun).toEqual([])
  expect(ais.every((ai) => identifierAt(`${ai}0000`, 0)?.ai === ai)).toBe(true)
})

test('identifiers of predefined length have the expected first two digits', () => {
  const starts = new Set(
    [...applicationIdentifiers.values()]
      .filter(({ predefined }) => predefined)
      .map(({ ai }) => ai.slice(0, 2)),
  )
  expect([...starts].join(' ')).toBe('00 01 02 03 11 12 13 15 16 17 20 31 32 33 34 35 36 41')
})
