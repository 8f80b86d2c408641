// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import type { JSX } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { popupEntries } from '#areas/menu-map.ts'
import type { WireRow } from '#kernel/field.ts'
import { openWindow, windowNotOpenedText } from '#ui/keys/loading-keys.ts'
import { setMenu } from '#ui/remote/menu.ts'
import type { MenuItem } from '#ui/remote/wire.ts'
import {
  LoadedPopup,
  loadTimedOut,
  notPermitted,
  openPopupPage,
} from '#ui/workspace/active-popup.tsx'
import { confirmLeave, messageButtons, messageKinds, showMessage } from '#ui/windows/message.tsx'
import { NoteArea, dismissNotes, notify } from '#ui/windows/notify.tsx'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { openPopup, topPopup, type FailingPopupProps } from '#ui/windows/popup-stack.ts'
import { followAddress } from '#ui/workspace/navigation.ts'
import { openByName, openRequested } from '#ui/workspace/open-by-name.ts'
import { loadingText } from '#ui/base/loading-text.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { popupPages, type PopupPage } from '#ui/popups/popup-types.ts'
import { popupSize } from '#ui/windows/popup-page.ts'
import { activateTab, activeTab, openTab } from '#ui/tabs/tabs.ts'
import { limitStep } from '#ui/windows/use-window-place.ts'

const popup: MenuItem = {
  MENU_ID: 'InputTextBoxPopup',
  MENU_ABBR: 'PITB',
  MENU_SEQ: 1,
  MENU_NM: 'Title',
  MENU_NM_EN: 'Text entry',
  MENU_PATH: '/pop/InputTextBoxPopup',
  MENU_ICON: null,
  UPPER_MENU_ID: null,
  TREE_PATH: '',
  INIT_YN: 'N',
  children: [],
}

// All elements count as visible.
HTMLElement.prototype.checkVisibility = () => true

beforeEach(() => {
  setMenu({
    menuHierarchyList: [],
    menuMap: {},
    popupMap: { InputTextBoxPopup: popup },
    myMenuList: [],
  })
})
afterEach(() => {
  while (topPopup()) act(() => topPopup()?.dismiss())
  cleanup()
  vi.useRealTimers()
})

test.each([
  ['CommonPopup', 600, 600],
  ['StockQtyPopup', 700, 600],
  ['ChangeMe', 800, 300],
  ['SendEmailPopup', 800, 600],
])('%s is %i by %i pixels', (route, width, height) => {
  expect(popupSize(route)).toEqual({ width, height })
})

test('every popup of the route table has a page that loads', async () => {
  const routes = popupEntries.map(({ route }) => route)
  expect(routes.filter((route) => !popupPages[route])).toEqual([])
  for (const [route, page] of Object.entries(popupPages)) {
    expect(routes).toContain(route)
    expect(await page.load(), route).toBeTypeOf('function')
  }
})

test('opening an unknown popup fails', async () => {
  await expect(openPopupPage('NoSuchPopup')).rejects.toThrow('activePopup error')
})

test.each([
  ['its address', () => followAddress('/pop/StockQtyPopup', '?mid=PSQT')],
  ['its address without a menu id', () => followAddress('/pop/AddShipToPopup', '')],
  ['its name', () => openRequested('StockQtyPopup')],
  ['its name in a macro', () => openByName('UserRolePopup')],
])('a popup without permission, opened by %s, refers to the administrator', async (_, opened) => {
  render(<PopupHost />)
  act(opened)
  await act(() => Promise.resolve())
  expect(screen.getByRole('alertdialog').textContent).toContain(notPermitted.ko)
  act(() => topPopup()?.dismiss())
  expect(location.pathname).toBe('/')
  expect(shellState.notFound).toBe(false)
})

test('a popup without permission refers to the administrator and counts as closed', async () => {
  render(<PopupHost />)
  const answer = openPopupPage('StockQtyPopup')
  await act(() => Promise.resolve())
  expect(screen.getByRole('alertdialog').textContent).toContain(notPermitted.ko)
  act(() => topPopup()?.dismiss())
  expect(await answer).toBeUndefined()
})

