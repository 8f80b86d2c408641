// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { guides } from '#ui/keys/tools/screen-guides.ts'
import { testLabel } from '#tests/support/labels.ts'
import { setLanguage } from '#ui/base/language.ts'
import { ScreenGuidePart } from '#ui/keys/tools/screen-guide-part.tsx'
import { grantMenus } from '../pages/page-support.ts'

const keys = [1, 2, 3, 4, 5, 6].map((at) => ({ name: testLabel(`Act ${at}`), keys: [`Alt+${at}`] }))

function getGuide(route: string, open = vi.fn()) {
  const { container } = render(<ScreenGuidePart route={route} keys={keys} open={open} />)
  return { container, open }
}

beforeEach(() => setLanguage('en'))
afterEach(cleanup)

test('help states the purpose of the screen and its five main keys', () => {
  grantMenus({ Alloc: ['search'] })
  const { container } = getGuide('Alloc')
  expect(container.textContent).toContain(guides['Alloc']?.text.en)
  expect(container.querySelectorAll('.key')).toHaveLength(5)
  expect(container.textContent).not.toContain('Act 6')
})

test('help links only to neighbouring screens that the user can open', () => {
  grantMenus({ Alloc: ['search'], PickingList: ['search'] })
  const { container, open } = getGuide('Alloc')
  const [next, ...others] = container.querySelectorAll('button')
  expect(next?.textContent).toBe('PickingList')
  expect(others).toEqual([])
  if (next) fireEvent.click(next)
  expect(open.mock.calls).toEqual([['PickingList']])
})

test('a page without a screen has no help text', () => {
  grantMenus({ Alloc: ['search'] })
  expect(getGuide('').container.textContent).toBe('')
  expect(getGuide('constructor').container.textContent).toBe('')
})

test('keys that a screen does not have are not listed', () => {
  grantMenus({ Alloc: ['search'] })
  const none = [{ name: testLabel('Nothing'), keys: [] }]
  const { container } = render(<ScreenGuidePart route="Alloc" keys={none} open={vi.fn()} />)
  expect(container.textContent).not.toContain('Nothing')
})

test('a key is listed with one command only', () => {
  grantMenus({ Alloc: ['search'] })
  const same = [
    { name: testLabel('First'), keys: ['Enter'] },
    { name: testLabel('Second'), keys: ['Enter', 'Alt+Enter'] },
    { name: testLabel('Third'), keys: ['Enter'] },
  ]
  const { container } = render(<ScreenGuidePart route="Alloc" keys={same} open={vi.fn()} />)
  expect(container.querySelectorAll('.key')).toHaveLength(2)
  expect(container.textContent).not.toContain('Third')
})
