import type { JSX } from 'react'
import { commandKeyLabel, commandAriaKeys } from '#ui/keys/dispatch/keyboard.ts'
import { useSession } from '#ui/remote/session.ts'
import { shell } from './shell-handle.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { BarIcon } from './bar-icon.tsx'
import { WarehouseSelector } from './warehouse-selector.tsx'
import { label } from '#kernel/label.ts'

export function TopBar(): JSX.Element {
  useLanguage()
  const { user } = useSession()
  return (
    <header className="top-bar">
      <div className="top-left">
        <BarIcon command="app.pin-menu" />
        <span className="top-mark">
          WMS<span aria-hidden="true">▮</span>
        </span>
        <WarehouseSelector />
      </div>
      <button
        type="button"
        className="command-line"
        aria-keyshortcuts={commandAriaKeys('app.palette')}
        onClick={() => shell.openPalette()}
      >
        <span>{t(label('/ 화면, 명령, 탭…', '/ screen, command, tab…'))}</span>
        <span className="key">{commandKeyLabel('app.palette')}</span>
      </button>
      <div className="top-right">
        <span className="top-who">{[user?.locName, user?.userNm].filter(Boolean).join(' · ')}</span>
        <div className="top-icons">
          <BarIcon command="app.language" />
          <BarIcon command="app.help" />
          <BarIcon command="app.my-info" />
          <BarIcon command="app.logout" />
        </div>
      </div>
    </header>
  )
}
