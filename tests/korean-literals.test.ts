import { expect, test } from 'vitest'
import { checkoutPaths, checkoutText } from './support/checkout.ts'
import { countKoreanLiterals } from './support/korean-literals.ts'

/** Tests about wording, Hangul or search by Korean text. */
const aboutWords: readonly string[] = [
  'tests/areas/freight/licence-number.rule.test.ts',
  'tests/areas/system/cron.rule.test.ts',
  'tests/areas/system/sign-up.rule.test.ts',
  'tests/areas/system/site-texts.test.ts',
  'tests/bench/palette.ts',
  'tests/files/',
  'tests/kernel/byte-length.test.ts',
  'tests/kernel/coded-message.test.ts',
  'tests/kernel/contact-text.test.ts',
  'tests/kernel/date-range.test.ts',
  'tests/kernel/hangul-',
  'tests/kernel/format-count.test.ts',
  'tests/kernel/josa.test.ts',
  'tests/kernel/read-day.test.ts',
  'tests/kernel/relative-day.test.ts',
  'tests/kernel/required.test.ts',
  'tests/kernel/sheet-mapping.test.ts',
  'tests/server/files/spreadsheet-',
  'tests/server/print/pdf.test.ts',
  'tests/server/records.test.ts',
  'tests/server/text-source.test.ts',
  'tests/server/value-help.test.ts',
  'tests/server/weak-passwords.test.ts',
  'tests/spec/',
  'tests/support/check-runtime.ts',
  'tests/support/labels.ts',
  'tests/ui/forms/hangul',
  'tests/ui/grid/hangul',
  'tests/ui/keyboard/key-orders.test.tsx',
  'tests/ui/keyboard/type-ahead',
  'tests/ui/keyboard/describe-when.test.ts',
  'tests/ui/pages/draft-text.test.ts',
  'tests/ui/palette/',
  'tests/ui/shell/real-time.test.tsx',
  'tests/ui/shell/screen-arguments.test.tsx',
  'tests/ui/shell/site-texts.test.tsx',
  'tests/ui/shell/word-meanings.test.tsx',
  'tests/wording.test.ts',
]

/** Lower this number when fewer are left. */
const maxLiterals = 1408

const counts = checkoutPaths
  .filter((path) => /^tests\/.*\.tsx?$/.test(path))
  .filter((path) => !aboutWords.some((start) => path.startsWith(start)))
  .map((path) => ({ path, count: countKoreanLiterals(path, checkoutText(path)) }))

test('the number of Korean literals in tests does not exceed the limit', () => {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const highest = counts
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 5)
    .map(({ path, count }) => `${path} ${count}`)
  const message =
    `Korean literals in tests: ${total}, at most ${maxLiterals}. Take titles from ` +
    `tests/support/labels.ts (screenTitle, commandTitle, columnTitles, pageTexts), messages from ` +
    `the text or function the product exports, and name made-up data in Latin letters. ` +
    `A test about wording belongs in the list above. Most are in: ${highest.join(', ')}`
  expect(total, message).toBeLessThanOrEqual(maxLiterals)
})

test('every file listed as a wording test exists', () => {
  const missing = aboutWords.filter(
    (start) => !checkoutPaths.some((path) => path.startsWith(start)),
  )
  expect(missing, 'remove it from the list').toEqual([])
})

test('strings, templates, patterns and JSX texts with Hangul are counted once each', () => {
  const source = "const a = ['가', `${1}나`, /ㄷ/, 'x']\n// 라\nconst b = <p title=\"마\">바</p>"
  expect(countKoreanLiterals('a.tsx', source)).toBe(5)
})