test('a permitted popup opens under its title and resolves with its result', async () => {
  render(<PopupHost />)
  const answer = openPopupPage('InputTextBoxPopup', { TEXT: 'Note' })
  const box = await screen.findByDisplayValue('Note')
  expect(screen.getByRole('dialog', { name: 'Title' })).toBeTruthy()
  act(() => void box.dispatchEvent(new KeyboardEvent('keydown', ctrlEnter)))
  expect(await answer).toEqual({ TEXT: 'Note' })
})

const ctrlEnter = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }

test('the last popup opened is active and offset, and closing it reactivates the previous one', async () => {
  render(<PopupHost />)
  const Empty = (): null => null
  act(() => void openPopup(Empty, { title: 'Below' }))
  act(() => void openPopup(Empty, { title: 'Above' }))
  const [below, above] = screen.getAllByRole('dialog', { hidden: true })
  expect(below?.hasAttribute('inert')).toBe(true)
  expect(above?.style.transform).toBe('translate(24px, 24px)')
  expect([below?.style.width, below?.style.height]).toEqual(['800px', '600px'])
  act(() => topPopup()?.dismiss())
  expect(topPopup()?.title).toBe('Below')
})

test('a popup that rejects fails for its opener', async () => {
  render(<PopupHost />)
  const Failing = ({ reject }: FailingPopupProps<string>): null => {
    queueMicrotask(() => reject(new Error('unreadable')))
    return null
  }
  await expect(openPopup(Failing, { title: 'Failing' })).rejects.toThrow('unreadable')
  expect(topPopup()).toBeUndefined()
})

test('a popup whose code fails to load fails like an unknown one', async () => {
  const reject = vi.fn<(reason: Error) => void>()
  const page: PopupPage = { load: () => Promise.reject(new Error('no such chunk')) }
  render(<LoadedPopup page={page} input={{}} close={() => undefined} reject={reject} />)
  await act(() => Promise.resolve())
  expect(reject.mock.calls[0]?.[0].message).toBe('activePopup error')
})

test('content loaded after its window opened gets the focus', async () => {
  render(<PopupHost />)
  const loaded = Promise.withResolvers<() => JSX.Element>()
  const page: PopupPage = { load: () => loaded.promise }
  const Late = (props: FailingPopupProps<WireRow>): JSX.Element => (
    <LoadedPopup {...props} page={page} input={{}} />
  )
  act(() => void openPopup(Late, { title: 'Late' }))
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Late' }))
  await act(async () => {
    loaded.resolve(() => <input data-autofocus="" aria-label="Find" />)
    await loaded.promise
  })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Find')))
})

test('a popup shows that it is loading after 200 ms and fails after 100 seconds', () => {
  vi.useFakeTimers()
  const reject = vi.fn<(reason: Error) => void>()
  const page: PopupPage = { load: () => new Promise(() => undefined) }
  render(<LoadedPopup page={page} input={{}} close={() => undefined} reject={reject} />)
  act(() => void vi.advanceTimersByTime(199))
  expect(screen.queryByRole('status')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('status').textContent).toBe(loadingText.ko)
  act(() => void vi.advanceTimersByTime(99_799))
  expect(reject).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  expect(reject.mock.calls[0]?.[0].message).toBe(loadTimedOut.ko)
})

const confirm = `${messageButtons.confirm.ko} ↵`
const discard = `${messageButtons.discard.ko} Delete`

