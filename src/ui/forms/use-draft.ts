import type { ChangeEvent, KeyboardEvent } from 'react'
import { useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { DraftsContext } from './drafts.ts'
import type { DraftOptions, DraftPicture, TypedIn } from './input-draft.ts'
import { InputDraft } from './input-draft.ts'

/** Props of the element that is typed in. */
interface DraftProps {
  readonly ref: (element: TypedIn | null) => void
  readonly value: string
  readonly onChange: (event: ChangeEvent<TypedIn>) => void
  readonly onFocus: () => void
  readonly onBlur: () => void
  readonly onCompositionStart: () => void
  readonly onCompositionEnd: () => void
  readonly onKeyDown: (event: KeyboardEvent<TypedIn>) => void
  readonly onKeyUp: (event: KeyboardEvent<TypedIn>) => void
}

export interface DraftInput extends DraftPicture {
  readonly draft: InputDraft
  readonly inputProps: DraftProps
}

/** An input that is typed in and then committed; known to the form it stands in. */
export function useDraft(options: DraftOptions): DraftInput {
  const [draft] = useState(() => new InputDraft())
  const drafts = useContext(DraftsContext)
  const picture = useSyncExternalStore(draft.subscribe, draft.picture)
  useLayoutEffect(() => {
    Object.assign(draft, { options })
  })
  useEffect(() => drafts?.add(draft), [drafts, draft])
  const { text, focused } = picture
  return {
    ...picture,
    draft,
    inputProps: {
      ref: draft.attach,
      value: text ?? (focused ? options.edited : options.shown),
      onChange: ({ target }) => draft.typed(target.value),
      onFocus: () => draft.entered(),
      onBlur: () => draft.left(),
      onCompositionStart: () => draft.compositionStarted(),
      onCompositionEnd: () => draft.compositionEnded(),
      onKeyDown: (event) => draft.keyDown(event),
      onKeyUp: (event) => draft.keyUp(event),
    },
  }
}
