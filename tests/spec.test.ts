import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { specTable } from './spec-table.ts'
import { findDifferences, hashSentences, parseSpecification } from './support/specification.ts'

const root = new URL('..', import.meta.url)
const sources = new Map<string, string>()

function getSource(file: string): string {
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
function getTitles(source: string): ReadonlySet<string> {
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
const claims = named.filter(({ isSilent }) => isSilent !== true)

const decisions = new Set(
  [...getSource('src/decisions.md').matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number)),
)

/** Digest of the specification, for checkouts without its text. */
const specified = '4d0093de5f3ee909cd9c5107dad22af7c4e6364f2b69df058088efa150b708b6'

/** The specification is kept next to the checkout. */
const specificationPath = new URL('../shared/spec.md', root)

const sampleSpecification = `# Specification

## 5. Validation rules

- Dates: digits only, at most 8 digits. Enter confirms.
- Phone: digits.

## 6. Roles and permissions

| a | b |
|---|---|
| POST /x | c |
`

/**
 * Files whose tests call the server or render the page. Code used only by tests of rules and
 * definitions can be unused by the product.
 */
const isWalked = (file: string): boolean =>
  /^tests\/(?:server|areas)\/(?:(?!\.rule\.).)+\.test\.ts$|^tests\/ui\/.+\.test\.tsx?$|\.browser\.test\.ts$/.test(
    file,
  )

describe('the table of the specification', () => {
  test('has exactly the sentences whose digest is recorded', () => {
    expect(hashSentences(specTable)).toBe(specified)
  })

  test('has exactly the sentences of the specification if its text is available', () => {
    const text = fs.existsSync(specificationPath)
      ? parseSpecification(fs.readFileSync(specificationPath, 'utf8'))
      : specTable
    expect(findDifferences(text, specTable)).toEqual([])
  })

  test.each([
    ['removed', (all: string) => all.replace(' Enter confirms.', '')],
    ['altered', (all: string) => all.replace('at most 8 digits', 'at most 9 digits')],
    ['added', (all: string) => all.replace('- Phone:', '- Fax: any digits.\n- Phone:')],
    [
      'moved to another section',
      (all: string) => all.replace('## 6. Roles and', '## 9. Roles and'),
    ],
    ['altered in a table', (all: string) => all.replace('| c |', '| d |')],
  ])('notices a sentence that is %s', (_, alter) => {
    const text = sampleSpecification
    expect(alter(text)).not.toBe(text)
    const before = parseSpecification(text)
    const after = parseSpecification(alter(text))
    expect(findDifferences(before, after)).not.toEqual([])
    expect(hashSentences(after)).not.toBe(hashSentences(before))
  })
})

describe('the specification, sentence by sentence', () => {
  test.each(claims.map((row) => [row.name, row] as const))('%s', (_, { tests, deviation }) => {
    expect(tests.length, 'a sentence without a test').toBeGreaterThan(0)
    const missing = tests.filter(({ file, title }) => !getTitles(getSource(file)).has(title))
    expect(missing, 'tests that are not there under this title').toEqual([])
    expect(
      tests.some(({ file }) => isWalked(file)),
      'no test of a call or a page',
    ).toBe(true)
    if (deviation !== undefined)
      expect(decisions, 'the decision of a deviation').toContain(deviation)
  })

  test('no sentence appears twice in the table, and no test twice under one sentence', () => {
    const twice = named.filter(
      ({ name }, index) => named.findIndex((candidate) => candidate.name === name) !== index,
    )
    expect(twice.map(({ name }) => name)).toEqual([])
    for (const { name, tests } of named) {
      const keys = tests.map(({ file, title }) => `${file} ${title}`)
      expect(new Set(keys).size, name).toBe(keys.length)
    }
  })

  test('the table covers every section', () => {
    const sections = new Set(claims.map(({ section }) => section.split(' ')[0]))
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
