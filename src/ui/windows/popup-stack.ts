import { createElement, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { Listeners } from '#ui/base/listeners.ts'
import { flushSync } from 'react-dom'
import { focusPage, placeOfKeyboard } from '#ui/tabs/focus.ts'

/** What the content of a popup is given. */
export interface PopupProps<T> {
  /** Closes the popup; without an answer it counts as given up. */
  readonly close: (answer?: T) => void
}

/** What a popup is given that may fail. */
export interface FailingPopupProps<T> extends PopupProps<T> {
  /** Closes the popup with a failure for whoever opened it. */
  readonly reject: (reason: Error) => void
}

export interface PopupOptions {
  /** Pixels; 800 × 600 where nothing is said (spec §9). */
  readonly width?: number
  readonly height?: number
  readonly title: string
  /** May fill the window. */
  readonly fullScreen?: boolean
  /** Asked before it is given up, by Escape or its title bar: unsaved work may want to stay. */
  readonly mayDismiss?: () => Promise<boolean>
}

/** One open popup or message, the last of the stack in front. */
export interface OpenPopup {
  readonly id: number
  readonly kind: 'popup' | 'message'
  readonly title: string
  readonly width: number
  /** Absent lets the content decide. */
  readonly height: number | undefined
  readonly fullScreen: boolean
  readonly content: ReactNode
  /** Gives up: Escape and the close button. */
  readonly dismiss: () => void
}

/** How long an answered message takes to go out of sight (spec §9); its answer does not wait. */
const MESSAGE_LEAVES_MS = 330

let stack: readonly OpenPopup[] = []
let leaving: readonly OpenPopup[] = []
let nextId = 1
const listeners = new Listeners()

function change(next: readonly OpenPopup[]): void {
  stack = next
  flushSync(() => listeners.call())
}

function fade(popup: OpenPopup): void {
  leaving = [...leaving, popup]
  setTimeout(() => {
    leaving = leaving.filter(({ id }) => id !== popup.id)
    listeners.call()
  }, MESSAGE_LEAVES_MS)
}

export function usePopups(): readonly OpenPopup[] {
  return useSyncExternalStore(listeners.add, () => stack)
}

/** Messages that were answered and are still to be seen; nothing can be done with them. */
export function useLeaving(): readonly OpenPopup[] {
  return useSyncExternalStore(listeners.add, () => leaving)
}

/** The popup in front, outside React. */
export function topPopup(): OpenPopup | undefined {
  return stack.at(-1)
}

/**
 * Opens a window over the page, 800 × 600 unless said otherwise, and returns what it closes with;
 * undefined when it was given up.
 *
 * @throws the reason its content rejects with.
 */
export function openPopup<T>(
  Content: ComponentType<FailingPopupProps<T>>,
  options: PopupOptions,
  kind: OpenPopup['kind'] = 'popup',
): Promise<T | undefined> {
  const returnTo = placeOfKeyboard()
  return new Promise((resolve, fail) => {
    const id = nextId++
    const leave = (): boolean => {
      if (!stack.some((popup) => popup.id === id)) return false
      if (kind === 'message') fade(entry)
      change(stack.filter((popup) => popup.id !== id))
      giveFocusBack(returnTo)
      return true
    }
    const close = (answer?: T): void => {
      if (leave()) resolve(answer)
    }
    const dismiss = (): void => {
      if (!options.mayDismiss) return close()
      void options.mayDismiss().then((may) => may && close())
    }
    const reject = (reason: Error): void => {
      if (leave()) fail(reason)
    }
    const entry: OpenPopup = {
      id,
      kind,
      title: options.title,
      width: options.width ?? 800,
      height: kind === 'message' ? undefined : (options.height ?? 600),
      fullScreen: options.fullScreen ?? false,
      content: createElement(Content, { close, reject }),
      dismiss,
    }
    change([...stack, entry])
  })
}

/** Back to where the user was; to the page when that element is gone. */
function giveFocusBack(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected && element !== document.body) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
  focusPage()
}
