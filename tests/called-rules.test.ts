import { expect, test } from 'vitest'
import { checkoutPaths, checkoutText } from './support/checkout.ts'

const isProduct = (path: string): boolean => /^(?:src|commands|keymaps)\/.+\.tsx?$/.test(path)
const isRule = (path: string): boolean => /^src\/(?:kernel|areas\/[^/]+\/rules)\//.test(path)

const sources = checkoutPaths.filter(isProduct).map((path) => ({
  path,
  code: checkoutText(path).replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ''),
}))

const uses = new Map<string, number>()
for (const { code } of sources)
  for (const [word] of code.matchAll(/[A-Za-z_$][\w$]*/g)) uses.set(word, (uses.get(word) ?? 0) + 1)

/** A test of a function that nothing calls cannot fail with the product. */
test('the product calls every function of its rules', () => {
  const functions = sources
    .filter(({ path }) => isRule(path))
    .flatMap(({ code }) => [...code.matchAll(/^export function ([\w$]+)/gm)])
    .map(([, name = '']) => name)
  expect(functions.length).toBeGreaterThan(100)
  const found = functions.filter((name) => uses.get(name) === 1)
  expect(found).toEqual([])
})
