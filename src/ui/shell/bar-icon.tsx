import type { JSX } from 'react'
import type { CommandId } from '#commands/index.ts'
import { commandAriaKeys, commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { resolveCommand, runCommand } from '#ui/keys/dispatch/run-command.ts'
import { currentLanguage, t } from '#ui/base/language.ts'

const strokes = {
  'app.pin-menu': 'M2 4h12M2 8h12M2 12h12',
  'app.help': 'M5.5 6a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2.9-1.2 1.8M8 12.4v.2',
  'app.my-info':
    'M8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM8 3.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8zM8 1.4v2.2M8 12.4v2.2M1.4 8h2.2M12.4 8h2.2M3.3 3.3l1.6 1.6M11.1 11.1l1.6 1.6M12.7 3.3l-1.6 1.6M4.9 11.1l-1.6 1.6',
  'app.logout': 'M6.5 2.5h-4v11h4M6 8h8M11 5l3 3-3 3',
} as const satisfies Partial<Record<CommandId, string>>

type IconName = keyof typeof strokes | 'app.language'

export function BarIcon({ command }: { readonly command: IconName }): JSX.Element {
  const title = t(resolveCommand(command).short ?? resolveCommand(command).title)
  return (
    <button
      type="button"
      className="top-icon"
      data-icon={command}
      title={`${title} ${commandKeyLabel(command)}`.trim()}
      // The visible text must be part of the accessible name, for users of voice control.
      aria-label={command === 'app.language' ? nameWithMark(title) : title}
      aria-keyshortcuts={commandAriaKeys(command)}
      // Help depends on the focus, so a click must not move it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => runCommand(command)}
    >
      {command === 'app.language' ? (
        <span aria-hidden="true">{languageMark()}</span>
      ) : (
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={strokes[command]} />
        </svg>
      )}
    </button>
  )
}

function languageMark(): string {
  return currentLanguage() === 'ko' ? '한' : 'EN'
}

function nameWithMark(title: string): string {
  const sign = languageMark()
  return title.startsWith(sign) ? title : `${sign} ${title}`
}
