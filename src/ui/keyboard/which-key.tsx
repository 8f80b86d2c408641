import type { JSX } from 'react'
import { platform, useKeySequence } from '../app/keyboard.ts'
import { commandOf } from '../app/run-command.ts'
import { t } from '../language.ts'
import { keyLabel } from './key-label.ts'

/** What may follow the keys pressed so far; there at once, so that nobody has to remember. */
export function WhichKey(): JSX.Element | null {
  const { pending, choices } = useKeySequence()
  if (pending === '') return null
  return (
    <div className="which-key" role="status">
      <span className="legend-key">{pending}</span>
      <span className="quiet">{t({ ko: '다음 키', en: 'next key' })}</span>
      {choices.map((choice) => (
        <span key={choice.keys} className="which-key-choice">
          <span className="key">{keyLabel(choice.keys, platform)}</span>
          {t(commandOf(choice.command).title)}
        </span>
      ))}
    </div>
  )
}
