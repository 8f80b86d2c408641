/** Pause in milliseconds after which typing starts a new text. */
const PAUSE_MS = 1200

type KeyLike = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** Collects typed characters for type-ahead navigation. */
export class TypedPrefix {
  #text = ''
  #at = 0

  add({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyLike): string | undefined {
    if (key.length !== 1 || key === ' ' || key === '=' || ctrlKey || metaKey || altKey)
      return undefined
    this.#text = timeStamp - this.#at > PAUSE_MS ? key : this.#text + key
    this.#at = timeStamp
    return this.#text
  }
}
