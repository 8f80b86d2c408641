import type { JSX } from 'react'
import { useRestored } from '#ui/remote/drafts.ts'
import { resolveCommand, runCommand } from '#ui/keys/dispatch/run-command.ts'
import { t } from '#ui/base/language.ts'

const answers = ['page.keep-restored', 'page.drop-restored'] as const

export function RestoredStrip({ tabKey }: { readonly tabKey: string }): JSX.Element | null {
  const text = useRestored(tabKey)
  if (text === undefined) return null
  return (
    <div className="restored-strip" data-zone="restored" role="status">
      <span>{text}</span>
      {answers.map((id) => (
        <button key={id} type="button" onClick={() => runCommand(id)}>
          {t(resolveCommand(id).short ?? resolveCommand(id).title)}
        </button>
      ))}
    </div>
  )
}
