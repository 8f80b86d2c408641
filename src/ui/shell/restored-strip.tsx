import type { JSX } from 'react'
import { CommandButton } from '../app/command-button.tsx'
import { useRestored } from '../app/drafts.ts'

/** Over a page whose edits came back after a reload: keep them or throw them away. */
export function RestoredStrip({ tabKey }: { readonly tabKey: string }): JSX.Element | null {
  const text = useRestored(tabKey)
  if (text === undefined) return null
  return (
    <div className="restored-strip" data-zone="restored" role="status">
      <span>{text}</span>
      <CommandButton command="page.keep-restored" className="" />
      <CommandButton command="page.drop-restored" className="" />
    </div>
  )
}
