import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseInSlices, type JsonLimits } from '#server/http/sliced-json.ts'

const limits: JsonLimits = {
  depth: 64,
  keys: 2_000,
  items: 1_000_000,
  values: 10_000_000,
  text: 4_000_000,
}
const parse = (json: string, some: Partial<JsonLimits> = {}) =>
  parseInSlices(json, { ...limits, ...some }, JSON.parse)

const long = 'x'.repeat(40_000)

test('parses long bodies to the same value as JSON.parse', async () => {
  const value = fc.anything({ withNullPrototype: false, maxDepth: 5 }).map((generated) => {
    return JSON.stringify(generated) ?? 'null'
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(value, fc.boolean()), { maxLength: 12 }), async (some) => {
      const members = some.map(([text, isLong]) => (isLong ? `[${text}, "${long}"]` : text))
      const array = `[${members.join(' , ')}]`
      const object = `{ ${members.map((member, n) => `"k\\"${n}" : ${member}`).join(',\n')} }`
      for (const text of [array, object, `{"ROWS": ${array}, "more": ${object} , "end": 1}`]) {
        expect(await parse(text)).toEqual(JSON.parse(text))
      }
    }),
    { numRuns: 60 },
  )
})

test('lets other work run after every slice of a long body', async () => {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  onTestFinished(() => clock.mockRestore())
  let turns = 0
  const countTurn = () => {
    turns += 1
    pending = setImmediate(countTurn)
  }
  let pending = setImmediate(countTurn)
  onTestFinished(() => clearImmediate(pending))
  await parse(JSON.stringify(Array.from({ length: 1_000 }, () => ({ A: 'x'.repeat(1_000) }))))
  expect(turns).toBeGreaterThan(50)
})

test.each([
  ['[1,,2]'],
  ['[1,]'],
  ['{"a":1,}'],
  ['[1}'],
  ['[1] 2'],
  ['2 [1]'],
  ['[[1] [2]]'],
  ['{"a" [1]}'],
  ['["a'],
  ['[1'],
  ['{"a":1 "b":2}'],
  [']'],
])('rejects %s, both alone and around long values', async (text) => {
  const stretched = text.replaceAll('1', `["${long}",1]`)
  for (const json of [text, stretched]) {
    expect(() => JSON.parse(json)).toThrow()
    await expect(parse(json)).rejects.toThrow()
  }
})

test.each([
  ['depth', '[[[1]]]', '[[[[1]]]]'],
  ['keys', '{"a":1,"b":2,"c":3}', '{"a":1,"b":2,"c":3,"d":4}'],
  ['items', '[1,2,3]', '[1,2,3,4]'],
  ['values', '[[1,2]]', '[[1,2],[]]'],
  ['text', '"ab"', '["abc"]'],
])('limits %s while scanning', async (name, fits, exceeds) => {
  await expect(parse(fits, { [name]: 3 })).resolves.toEqual(JSON.parse(fits))
  await expect(parse(exceeds, { [name]: 3 })).rejects.toThrow('JSON_TOO')
})
