const synthesizedEvents = new WeakSet<object>()

/** Creates a key press of the page itself, which is never mistaken for an echo of the keyboard. */
export function synthesizeKey(init: KeyboardEventInit): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
  synthesizedEvents.add(event)
  return event
}

export function isSynthesized(event: object): boolean {
  return synthesizedEvents.has(event)
}