test.each([
  ['question', [confirm, `${messageButtons.cancel.ko} Esc`]],
  ['information', [confirm]],
  ['warning', [confirm]],
  ['error', [confirm]],
] as const)(
  'a message of kind %s is confirmed with Enter and cancelled with Escape',
  async (...wanted) => {
    const [kind, buttons] = wanted
    render(<PopupHost />)
    const press = (key: string) =>
      act(() => {
        const init = { key, bubbles: true, cancelable: true }
        const { activeElement } = document
        // jsdom does not click a focused button on Enter.
        if (key === 'Enter' && activeElement instanceof HTMLButtonElement) activeElement.click()
        else activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
      })
    const answers: boolean[] = []
    for (const key of ['Enter', 'Escape']) {
      let answer: Promise<boolean> = Promise.resolve(false)
      act(() => void (answer = showMessage({ kind, text: 'Content' })))
      const dialog = screen.getByRole('alertdialog', { name: messageKinds[kind].title.ko })
      expect(
        [...dialog.querySelectorAll('.popup-buttons button')].map((element) => element.textContent),
      ).toEqual(buttons)
      press(key)
      answers.push(await answer)
    }
    expect(answers).toEqual([true, false])
  },
)

test('typed input is saved with Enter, discarded only with Delete and kept with Escape', async () => {
  render(<PopupHost />)
  const buttonTexts = () =>
    [...screen.getByRole('alertdialog').querySelectorAll('.popup-buttons button')].map(
      (element) => element.textContent,
    )
  const press = (key: string) =>
    act(() => {
      const { activeElement } = document
      if (key === 'Enter' && activeElement instanceof HTMLButtonElement) activeElement.click()
      else activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
  const save = vi.fn<() => Promise<boolean>>()
  const pressInPrompt = (key: string, saving?: () => Promise<boolean>) => {
    let answer = Promise.resolve(false)
    act(() => void (answer = confirmLeave('Save?', saving)))
    press(key)
    return answer
  }
  act(() => void confirmLeave('Save?', save))
  expect(buttonTexts()).toEqual([
    `${messageButtons.save.ko} ↵`,
    discard,
    `${messageButtons.stay.ko} Esc`,
  ])
  act(() => topPopup()?.dismiss())
  expect(await pressInPrompt('Escape', save)).toBe(false)
  expect(await pressInPrompt('Delete', save)).toBe(true)
  expect(save).not.toHaveBeenCalled()
  save.mockResolvedValueOnce(false)
  expect(await pressInPrompt('Enter', save)).toBe(false)
  save.mockResolvedValueOnce(true)
  expect(await pressInPrompt('Enter', save)).toBe(true)
  // Without a save function, Enter keeps editing.
  act(() => void confirmLeave('Save?'))
  expect(buttonTexts()).toEqual([`${messageButtons.stay.ko} ↵`, discard])
  act(() => topPopup()?.dismiss())
  expect(await pressInPrompt('Enter')).toBe(false)
  expect(await pressInPrompt('Delete')).toBe(true)
})

test('a closed message remains visible but inert for 330 ms and resolves immediately', async () => {
  vi.useFakeTimers()
  render(<PopupHost />)
  let answer: Promise<boolean> = Promise.resolve(true)
  act(() => void (answer = showMessage({ kind: 'question', text: 'Delete?' })))
  act(() => topPopup()?.dismiss())
  expect(await answer).toBe(false)
  const seen = screen.getByText('Delete?').closest('.popup')
  expect(seen?.hasAttribute('inert')).toBe(true)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  act(() => void vi.advanceTimersByTime(329))
  expect(seen?.isConnected).toBe(true)
  act(() => void vi.advanceTimersByTime(1))
  expect(seen?.isConnected).toBe(false)
})

test('an error message waits until the open question has been answered', async () => {
  render(<PopupHost />)
  const dialogText = () => screen.queryByRole('alertdialog')?.textContent ?? ''
  const answers: Promise<unknown>[] = []
  act(() => void answers.push(showMessage({ kind: 'question', text: 'Leave?' })))
  await act(async () => {
    for (const text of ['First failed.', 'Second failed.']) {
      answers.push(showMessage({ kind: 'error', text }))
    }
    await Promise.resolve()
  })
  const shown: string[] = []
  for (const _ of answers) {
    shown.push(/Leave\?|First failed|Second failed/.exec(dialogText())?.[0] ?? '')
    await act(async () => topPopup()?.dismiss())
  }
  expect(shown).toEqual(['Leave?', 'First failed', 'Second failed'])
  await Promise.all(answers)
})

test('a success note disappears after a second; other notes remain until dismissed', () => {
  vi.useFakeTimers()
  render(<NoteArea />)
  act(() => {
    for (const kind of ['success', 'warn', 'error', 'info'] as const) notify(kind, kind)
  })
  const statusText = () => screen.getByRole('status').textContent
  act(() => void vi.advanceTimersByTime(999))
  expect(statusText()).toContain('success')
  act(() => void vi.advanceTimersByTime(1))
  expect(statusText()).not.toContain('success')
  act(() => void vi.advanceTimersByTime(86_400_000))
  for (const kind of ['info', 'error', 'warn']) expect(statusText()).toContain(kind)
  act(() => expect(dismissNotes()).toBe(true))
  expect(statusText()).toBe('')
  expect(dismissNotes()).toBe(false)
})

test('warnings and errors remain until dismissed, however many arrive', () => {
  render(<NoteArea />)
  act(() => {
    for (let n = 1; n <= 9; n += 1) notify(n % 2 ? 'warn' : 'error', `refused ${n}.`)
    for (let n = 1; n <= 9; n += 1) notify('info', `told ${n}.`)
  })
  const statusText = () => screen.getByRole('status').textContent
  for (let n = 1; n <= 9; n += 1) expect(statusText()).toContain(`refused ${n}.`)
  expect(statusText()).not.toContain('told 4.')
  expect(statusText()).toContain('told 9.')
  act(() => void dismissNotes())
  expect(statusText()).toBe('')
})

describe('an error note', () => {
  const statusText = () => screen.getByRole('status').textContent
  const title = { ko: 'other', en: 'other' }
  const otherScreen = { abbr: 'OTHR', route: 'Other', path: '/other', title, actions: [] }
  const showNotes = () => {
    render(<NoteArea />)
    act(() => {
      notify('error', 'broken')
      notify('warn', 'careful')
    })
  }

  test('disappears when its page succeeds, while other notes remain', () => {
    showNotes()
    act(() => notify('success', 'done'))
    expect(statusText()).not.toContain('broken')
    expect(statusText()).toContain('careful')
  })

  test('appears only on its own page', async () => {
    showNotes()
    const { key } = activeTab()
    await act(async () => void openTab(otherScreen))
    expect(statusText()).not.toContain('broken')
    act(() => notify('success', 'done'))
    await act(async () => activateTab(key))
    expect(statusText()).toContain('broken')
    act(() => void dismissNotes())
  })

  test('does not cover a window that opens later', async () => {
    showNotes()
    act(() => void openPopup(() => <button>shut</button>, { title: 'x' }))
    expect(statusText()).not.toContain('broken')
    act(() => notify('error', 'inside'))
    expect(statusText()).toContain('inside')
    await act(async () => topPopup()?.dismiss())
    expect(statusText()).toContain('broken')
    act(() => void dismissNotes())
  })
})

test('a window whose code fails to load shows our own message', async () => {
  render(<NoteArea />)
  const gone = Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  await act(() => openWindow(gone, () => expect.unreachable('nothing came')))
  const shown = screen.getByRole('status').textContent
  expect(shown).toContain(windowNotOpenedText.ko)
  expect(shown).not.toContain('Failed to fetch')
})

test('a window cannot be moved so far that its title is unreachable', () => {
  const view = { width: 1000, height: 700 }
  const box = { left: 100, top: 50, width: 800 }
  expect(limitStep(box, { x: 24, y: -24 }, view)).toEqual({ x: 24, y: -24 })
  expect(limitStep(box, { x: -2000, y: -2000 }, view)).toEqual({ x: -820, y: -50 })
  expect(limitStep(box, { x: 2000, y: 2000 }, view)).toEqual({ x: 820, y: 616 })
})
