import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { specTable } from './spec-table.ts'

const root = new URL('..', import.meta.url)
const sources = new Map<string, string>()

function sourceOf(file: string): string {
  const known = sources.get(file)
  if (known !== undefined) return known
  const path = new URL(file, root)
  const text = fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : ''
  sources.set(file, text)
  return text
}

/**
 * Test titles of a file: the first argument of `test(…)` and `test.each(…)(…)`. Skipped tests and
 * groups do not count.
 */
function titlesOf(source: string): ReadonlySet<string> {
  const calls = source.matchAll(
    /(?<before>[\w.]+|\))\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>\s*,/g,
  )
  const titles = [...calls].flatMap(({ groups }) => {
    const before = groups?.['before'] ?? ''
    const isTest = /^(?:test|it)(?:\.(?!skip|todo|only)\w+)*$/.test(before) || before === ')'
    return isTest ? [(groups?.['title'] ?? '').replaceAll(/\\(['"`\\])/g, '$1')] : []
  })
  return new Set(titles)
}

const named = specTable.map((row) => ({ ...row, name: `§${row.section}: ${row.sentence}` }))

describe('the specification, sentence by sentence', () => {
  test.each(named.map((row) => [row.name, row] as const))('%s', (_, { tests, deviation }) => {
    expect(tests.length, 'a sentence without a test').toBeGreaterThan(0)
    const missing = tests.filter(({ file, title }) => !titlesOf(sourceOf(file)).has(title))
    expect(missing, 'tests that are not there under this title').toEqual([])
    if (deviation !== undefined) expect(deviation).toMatch(/^[A-Z].{30,}\.$/s)
  })

  test('no sentence appears twice in the table, and no test twice under one sentence', () => {
    const twice = named.filter(
      ({ name }, index) => named.findIndex((each) => each.name === name) !== index,
    )
    expect(twice.map(({ name }) => name)).toEqual([])
    for (const { name, tests } of named) {
      const keys = tests.map(({ file, title }) => `${file} ${title}`)
      expect(new Set(keys).size, name).toBe(keys.length)
    }
  })

  test('the table covers every section', () => {
    const sections = new Set(specTable.map(({ section }) => section.split(' ')[0]))
    expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })

  test('the known deviations are listed', () => {
    const sentences = specTable.filter(({ deviation }) => deviation).map(({ sentence }) => sentence)
    expect(sentences).toContain(
      'Last day: February 29 when the year is divisible by 4, else 28; 30 for months 4, 6, 9, 11; else 31.',
    )
    expect(sentences).toContain('The check always returns the message and is effectively faulty.')
  })
})
