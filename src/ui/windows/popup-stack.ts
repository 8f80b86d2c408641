import { createElement, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import type { Label } from '#kernel/label.ts'
import { Listeners } from '#ui/base/listeners.ts'
import { flushSync } from 'react-dom'
import { focusPage, keyboardTarget } from '#ui/tabs/focus.ts'

export interface PopupProps<T> {
  /** Closes the popup. Without a result it counts as cancelled. */
  readonly close: (answer?: T) => void
}

export interface FailingPopupProps<T> extends PopupProps<T> {
  /** Closes the popup with an error for the caller. */
  readonly reject: (reason: Error) => void
}

export interface PopupOptions {
  /** Width in pixels. The default is 800 × 600 (spec §9). */
  readonly width?: number
  readonly height?: number
  readonly title: string
  readonly fullScreen?: boolean
  /**
   * Called before the popup is closed by Escape or its title bar. Returns false to keep it open.
   */
  readonly mayDismiss?: () => Promise<boolean>
}

export interface OpenPopup {
  readonly id: number
  readonly kind: 'popup' | 'message'
  readonly title: string
  readonly width: number
  /** Undefined adapts the height to the content. */
  readonly height: number | undefined
  readonly fullScreen: boolean
  readonly content: ReactNode
  readonly dismiss: () => void
}

/**
 * Duration of a message's closing animation in milliseconds (spec §9). Its result is returned
 * earlier.
 */
const MESSAGE_FADE_MS = 330

/** Key of a popup that the legend shows. */
export interface PopupKey {
  /** Key strings as in keymaps. */
  readonly keys: string
  readonly title: Label
}

let stack: readonly OpenPopup[] = []
let popupKeys: readonly { readonly id: number; readonly keys: readonly PopupKey[] }[] = []
let closingPopups: readonly OpenPopup[] = []
let nextId = 1
const listeners = new Listeners()

function setStack(next: readonly OpenPopup[]): void {
  stack = next
  flushSync(() => listeners.call())
}

function fadeOut(popup: OpenPopup): void {
  closingPopups = [...closingPopups, popup]
  setTimeout(() => {
    closingPopups = closingPopups.filter(({ id }) => id !== popup.id)
    listeners.call()
  }, MESSAGE_FADE_MS)
}

export function usePopups(): readonly OpenPopup[] {
  return useSyncExternalStore(listeners.add, () => stack)
}

export function useClosingPopups(): readonly OpenPopup[] {
  return useSyncExternalStore(listeners.add, () => closingPopups)
}

export function topPopup(): OpenPopup | undefined {
  return stack.at(-1)
}

/** Resolves when the message on top has closed. Undefined if there is none. */
export function messageClosed(): Promise<void> | undefined {
  const { id, kind } = topPopup() ?? {}
  if (kind !== 'message') return undefined
  return new Promise((resolve) => {
    const stop = listeners.add(() => {
      if (stack.some((popup) => popup.id === id)) return
      stop()
      resolve()
    })
  })
}

function setPopupKeys(next: typeof popupKeys): void {
  popupKeys = next
  // A new array makes the legend redraw.
  stack = [...stack]
  listeners.call()
}

/** Shows keys of the top popup in the legend. Returns a function that removes them. */
export function showPopupKeys(keys: readonly PopupKey[]): () => void {
  const shown = { id: topPopup()?.id ?? 0, keys }
  setPopupKeys([...popupKeys, shown])
  return () => setPopupKeys(popupKeys.filter((popupKey) => popupKey !== shown))
}

export function topPopupKeys(): readonly PopupKey[] {
  return popupKeys.flatMap(({ id, keys }) => (id === topPopup()?.id ? keys : []))
}

/**
 * Opens a popup over the page, by default 800 × 600. Returns its result, or undefined if cancelled.
 *
 * @throws the reason its content rejects with.
 */
export function openPopup<T>(
  Content: ComponentType<FailingPopupProps<T>>,
  options: PopupOptions,
  kind: OpenPopup['kind'] = 'popup',
): Promise<T | undefined> {
  const returnTo = keyboardTarget()
  return new Promise((resolve, fail) => {
    const id = nextId++
    const leave = (): boolean => {
      if (!stack.some((popup) => popup.id === id)) return false
      if (kind === 'message') fadeOut(entry)
      setStack(stack.filter((popup) => popup.id !== id))
      restoreFocus(returnTo)
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
    setStack([...stack, entry])
  })
}

/** Restores the previous focus, or focuses the page if the element is gone. */
function restoreFocus(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected && element !== document.body) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
  focusPage()
}
