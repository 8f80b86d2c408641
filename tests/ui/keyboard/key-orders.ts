/**
 * Orders in which browsers and input methods deliver one press of a key that ends a composition.
 * `ime` is the key the input method receives, `end` the end of the composition, `key` the key that
 * is passed on, and `up` its release.
 */
export type Part = 'ime' | 'ime-named' | 'end' | 'key' | 'key-composing' | 'key229' | 'up'

const keyOrders: Readonly<Record<string, readonly Part[]>> = {
  'Chrome on Windows': ['ime', 'end', 'key', 'up'],
  'Chrome on Windows, nothing passed on': ['ime', 'end', 'up'],
  'Chrome on Windows, released early': ['ime', 'end', 'up', 'key', 'up'],
  'Chrome on macOS': ['ime-named', 'end', 'key', 'up'],
  'Chrome on macOS, nothing passed on': ['ime-named', 'end', 'up'],
  Safari: ['end', 'key229', 'up'],
  'Safari, released before a second delivery': ['end', 'key229', 'up', 'key', 'up'],
  Firefox: ['ime', 'end', 'up'],
  'Firefox, named': ['ime-named', 'end', 'up'],
  'ibus, synchronous': ['end', 'key', 'up'],
  'ibus, asynchronous': ['ime', 'up', 'end', 'key', 'up'],
  'ibus, asynchronous, one release': ['ime', 'up', 'end', 'key'],
  'ibus, the key before the end': ['ime', 'key-composing', 'end', 'up'],
  'ibus, the key before the end and after it': ['ime', 'key-composing', 'end', 'key', 'up'],
  kime: ['ime', 'end', 'key', 'up'],
  'kime, unconsumed': ['end', 'key', 'up'],
}

const gapsMs = [0, 40, 150]

/** Every order of the events, with every distance between them. */
export const deliveries = Object.entries(keyOrders).flatMap(([name, order]) =>
  gapsMs.map((gapMs) => ({ name: `${name}, ${gapMs} ms`, order, gapMs })),
)
