// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lookupPath } from '#kernel/lookup-path.ts'
import { pickCodes } from '#ui/forms/code-picker.tsx'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { columnLabels } from '#tests/support/labels.ts'
import { mockServer } from '../pages/page-support.ts'

const DATA = ['W01', 'W02', 'W03'].map((CODE) => ({ CODE, NAME: `Warehouse ${CODE}` }))

beforeEach(() => {
  HTMLElement.prototype.checkVisibility = () => true
  Element.prototype.scrollIntoView = () => undefined
  mockServer({ [lookupPath('warehouse')]: () => ({ body: { DATA } }) })
})
afterEach(() => {
  act(() => topPopup()?.dismiss())
  cleanup()
})

async function pick(current: string, ...keys: string[]): Promise<string | undefined> {
  render(<PopupHost />)
  let picked: Promise<string | undefined> = Promise.resolve(undefined)
  await act(async () => {
    picked = pickCodes({ label: columnLabels.OWNER_CD, listOf: 'warehouse' }, current)
    await Promise.resolve()
  })
  await screen.findByText('Warehouse W03')
  const input = screen.getByRole('combobox')
  for (const key of keys) await act(async () => fireEvent.keyDown(input, { key }))
  return picked
}

test('Space selects several codes, and Enter applies them', async () => {
  expect(await pick('', ' ', 'ArrowDown', 'ArrowDown', ' ', 'Enter')).toBe('W01, W03')
})

test.each([
  ['W01,W02', 'W02'],
  ['W01', ''],
])(
  'the codes of the field are initially selected and can be cleared: %s',
  async (before, after) => {
    expect(await pick(before, ' ', 'Enter')).toBe(after)
  },
)

test('Enter without a selection applies the current code', async () => {
  expect(await pick('', 'ArrowDown', 'Enter')).toBe('W02')
})

test('codes that the list does not offer are kept', async () => {
  expect(await pick('ADMIN', ' ', 'Enter')).toBe('ADMIN, W01')
})
