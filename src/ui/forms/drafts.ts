import { createContext } from 'react'

/** One input of a form: what it can be asked for from outside, by its element. */
export interface Draft {
  readonly element: () => HTMLElement | null
  /** Takes over what is typed. False when it is refused; the text then stays where it is. */
  readonly commit: () => boolean | Promise<boolean>
  /** Opens what helps to fill the field (value help, list, calendar); false when nothing does. */
  readonly help: () => boolean
  /** Something is typed and not taken yet, or its list or calendar is open. */
  readonly isTyping: () => boolean
  /** What is typed and not taken yet; undefined for nothing. */
  readonly text: () => string | undefined
  readonly typed: (text: string) => void
  /** The field it stands for, by name. */
  readonly name: () => string
}

/**
 * The inputs of one form, so that a key pressed in the middle of typing (search, save) takes what
 * is typed without moving the focus.
 */
export class Drafts {
  readonly #drafts = new Set<Draft>()

  add(draft: Draft): () => void {
    this.#drafts.add(draft)
    return () => this.#drafts.delete(draft)
  }

  /** Takes over every typed text. False, with the focus on the first refused field, otherwise. */
  async commit(): Promise<boolean> {
    let first: Draft | undefined
    for (const draft of this.#drafts) {
      if (!(await draft.commit())) first ??= draft
    }
    first?.element()?.focus()
    return first === undefined
  }

  get isTyping(): boolean {
    return [...this.#drafts].some((draft) => draft.isTyping())
  }

  /** What is typed and not taken yet, by the name of its field. */
  texts(): Record<string, string> {
    const typed = [...this.#drafts].flatMap((draft) => {
      const text = draft.text()
      return text === undefined ? [] : [[draft.name(), text] as const]
    })
    return Object.fromEntries(typed)
  }

  /** Types texts of before into their fields, but over nothing that is being typed there now. */
  typeAgain(texts: Readonly<Record<string, string>>): void {
    for (const draft of this.#drafts) {
      const text = texts[draft.name()]
      if (text !== undefined && draft.text() === undefined) draft.typed(text)
    }
  }

  /** Opens the help of the field that holds the focus; false when there is none. */
  help(): boolean {
    const focused = [...this.#drafts].find((draft) => draft.element() === document.activeElement)
    return focused?.help() ?? false
  }
}

/** The form an editor stands in; without one it commits on Enter and blur alone. */
export const DraftsContext = createContext<Drafts | undefined>(undefined)
