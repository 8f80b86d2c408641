import { useEffect, type JSX, type ReactNode } from 'react'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { showPopupKeys, type PopupKey } from './popup-stack.ts'

export interface PopupButton {
  readonly title: Label | string
  readonly keyName: string
  readonly run?: () => void
  readonly isMain?: boolean
}

interface ButtonsProps {
  readonly buttons: readonly PopupButton[]
  readonly asKeys?: boolean
  readonly children?: ReactNode
}

/** Keys as keymaps write them: `^S` → `$mod+s`. Escape closes every popup and has its own entry. */
function legendKeys(buttons: readonly PopupButton[]): PopupKey[] {
  return buttons.flatMap(({ keyName, title }) => {
    const parts = keyName.split(/(?<=\^)|\+/)
    const keys = parts.map(
      (part) => chords[part] ?? (part.length === 1 ? part.toLowerCase() : part),
    )
    const own = typeof title === 'string' ? label(title, title) : title
    return keyName === 'Esc' ? [] : [{ keys: keys.join('+'), title: own }]
  })
}

const chords: Readonly<Record<string, string>> = {
  '^': '$mod',
  Ctrl: '$mod',
  '↵': 'Enter',
  Ins: 'Insert',
  PgUp: 'PageUp',
  PgDn: 'PageDown',
}

/** Shows keys of this popup in the legend while it is on top. */
export function usePopupKeys(keys: readonly PopupKey[]): void {
  const written = JSON.stringify(keys)
  useEffect(() => showPopupKeys(JSON.parse(written) as PopupKey[]), [written])
}

export function PopupButtons({ buttons, asKeys = false, children }: ButtonsProps): JSX.Element {
  usePopupKeys(legendKeys(buttons))
  return (
    <div className="popup-buttons">
      {buttons.map(({ title, keyName, run, isMain }) => (
        <button
          key={keyName}
          type={run ? 'button' : 'submit'}
          className="button"
          data-main={isMain ? '' : undefined}
          onClick={run}
        >
          {typeof title === 'string' ? title : t(title)}{' '}
          {asKeys ? <span className="key">{keyName}</span> : keyName}
        </button>
      ))}
      {children}
    </div>
  )
}
