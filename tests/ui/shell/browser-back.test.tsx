// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useEffect, type JSX } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { setLanguage } from '#ui/base/language.ts'
import { setMenu } from '#ui/remote/menu.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { openPopup, topPopup } from '#ui/windows/popup-stack.ts'
import { keepPageBelowWindow } from '#ui/workspace/keep-page-below-window.ts'
import { followAddress } from '#ui/workspace/navigation.ts'

HTMLElement.prototype.checkVisibility = () => true

const entry = (MENU_ID: string, MENU_PATH: string) => ({
  MENU_ID,
  MENU_PATH,
  MENU_NM: MENU_ID,
  MENU_NM_EN: MENU_ID,
  isFavorite: false,
  actions: ['search'],
})

function Shell(): JSX.Element {
  const [pathname] = useLocation()
  useEffect(() => followAddress(pathname, location.search), [pathname])
  useEffect(keepPageBelowWindow, [])
  return <PopupHost />
}

beforeEach(() => {
  setLanguage('en')
  setMenu({
    menuHierarchyList: [],
    menuMap: { ALC: entry('Alloc', '/out/Alloc'), SHP: entry('Shipping', '/out/Shipping') },
    popupMap: {},
    myMenuList: [],
  })
  render(<Shell />)
  act(() => navigate('/out/Alloc?mid=ALC'))
  act(() => navigate('/out/Shipping?mid=SHP'))
  expect(activeTab().screen?.route).toBe('Shipping')
})
afterEach(() => {
  while (topPopup()) act(() => topPopup()?.dismiss())
  cleanup()
})

test('the back button closes the active window and keeps the page below it', async () => {
  act(() => void openPopup(() => <input aria-label="Qty" />, { title: 'Ship' }))
  history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(activeTab().screen?.route).toBe('Shipping')
  expect(location.pathname).toBe('/out/Shipping')
  history.back()
  await waitFor(() => expect(activeTab().screen?.route).toBe('Alloc'))
})

test('the back button asks before it closes a window with unsaved input', async () => {
  act(() => void openPopup(() => <textarea aria-label="Note" />, { title: 'Ship' }))
  const box = screen.getByLabelText<HTMLTextAreaElement>('Note')
  box.focus()
  act(() => {
    box.dispatchEvent(new InputEvent('beforeinput', { bubbles: true }))
    box.value = '12'
  })
  history.back()
  await screen.findByRole('alertdialog')
  expect(screen.getByLabelText('Note')).toBe(box)
  expect(activeTab().screen?.route).toBe('Shipping')
})
