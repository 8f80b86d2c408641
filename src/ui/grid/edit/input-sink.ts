import { SNAPSHOT, type SnapshotRequest } from '#ui/base/restore-field.ts'

/**
 * Callbacks of the sink into the grid. A "step" is the cursor movement a key requests after a
 * commit.
 */
export interface SinkHost {
  /** Called when text arrives or F2 is pressed. Returns the initial text, or null if read-only. */
  beginEdit(how: 'typing' | 'editing'): string | null
  /** Commits the text to the cell where the edit started. Returns the error if it is rejected. */
  commit(text: string): string | null
  /** Commits like `commit`, but for leaving the cell: rejected text remains marked in it. */
  commitOrHold(text: string): void
  endEdit(): void
  step(key: StepKey, isShifted: boolean): void
  key(event: KeyboardEvent): boolean
  /** Handles a key during an edit, before the sink does. True if it was used. */
  editKey(event: KeyboardEvent): boolean
  /** Reports text that was typed into a read-only cell and confirmed, for example by a scanner. */
  onRejected(text: string): void
  /** Called when text turns out to be a scan, which does not go into the cell. */
  onScan(): void
  onTextChange(text: string): void
  showError(message: string | null): void
  onFocusChange(isFocused: boolean): void
  readonly clipboard: Readonly<Record<'copy' | 'cut' | 'paste', (event: ClipboardEvent) => void>>
}

export type StepKey = 'Enter' | 'Tab' | 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/** Longest gap between the keys of a slow scanner. */
const REFUSAL_MS = 1000

export type SinkMode = 'idle' | 'typing' | 'editing'

/**
 * Transparent text area over the current cell that has the focus while the grid has it. It always
 * accepts text, because opening an editor on the first key would be too late for a Hangul
 * composition. A scanner burst arrives complete, regardless of painting. Its value is read once per
 * commit.
 */
export class InputSink {
  readonly element: HTMLTextAreaElement
  readonly #host: SinkHost
  #mode: SinkMode = 'idle'
  #isComposing = false
  #isCancelled = false
  /** Text typed into a read-only cell, with the time of its last key. */
  #rejectedInput = { text: '', atMs: 0 }
  #isRefocusing = false
  #isRestoring = false

