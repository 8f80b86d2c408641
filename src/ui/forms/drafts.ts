import { createContext } from 'react'
import type { InputDraft } from './input-draft.ts'

/**
 * The inputs of one form, so that a key pressed in the middle of typing (search, save) takes what
 * is typed without moving the focus.
 */
export class Drafts {
  readonly #drafts = new Set<InputDraft>()

  add(draft: InputDraft): () => void {
    this.#drafts.add(draft)
    return () => this.#drafts.delete(draft)
  }

  /** Takes over every typed text. False, with the focus on the first refused field, otherwise. */
  async commit(): Promise<boolean> {
    let first: InputDraft | undefined
    for (const draft of this.#drafts) {
      if (!(await draft.commit())) first ??= draft
    }
    first?.focus()
    return first === undefined
  }

  get isTyping(): boolean {
    return [...this.#drafts].some((draft) => draft.isTyping)
  }

  /** What is typed and not taken yet, by the name of its field. */
  texts(): Record<string, string> {
    const typed = [...this.#drafts].flatMap((draft) => {
      const { text, options } = draft
      return text === undefined ? [] : [[options.name, text] as const]
    })
    return Object.fromEntries(typed)
  }

  /** Types texts of before into their fields, but over nothing that is being typed there now. */
  typeAgain(texts: Readonly<Record<string, string>>): void {
    for (const draft of this.#drafts) {
      const text = texts[draft.options.name]
      if (text !== undefined && draft.text === undefined) draft.typed(text)
    }
  }

  /** Opens the help of the field that holds the focus; false when there is none. */
  help(): boolean {
    const focused = [...this.#drafts].find((draft) => draft.element === document.activeElement)
    return focused?.help() ?? false
  }
}

/** The form an editor stands in; without one it commits on Enter and blur alone. */
export const DraftsContext = createContext<Drafts | undefined>(undefined)
