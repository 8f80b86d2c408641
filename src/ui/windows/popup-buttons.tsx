import type { JSX, ReactNode } from 'react'
import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'

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

export function PopupButtons({ buttons, asKeys = false, children }: ButtonsProps): JSX.Element {
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
