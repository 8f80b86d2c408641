/** A pause after which what is typed begins anew, in milliseconds. */
const PAUSE_MS = 1200

type KeyLike = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** Collects what is typed in a row of keys, for going to what it names. */
export class TypedJump {
  #text = ''
  #at = 0

  /** The text with a key added; undefined where the key is no character. */
  add({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyLike): string | undefined {
    if (key.length !== 1 || key === ' ' || key === '=' || ctrlKey || metaKey || altKey)
      return undefined
    this.#text = timeStamp - this.#at > PAUSE_MS ? key : this.#text + key
    this.#at = timeStamp
    return this.#text
  }
}
