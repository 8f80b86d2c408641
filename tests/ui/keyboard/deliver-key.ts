import { act, fireEvent } from '@testing-library/react'
import type { Part } from './key-orders.ts'

let nowMs = 10_000

interface PressedKey {
  readonly key: string
  readonly ctrlKey?: boolean
}

function getCode({ key }: PressedKey): string {
  return /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : key
}

function stampTime<T extends Event>(event: T): T {
  Object.defineProperty(event, 'timeStamp', { value: nowMs })
  return event
}

function keyDown(pressed: PressedKey, given: KeyboardEventInit): KeyboardEvent {
  const { key, ctrlKey = false } = pressed
  const init = { key, code: getCode(pressed), ctrlKey, bubbles: true, cancelable: true, ...given }
  return stampTime(new KeyboardEvent('keydown', init))
}

/** Performs the default action of a key that no listener prevented. */
function applyDefault(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.key !== 'Tab') return
  const stops = [...document.querySelectorAll<HTMLElement>('input, textarea, button')]
  const here = stops.findIndex((stop) => stop === document.activeElement)
  stops[(here + 1) % stops.length]?.focus()
}

function deliver(part: Part, pressed: PressedKey, text: string): void {
  const target = document.activeElement ?? document.body
  const dispatchKeyDown = (init: KeyboardEventInit): void => {
    const event = keyDown(pressed, init)
    target.dispatchEvent(event)
    if (init.keyCode !== 229) applyDefault(event)
  }
  switch (part) {
    case 'ime':
      return dispatchKeyDown({ key: 'Process', keyCode: 229, isComposing: true })
    case 'ime-named':
      return dispatchKeyDown({ keyCode: 229, isComposing: true })
    case 'key':
      return dispatchKeyDown({})
    case 'key-composing':
      return dispatchKeyDown({ isComposing: true })
    case 'key229':
      return dispatchKeyDown({ keyCode: 229 })
    case 'end': {
      const [before] = beforeComposition
      if (pressed.key === 'Escape') setText(before ?? '')
      const data = pressed.key === 'Escape' ? '' : text
      return void target.dispatchEvent(
        stampTime(new CompositionEvent('compositionend', { bubbles: true, data })),
      )
    }
    case 'up':
      return void target.dispatchEvent(
        stampTime(
          new KeyboardEvent('keyup', { key: pressed.key, code: getCode(pressed), bubbles: true }),
        ),
      )
  }
}

let beforeComposition: string[] = []

function setText(text: string): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  fireEvent.input(field, { target: { value: text } })
}

/** Composes a text in the focused field and leaves its last syllable open. */
export async function composeText(text: string): Promise<void> {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  nowMs += 5000
  beforeComposition = [field.value]
  const before = field.value
  await act(async () => {
    field.dispatchEvent(stampTime(new CompositionEvent('compositionstart', { bubbles: true })))
    setText(before + text)
  })
}

/** Delivers one press of a key in the given order, with the given distance between its parts. */
export async function deliverKey(
  pressed: PressedKey,
  { order, gapMs, text = '' }: { order: readonly Part[]; gapMs: number; text?: string },
): Promise<void> {
  for (const part of order) {
    // Tasks of the page run between two events of the browser.
    await act(async () => {
      deliver(part, pressed, text)
      await new Promise((resolve) => setTimeout(resolve))
    })
    nowMs += gapMs
  }
}

/** Presses a key long after the previous one. */
export async function pressLater(pressed: PressedKey): Promise<void> {
  nowMs += 1500
  await deliverKey(pressed, { order: ['key', 'up'], gapMs: 80 })
}
