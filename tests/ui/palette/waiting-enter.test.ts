// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lookup } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { loadLazyCode } from '#ui/command-line/lazy-code.ts'
import { parseCommandLine } from '#ui/command-line/command-line.ts'
import type { PaletteEntry } from '#ui/command-line/palette-entries.ts'
import { localRows, withServerRows } from '#ui/command-line/palette-results.ts'
import { useWaitingEnter } from '#ui/command-line/use-waiting-enter.ts'
import { wordRequestKey, type Meaning } from '#ui/command-line/word-meanings.ts'

const procedure: Procedure = {
  type: 'procedure',
  name: 'sample/close-owner',
  title: label('마감', 'Close'),
  action: 'save',
  scope: 'company',
  input: { OWNER_CD: lookup(label('화주', 'Owner'), 'owner') },
  maxRows: 1,
}
const entry: PaletteEntry = {
  id: 'procedure:sample/close-owner',
  group: 'procedure',
  ko: '마감',
  en: 'Close',
  note: '',
  procedure,
  run: () => {},
}
const owners: readonly Meaning[] = ['한빛헬스', '한빛전자'].map((NAME, at) => {
  return { kind: 'owner', CODE: `HB${at}`, NAME, OWNER_CD: null, DETAIL: '' }
})

function rowsFor(meanings: readonly Meaning[]) {
  const written = '마감 화주=한빛'
  const first = localRows({
    written,
    hits: [{ entry, ranges: [] }],
    typedArguments: parseCommandLine(written).readings.at(-1)?.arguments ?? [],
    isBestCertain: true,
    recordText: '',
  })
  const answer = new Map([[wordRequestKey({ among: 'owner', text: '한빛' }), meanings]])
  return withServerRows(first, { records: [], words: { meanings: answer, state: 'answered' } })
}

function rowOfEarlyEnter(meanings: readonly Meaning[]) {
  const rows = rowsFor(meanings)
  const choose = vi.fn<Parameters<typeof useWaitingEnter>[2]>()
  const { result, rerender } = renderHook(
    ({ isUnknown }) => useWaitingEnter(isUnknown, rows, choose),
    { initialProps: { isUnknown: true } },
  )
  result.current.wait({ copy: false, id: entry.id })
  rerender({ isUnknown: false })
  return choose.mock.calls.map(([{ args }]) => args)
}

test('Enter before the server answers opens the line only if its name has one meaning', async () => {
  await loadLazyCode()
  expect(rowOfEarlyEnter(owners.slice(0, 1))).toEqual([{ OWNER_CD: 'HB0' }])
  expect(rowOfEarlyEnter(owners)).toEqual([])
})
