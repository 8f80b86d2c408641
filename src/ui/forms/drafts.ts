import { createContext } from 'react'
import type { InputDraft } from './input-draft.ts'

/**
 * The inputs of one form. Lets a key pressed while typing (search, save) commit the typed text
 * without moving the focus.
 */
export class Drafts {
  readonly #drafts = new Set<InputDraft>()

  add(draft: InputDraft): () => void {
    this.#drafts.add(draft)
    return () => this.#drafts.delete(draft)
  }

  /**
   * Commits all typed texts. If one is rejected, focuses the first such field and returns false.
   */
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

  texts(): Record<string, string> {
    const typed = [...this.#drafts].flatMap((draft) => {
      const { text, options } = draft
      return text === undefined ? [] : [[options.name, text] as const]
    })
    return Object.fromEntries(typed)
  }

  /** Restores earlier texts to their fields, except those being edited. */
  typeAgain(texts: Readonly<Record<string, string>>): void {
    for (const draft of this.#drafts) {
      const text = texts[draft.options.name]
      if (text !== undefined && draft.text === undefined) draft.handleInput(text)
    }
  }

  help(): boolean {
    const focused = [...this.#drafts].find((draft) => draft.element === document.activeElement)
    return focused?.help() ?? false
  }
}

/** The form around an editor. Without one, the editor commits only on Enter and blur. */
export const DraftsContext = createContext<Drafts | undefined>(undefined)
