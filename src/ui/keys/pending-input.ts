import { isImeKey, keystroke } from './keystroke.ts'
import type { BufferedKey, BufferedText } from './type-ahead.ts'
import { t } from '#ui/base/language.ts'
import { label } from '#kernel/label.ts'

export interface PendingInputHost {
  text(text: BufferedText): void
  escape(event: KeyboardEvent): void
}

/** A composition that pauses longer is considered finished. */
const PAUSE_MS = 500

/**
 * A hidden text field that has the focus while a page opens. Input methods compose only into text
 * fields, and the final focus is unknown until the rows have loaded.
 */
export class PendingInput {
  readonly element = document.createElement('textarea')
  readonly #host: PendingInputHost
  #composing = false
  #touchedMs = Number.NEGATIVE_INFINITY
  #keys: BufferedKey[] = []
  #sinceMs: number | undefined

  constructor(host: PendingInputHost) {
    this.#host = host
    this.element.className = 'waiting-sink'
    this.element.tabIndex = -1
    this.element.autocomplete = 'off'
    this.element.spellcheck = false
    this.element.ariaLabel = t(
      label(
        '화면을 여는 중입니다. 입력은 열린 화면에 적용됩니다.',
        'The screen is opening. Your input is applied to it.',
      ),
    )
    this.element.addEventListener('keydown', (event) => this.#keydown(event))
    this.element.addEventListener('input', (event) => this.#input(event))
    this.element.addEventListener('compositionstart', () => {
      this.#composing = true
      this.#touchedMs = performance.now()
    })
    this.element.addEventListener('compositionend', () => {
      this.#composing = false
      // The value is complete only after `compositionend` has been handled.
      queueMicrotask(() => this.#drain())
    })
  }

  get composing(): boolean {
    return this.#composing && performance.now() - this.#touchedMs < PAUSE_MS
  }

  get focused(): boolean {
    return document.activeElement === this.element
  }

  open(parent: Element): void {
    if (this.element.parentElement !== parent) {
      this.finish()
      parent.append(this.element)
    }
    this.element.focus({ preventScroll: true })
  }

  finish(): void {
    // Input methods only end a composition when the field loses focus.
    if (this.#composing && this.focused) this.element.blur()
    this.#composing = false
    this.#drain()
  }

  #keydown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.isComposing) return this.#host.escape(event)
    const stroke = keystroke(event)
    if (!stroke || (!event.isComposing && !isImeKey(event))) return
    this.#touchedMs = performance.now()
    this.#sinceMs ??= event.timeStamp
    const { key, code, ctrlKey, altKey, shiftKey, metaKey } = event
    const init = { code, ctrlKey, altKey, shiftKey, metaKey }
    if (stroke.text === undefined) return
    this.#keys.push({ stroke, init: { ...init, key: isImeKey(event) ? stroke.text : key } })
  }

  #input(event: Event): void {
    this.#touchedMs = performance.now()
    this.#sinceMs ??= event.timeStamp
    if (!this.#composing) this.#drain()
  }

  #drain(): void {
    const text = this.element.value
    if (this.#composing || text === '') return
    const input = { text, keys: this.#keys, timeStamp: this.#sinceMs ?? performance.now() }
    this.element.value = ''
    this.#keys = []
    this.#sinceMs = undefined
    this.#host.text(input)
  }
}
