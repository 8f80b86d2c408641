import { expect, test } from 'vitest'
import { checkoutPaths, checkoutText } from './support/checkout.ts'
import { importCircles, type Circle } from './support/import-circles.ts'
import { targetPath } from './support/layer-rule.ts'
import { readSourceFacts } from './support/source-facts.ts'

const files = new Set(
  checkoutPaths.filter((path) => /^(src|commands|keymaps)\/.*\.tsx?$/.test(path)),
)

/** Imports of every form: static, dynamic, type-only, and workers by URL. */
const edges = [...files].flatMap((from) =>
  readSourceFacts(from, checkoutText(from)).imports.flatMap(({ specifier, line }) => {
    const to = specifier === null ? undefined : targetPath(from, specifier)
    return to !== undefined && files.has(to) ? [{ from, line, to }] : []
  }),
)

function describeCircle({ files: members, edges: within }: Circle): string {
  const lines = within.map(({ from, line, to }) => `  ${from}:${line} imports ${to}`)
  const advice =
    'move what they share into a file of its own below them, or pass it in from the file above'
  return [`${members.length} files import each other in a circle: ${advice}`, ...lines].join('\n')
}

test('no files import each other in a cycle, dynamic and type-only imports included', () => {
  expect(importCircles(edges).map((circle) => describeCircle(circle))).toEqual([])
})

test('cycles of any length are found separately', () => {
  const paths = ['a>b', 'b>c', 'c>a', 'c>d', 'd>e', 'e>d', 'e>f', 'g>a', 'f>f', 'b>f']
  const created = paths.map((path, line) => ({ from: path[0] ?? '', line, to: path[2] ?? '' }))
  const found = importCircles(created).map(({ files: members, edges: within }) => {
    return [members.join(''), within.map(({ line }) => line)]
  })
  expect(new Map(found as [string, number[]][])).toEqual(
    new Map([
      ['abc', [0, 1, 2]],
      ['de', [4, 5]],
    ]),
  )
})
