import type { KeyboardEvent } from 'react'
import { Listeners } from '#ui/base/listeners.ts'
import type { Label } from '#kernel/label.ts'
import { bufferKeysWhile } from '#ui/keys/loading-keys.ts'
import { keyboardTarget } from '#ui/tabs/focus.ts'
import { FIELD_MEANING, type MeaningRequest } from '#ui/scanner/codes/field-meaning.ts'
import { SNAPSHOT, type SnapshotRequest } from '#ui/base/restore-field.ts'

export type TextInput = HTMLInputElement | HTMLTextAreaElement

export interface DraftOptions {
  readonly name: string
  readonly shown: string
  readonly edited: string
  /** Removes invalid characters. Never called during IME composition. */
  readonly sanitize?: (typed: string) => string
  readonly commit: (text: string) => Label | undefined | Promise<Label | undefined>
  readonly onEnter?: (() => void) | undefined
  readonly onRefused?: (() => void) | undefined
  readonly help?: (() => void) | undefined
  readonly isOpen?: boolean
}

export interface DraftState {
  /** Typed text, or undefined if nothing was typed since the last commit. */
  readonly text: string | undefined
  readonly focused: boolean
  readonly error: Label | undefined
}

/**
 * Text of one input from the first keystroke to the commit. Stored exactly as the browser has it:
 * rewriting it during composition breaks Hangul syllables apart.
 */
export class InputDraft {
  options: DraftOptions = { name: '', shown: '', edited: '', commit: () => undefined }
  #element: TextInput | null = null
  #state: DraftState = { text: undefined, focused: false, error: undefined }
  #composing = false
  #restoring = false
  readonly #listeners = new Listeners()

  readonly attach = (element: TextInput | null): void => {
    this.#element?.removeEventListener(SNAPSHOT, this.#snapshot)
    this.#element?.removeEventListener(FIELD_MEANING, this.#respondWithMeaning)
    this.#element = element
    element?.addEventListener(SNAPSHOT, this.#snapshot)
    element?.addEventListener(FIELD_MEANING, this.#respondWithMeaning)
  }

  readonly #respondWithMeaning = (event: Event): void => {
    const question: MeaningRequest | undefined = event instanceof CustomEvent && event.detail
    if (question) question.name = this.options.name
  }

  readonly #snapshot = (event: Event): void => {
    const before = this.#state
    const question: SnapshotRequest | undefined = event instanceof CustomEvent && event.detail
    if (question) question.restore = () => this.#restore(before)
  }

  /**
   * Restores the state before a scan typed into the field. The scanned text must not be committed.
   */
  #restore({ text, error }: DraftState): void {
    const element = this.#element
    if (this.#composing && element?.ownerDocument.activeElement === element) {
      // The input method ends a composition only on blur.
      this.#restoring = true
      element?.blur()
      element?.focus({ preventScroll: true })
      this.#restoring = false
    }
    this.#update({ text, error })
  }

  readonly subscribe = this.#listeners.add

  readonly state = (): DraftState => this.#state

  get element(): HTMLElement | null {
    return this.#element
  }

  get text(): string | undefined {
    return this.#state.text
  }

  get isTyping(): boolean {
    // A text that is looked up after its field lost the focus does not count as typing. During a
    // search keys go to the rows, although the focus may have returned to this field.
    const places = [keyboardTarget(), document.activeElement]
    const isHere = this.#element !== null && places.includes(this.#element)
    return (isHere && this.text !== undefined) || this.options.isOpen === true
  }

  help(): boolean {
    this.options.help?.()
    return this.options.help !== undefined
  }

  get composing(): boolean {
    return this.#composing
  }

  /** Commits the typed text. Returns false if it is rejected, and the text is then preserved. */
  async commit(): Promise<boolean> {
    const offered = this.#state.text
    if (offered === undefined) return this.#state.error === undefined
    const error = await this.options.commit(offered)
    // Text typed while the commit was pending is not yet committed.
    const hasChanged = this.#state.text !== offered
    this.#update({ error, ...(error || hasChanged ? {} : { text: undefined }) })
    return error === undefined
  }

  reset(): void {
    this.#update({ text: undefined, error: undefined })
  }

  handleInput(text: string): void {
    this.#update({ text: this.#composing ? text : this.#sanitize(text) })
  }

  /** Shows pasted text unchanged. If it is invalid, it is rejected when committed. */
  handlePaste(text: string): void {
    this.#update({ text })
  }

  handleFocus(): void {
    if (this.#restoring) return
    this.#update({ focused: true })
    const { text } = this.#state
    // Runs after React has replaced the formatted text with the plain one. Selecting a field
    // focuses it. By now the focus may have moved elsewhere, or the user may have typed into this
    // field.
    queueMicrotask(() => {
      const field = this.#element
      if (!field || field !== field.ownerDocument.activeElement) return
      if (this.#state.text === text) field.select()
    })
  }

  handleBlur(): void {
    this.#composing = false
    if (this.#restoring) return
    this.#update({ focused: false })
    void this.commit()
  }

  compositionStarted(): void {
    this.#composing = true
  }

  compositionEnded(): void {
    this.#composing = false
    const { text } = this.#state
    if (text !== undefined) this.#update({ text: this.#sanitize(text) })
  }

  keyDown(event: KeyboardEvent<TextInput>): void {
    if (event.defaultPrevented || this.#composing || event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void this.#commitAndEnter()
    }
    if (event.key === 'Escape' && this.#state.text !== undefined) {
      event.stopPropagation()
      event.preventDefault()
      this.reset()
    }
  }

  focus(): void {
    this.#element?.focus()
  }

  async #commitAndEnter(): Promise<void> {
    if (await bufferKeysWhile(this.commit())) this.options.onEnter?.()
    else this.options.onRefused?.()
  }

  #sanitize(text: string): string {
    return this.options.sanitize?.(text) ?? text
  }

  #update(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change }
    this.#listeners.call()
  }
}
