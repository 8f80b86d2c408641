import type { ChangeEvent, ClipboardEvent, KeyboardEvent } from 'react'
import { useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { tidyText } from '#kernel/tidy-text.ts'
import { DraftsContext } from './drafts.ts'
import type { DraftOptions, TextInput } from './input-draft.ts'
import { InputDraft } from './input-draft.ts'

/** Cells copied from a spreadsheet as a list of values. Undefined for a single value. */
function pastedList(text: string): string | undefined {
  const values = new Set(
    text
      .split(/[\r\n\t]+/)
      .map(tidyText)
      .filter(Boolean),
  )
  return values.size > 1 ? [...values].join(',') : undefined
}

export function useDraft(options: DraftOptions) {
  const [draft] = useState(() => new InputDraft())
  const drafts = useContext(DraftsContext)
  const picture = useSyncExternalStore(draft.subscribe, draft.state)
  useLayoutEffect(() => {
    Object.assign(draft, { options })
  })
  useEffect(() => drafts?.add(draft), [drafts, draft])
  const { text, focused } = picture
  return {
    ...picture,
    draft,
    /**
     * Pastes the complete text. In a search, pasted cells become a list; the browser would join
     * them.
     */
    onPaste: (event: ClipboardEvent<TextInput>, isSearching = false) => {
      const { value, selectionStart, selectionEnd } = event.currentTarget
      const text = event.clipboardData.getData('text/plain')
      const pasted = isSearching ? pastedList(text) : tidyText(text)
      if (pasted === undefined) return
      event.preventDefault()
      draft.handlePaste(
        value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? 0),
      )
    },
    inputProps: {
      ref: draft.attach,
      value: text ?? (focused ? options.edited : options.shown),
      onChange: ({ target }: ChangeEvent<TextInput>) => draft.handleInput(target.value),
      onFocus: () => draft.handleFocus(),
      onBlur: () => draft.handleBlur(),
      onCompositionStart: () => draft.compositionStarted(),
      onCompositionEnd: () => draft.compositionEnded(),
      onKeyDown: (event: KeyboardEvent<TextInput>) => draft.keyDown(event),
    },
  }
}
