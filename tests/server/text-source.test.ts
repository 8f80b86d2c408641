import { expect, test } from 'vitest'
import { findTexts } from '#server/texts/text-source.ts'

test('texts are read as written, in both languages', () => {
  const source = [
    "const one = label('화주', 'Owner')",
    'const two = label(\n  "묻는 \\"말\\"",\n  \'It\\\'s \\u0041\',\n)',
    "const three = { ko: '예', en: 'Yes' }",
  ].join('\n')
  expect(findTexts(source)).toEqual([
    { ko: '화주', en: 'Owner', isFilled: false },
    { ko: '묻는 "말"', en: "It's A", isFilled: false },
    { ko: '예', en: 'Yes', isFilled: false },
  ])
})

test('an interpolated text shows a placeholder for each expression', () => {
  const source = "label(`${n}건${gone ? `(${'}'}취소)` : ''} 저장`, `${n} saved`)"
  expect(findTexts(source)).toEqual([{ ko: '{…}건{…} 저장', en: '{…} saved', isFilled: true }])
})

test('ignores examples in comments and texts passed on as variables', () => {
  expect(
    findTexts(" * `label('화주', 'Owner')`\n// label('화주', 'Owner')\nlabel(ko, en)"),
  ).toEqual([])
})