  constructor(host: SinkHost) {
    this.#host = host
    this.element = makeTextArea()
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ) => this.element.addEventListener(type, listener)
    listen('keydown', (event) => this.#keydown(event))
    listen('input', () => this.#input())
    listen('compositionstart', () => this.#compositionStart())
    listen('compositionend', () => this.#compositionEnd())
    listen('focus', () => this.#focus())
    listen('blur', () => this.#blur())
    listen('copy', (event) => this.#clipboard(event, 'copy'))
    listen('cut', (event) => this.#clipboard(event, 'cut'))
    listen('paste', (event) => this.#clipboard(event, 'paste'))
    this.element.addEventListener(SNAPSHOT, (event) => {
      const [mode, text] = [this.#mode, this.element.value]
      const question: SnapshotRequest | undefined = event instanceof CustomEvent && event.detail
      if (question) question.restore = () => this.#restore(mode, text)
    })
  }

  get mode(): SinkMode {
    return this.#mode
  }

  get text(): string {
    return this.element.value
  }

  get focused(): boolean {
    return this.element.ownerDocument.activeElement === this.element
  }

  focus(): void {
    this.element.focus({ preventScroll: true })
  }

  edit(text?: string): boolean {
    if (this.#mode !== 'idle') return true
    const begun = this.#host.beginEdit('editing')
    if (begun === null) return false
    this.#open('editing')
    this.setText(text ?? begun)
    return true
  }

  /** Commits the edit. False if it is rejected and remains open. */
  commit(): boolean {
    if (this.#mode === 'idle') return true
    const message = this.#host.commit(this.element.value)
    this.#host.showError(message)
    if (message !== null) return false
    this.#close()
    return true
  }

  cancel(): void {
    if (this.#mode !== 'idle') this.#close()
  }

  /** Ends an edit because the user leaves the cell. A composition is ended by blurring. */
  leave(): void {
    if (this.#isComposing && this.focused) {
      this.#isRefocusing = true
      this.element.blur()
      this.element.focus({ preventScroll: true })
      this.#isRefocusing = false
    } else {
      this.#hold()
    }
  }

  /**
   * Restores the state before a scan typed into the sink. The scanned text must not reach the cell.
   */
  #restore(mode: SinkMode, text: string): void {
    if (this.#isComposing && this.focused) {
      // The input method ends a composition only on blur.
      this.#isRefocusing = true
      this.#isRestoring = true
      this.element.blur()
      this.element.focus({ preventScroll: true })
      this.#isRestoring = false
      this.#isRefocusing = false
    }
    this.#rejectedInput = { text: '', atMs: 0 }
    if (mode !== 'idle') this.setText(text)
    else if (this.#mode !== 'idle') this.#close()
    else {
      this.element.value = ''
      this.#host.onScan()
    }
  }

  #open(mode: SinkMode): void {
    this.#mode = mode
    this.element.classList.add('is-open')
  }

  #close(): void {
    this.#mode = 'idle'
    this.element.classList.remove('is-open')
    this.element.value = ''
    this.#host.showError(null)
    this.#host.endEdit()
  }

  #hold(): void {
    if (this.#mode === 'idle') {
      this.element.value = ''
      return
    }
    this.#host.commitOrHold(this.element.value)
    this.#close()
  }

  setText(text: string): void {
    this.element.value = text
    this.element.setSelectionRange(text.length, text.length)
    this.#host.onTextChange(text)
  }

  #begin(): boolean {
    if (this.#mode !== 'idle') return true
    if (this.#host.beginEdit('typing') === null) return false
    this.#open('typing')
    return true
  }

  #input(): void {
    if (!this.focused || (this.#mode === 'idle' && this.element.value === '')) return
    if (!this.#begin()) {
      // Leave a running composition alone; its end clears the text.
      if (!this.#isComposing) this.#refuse()
      return
    }
    this.#host.showError(null)
    this.#host.onTextChange(this.element.value)
  }

  #refuse(): void {
    const before =
      performance.now() - this.#rejectedInput.atMs <= REFUSAL_MS ? this.#rejectedInput.text : ''
    this.#rejectedInput = { text: before + this.element.value, atMs: performance.now() }
    this.element.value = ''
  }

  /** Whether a key confirms text that was refused. The row must not change then. */
  #confirmsRefused({ key }: KeyboardEvent): boolean {
    const { text, atMs } = this.#rejectedInput
    this.#rejectedInput = { text: '', atMs: 0 }
    const isEnd = key === 'Enter' || key === 'Tab'
    if (!isEnd || text === '' || performance.now() - atMs > REFUSAL_MS) return false
    this.#host.onRejected(text)
    return true
  }

  #compositionStart(): void {
    this.#isComposing = true
    this.#isCancelled = false
    this.#begin()
  }

  #compositionEnd(): void {
    this.#isComposing = false
    // The value is complete only after this event.
    queueMicrotask(() => {
      if (this.#mode === 'idle') {
        this.#refuse()
      } else if (this.#mode === 'typing' && this.#isCancelled && this.element.value === '') {
        // The edit started with the cancelled syllable and is now empty. The next key must not
        // clear the cell.
        this.cancel()
      }
    })
  }

  #keydown(event: KeyboardEvent): void {
    if (event.defaultPrevented) return
    if (event.isComposing || this.#isComposing) {
      if (event.code === 'Escape') this.#isCancelled = true
      return
    }
    // `Process` is a key consumed by the input method.
    if (event.key === 'Process') return
    if (this.#mode === 'idle' && event.key.length > 1 && this.#confirmsRefused(event)) {
      event.preventDefault()
      return
    }
    const isUsed = this.#mode === 'idle' ? this.#host.key(event) : this.#editingKey(event)
    if (isUsed) event.preventDefault()
  }

  #editingKey(event: KeyboardEvent): boolean {
    if (this.#host.editKey(event)) return true
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'Escape') {
      this.cancel()
      return true
    }
    if (event.key === 'F2') {
      this.#mode = 'editing'
      return true
    }
    const key = stepKey(event.key)
    if (key === null || (this.#mode === 'editing' && key.startsWith('Arrow'))) return false
    this.#commitAndStep({ key, shift: event.shiftKey })
    return true
  }

  #commitAndStep(step: { key: StepKey; shift: boolean }): void {
    if (this.commit()) this.#host.step(step.key, step.shift)
  }

  #clipboard(event: ClipboardEvent, action: 'copy' | 'cut' | 'paste'): void {
    if (event.defaultPrevented || this.#mode !== 'idle') return
    event.preventDefault()
    event.stopPropagation()
    this.#host.clipboard[action](event)
  }

  #focus(): void {
    if (!this.#isRefocusing) this.#host.onFocusChange(true)
  }

  /** Switching to another window does not end the edit. */
  #blur(): void {
    if (this.focused) return
    this.#isComposing = false
    if (this.#isRestoring) return
    this.#hold()
    if (!this.#isRefocusing) this.#host.onFocusChange(false)
  }
}

function stepKey(name: string): StepKey | null {
  switch (name) {
    case 'Enter':
    case 'NumpadEnter':
      return 'Enter'
    case 'Tab':
    case 'ArrowUp':
    case 'ArrowDown':
    case 'ArrowLeft':
    case 'ArrowRight':
      return name
    default:
      return null
  }
}

function makeTextArea(): HTMLTextAreaElement {
  const element = document.createElement('textarea')
  element.className = 'grid-sink'
  element.rows = 1
  element.spellcheck = false
  element.autocomplete = 'off'
  element.setAttribute('autocapitalize', 'off')
  element.setAttribute('autocorrect', 'off')
  return element
}
