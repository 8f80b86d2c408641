import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Rules that no screen reaches yet. The list only shrinks. */
const unused = ['airWaybillError', 'companyImoError', 'summariseContainers']

const rules = globSync('src/areas/freight/rules/*.ts')
const sources = globSync(['src/**/*.{ts,tsx}', 'commands/*.ts', 'keymaps/*.ts']).map((path) => ({
  path,
  words: Map.groupBy(readFileSync(path, 'utf8').match(/\w+/g) ?? [], (word) => word),
}))

/** Also true for a function that only its own file calls. */
function isCalled(path: string, name: string): boolean {
  return sources.some(({ path: source, words }) => {
    return (words.get(name)?.length ?? 0) > (source === path ? 1 : 0)
  })
}

test('every function of the freight rules is called outside of tests', () => {
  const exported = rules.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^export function (\w+)/gm)].map(([, name = '']) => ({
      path,
      name,
    })),
  )
  expect(exported.length).toBeGreaterThan(30)
  const uncalled = exported.filter(({ path, name }) => !isCalled(path, name))
  expect(uncalled.map(({ name }) => name).toSorted()).toEqual(unused)
})
