import type { KeyboardEvent } from 'react'
import { Listeners } from '#ui/base/listeners.ts'
import type { Label } from '#kernel/label.ts'
import { keepKeysWhile } from '#ui/keys/loading-keys.ts'
import { placeOfKeyboard } from '#ui/tabs/focus.ts'
import { FIELD_MEANING, type MeaningQuestion } from '#ui/scanner/codes/field-meaning.ts'
import { SNAPSHOT, type SnapshotQuestion } from '#ui/base/restore-field.ts'

/** What a text is typed in. */
export type TypedIn = HTMLInputElement | HTMLTextAreaElement

export interface DraftOptions {
  /** The field the text is for. */
  readonly name: string
  /** What the field shows while it is not being typed in. */
  readonly shown: string
  /** What typing starts from. */
  readonly edited: string
  /** Drops what may not be typed; never called while an input method composes. */
  readonly keep?: (typed: string) => string
  /** Takes the text over, or says why not. */
  readonly take: (text: string) => Label | undefined | Promise<Label | undefined>
  readonly onEnter?: (() => void) | undefined
  /** Enter on a text that was refused. */
  readonly onRefused?: (() => void) | undefined
  /** Opens what helps to fill the field. */
  readonly help?: (() => void) | undefined
  /** The list or the calendar of the field is open: Escape closes it. */
  readonly isOpen?: boolean
}

/** What of a draft is drawn. */
export interface DraftPicture {
  /** The typed text; undefined while nothing has been typed since the last commit. */
  readonly text: string | undefined
  readonly focused: boolean
  readonly fault: Label | undefined
}

/**
 * The text of one input from the first key to its commit. It is held exactly as the browser has it:
 * rewriting it during a composition tears Hangul syllables apart. An Enter that ends a composition
 * counts once, whether the browser sends one key or two.
 */
export class InputDraft {
  options: DraftOptions = { name: '', shown: '', edited: '', take: () => undefined }
  #element: TypedIn | null = null
  #picture: DraftPicture = { text: undefined, focused: false, fault: undefined }
  #composing = false
  #restoring = false
  #enter: 'none' | 'waiting' | 'done' = 'none'
  readonly #listeners = new Listeners()

  readonly attach = (element: TypedIn | null): void => {
    this.#element?.removeEventListener(SNAPSHOT, this.#snapshot)
    this.#element?.removeEventListener(FIELD_MEANING, this.#tellMeaning)
    this.#element = element
    element?.addEventListener(SNAPSHOT, this.#snapshot)
    element?.addEventListener(FIELD_MEANING, this.#tellMeaning)
  }

  readonly #tellMeaning = (event: Event): void => {
    const question: MeaningQuestion | undefined = event instanceof CustomEvent && event.detail
    if (question) question.name = this.options.name
  }

  readonly #snapshot = (event: Event): void => {
    const before = this.#picture
    const question: SnapshotQuestion | undefined = event instanceof CustomEvent && event.detail
    if (question) question.restore = () => this.#restore(before)
  }

  /** As it was before a scan typed into it: that is no entry to be taken over. */
  #restore({ text, fault }: DraftPicture): void {
    const element = this.#element
    if (this.#composing && element?.ownerDocument.activeElement === element) {
      // The input method lets go of a composition only when the focus goes.
      this.#restoring = true
      element?.blur()
      element?.focus({ preventScroll: true })
      this.#restoring = false
    }
    this.#show({ text, fault })
  }

  readonly subscribe = this.#listeners.add

  readonly picture = (): DraftPicture => this.#picture

  get element(): HTMLElement | null {
    return this.#element
  }

  /** What is typed and not taken yet; undefined for nothing. */
  get text(): string | undefined {
    return this.#picture.text
  }

  /** Something is typed and not taken yet, or its list or calendar is open. */
  get isTyping(): boolean {
    // A text that is looked up after its field was left says nothing of where the user is now.
    // During a search the keyboard is held for the rows, but the focus may have come back here.
    const places = [placeOfKeyboard(), document.activeElement]
    const isHere = this.#element !== null && places.includes(this.#element)
    return (isHere && this.text !== undefined) || this.options.isOpen === true
  }

  /** Opens what helps to fill the field; false when nothing does. */
  help(): boolean {
    this.options.help?.()
    return this.options.help !== undefined
  }

  get composing(): boolean {
    return this.#composing
  }

  /** Takes over what is typed. False when it is refused; the text then stays. */
  async commit(): Promise<boolean> {
    const offered = this.#picture.text
    if (offered === undefined) return this.#picture.fault === undefined
    const fault = await this.options.take(offered)
    // Typed further while the answer was on its way: that text is not the one that was taken.
    const typedOn = this.#picture.text !== offered
    this.#show({ fault, ...(fault || typedOn ? {} : { text: undefined }) })
    return fault === undefined
  }

  /** Forgets what is typed. */
  reset(): void {
    this.#show({ text: undefined, fault: undefined })
  }

  typed(text: string): void {
    this.#show({ text: this.#composing ? text : this.#kept(text) })
  }

  entered(): void {
    if (this.#restoring) return
    this.#show({ focused: true })
    const { text } = this.#picture
    // After React has put the plain digits in place of the shown text. A field that is selected
    // takes the keyboard, and by then another part of the page may have been given it, or somebody
    // may have typed into this one.
    queueMicrotask(() => {
      const field = this.#element
      if (!field || field !== field.ownerDocument.activeElement) return
      if (this.#picture.text === text) field.select()
    })
  }

  left(): void {
    this.#composing = false
    // Its key goes up elsewhere: the next Enter in here is another one.
    this.#enter = 'none'
    if (this.#restoring) return
    this.#show({ focused: false })
    void this.commit()
  }

  compositionStarted(): void {
    this.#composing = true
  }

  compositionEnded(): void {
    this.#composing = false
    const { text } = this.#picture
    if (text !== undefined) this.#show({ text: this.#kept(text) })
    if (this.#enter !== 'waiting') return
    this.#enter = 'done'
    queueMicrotask(() => void this.#commitAndEnter())
  }

  keyDown(event: KeyboardEvent<TypedIn>): void {
    if (event.defaultPrevented) return
    if (isEnter(event)) this.#enterKey(event)
    if (event.key === 'Escape' && this.#picture.text !== undefined && !this.#composing) {
      event.stopPropagation()
      event.preventDefault()
      this.reset()
    }
  }

  keyUp(event: KeyboardEvent<TypedIn>): void {
    if (isEnter(event)) this.#enter = 'none'
  }

  focus(): void {
    this.#element?.focus()
  }

  #enterKey(event: KeyboardEvent<TypedIn>): void {
    if (this.#composing || event.nativeEvent.isComposing) {
      this.#enter = 'waiting'
      return
    }
    event.preventDefault()
    if (this.#enter !== 'done') void this.#commitAndEnter()
  }

  async #commitAndEnter(): Promise<void> {
    if (await keepKeysWhile(this.commit())) this.options.onEnter?.()
    else this.options.onRefused?.()
  }

  #kept(text: string): string {
    return this.options.keep?.(text) ?? text
  }

  #show(change: Partial<DraftPicture>): void {
    this.#picture = { ...this.#picture, ...change }
    this.#listeners.call()
  }
}

/** An input method that takes Enter for itself names the key `Process` and leaves its place. */
function isEnter({ key, code }: KeyboardEvent<TypedIn>): boolean {
  return key === 'Enter' || (key === 'Process' && code === 'Enter')
}
