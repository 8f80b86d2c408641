import { expect, test } from 'vitest'
import { codeShape } from './support/code-shape.ts'

const shape = (text: string): string => codeShape('a.tsx', text)

test.for<[one: string, other: string]>([
  ['/** A. */\nconst a = 1 // b', 'const a = 1'],
  ['const a = (<p>\n  {/* b */}\n  c\n</p>)', 'const a = (<p>\n  c\n</p>)'],
  ['const a = [\n  1,\n  2,\n]', 'const a = [1, 2]'],
])('comments and layout do not change the shape of %j', ([a, b]) => {
  expect(shape(a)).toBe(shape(b))
})

test.for<[one: string, other: string]>([
  ['const a = 1', 'const a = 2'],
  ['const a = 1n', 'const a = 2n'],
  ['const a = <p>b</p>', 'const a = <p>c</p>'],
  ["const a = '// b'", "const a = '// c'"],
])('the shape of %j differs from %j', ([a, b]) => {
  expect(shape(a)).not.toBe(shape(b))
})

test('a file that does not parse throws an error', () => {
  expect(() => shape('const = 1')).toThrow('a.tsx')
})
