import type { JSX } from 'react'
import { label } from '#kernel/label.ts'
import { dropRestored, keepRestored, useRestored } from '../app/drafts.ts'
import { focusPage } from '../app/focus.ts'
import { t } from '../language.ts'

/** Over a page whose edits came back after a reload: keep them or throw them away. */
export function RestoredStrip({ tabKey }: { readonly tabKey: string }): JSX.Element | null {
  const text = useRestored(tabKey)
  if (text === undefined) return null
  return (
    <div className="restored-strip" data-zone="restored" role="status">
      <span>{text}</span>
      <button
        type="button"
        onClick={() => {
          keepRestored(tabKey)
          focusPage()
        }}
      >
        {t(label('이어서 하기', 'Go on'))}
      </button>
      <button type="button" onClick={() => void dropRestored(tabKey)}>
        {t(label('버리기', 'Throw away'))}
      </button>
    </div>
  )
}
