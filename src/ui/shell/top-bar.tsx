import type { JSX } from 'react'
import { keyOf, ariaKeysOf } from '../app/keyboard.ts'
import { useSession } from '../app/session.ts'
import { shell } from '../app/shell-handle.ts'
import { t, useLanguage } from '../language.ts'
import { openMyInfo } from '../popups/my-info.tsx'
import { WarehouseSelector } from './warehouse-selector.tsx'

/** The bar at the top: mark, warehouse, command line, who and where, settings, logout. */
export function TopBar(): JSX.Element {
  useLanguage()
  const { user } = useSession()
  return (
    <header className="top-bar">
      <div className="top-left">
        <span className="top-mark">
          WMS<span aria-hidden="true">▮</span>
        </span>
        <WarehouseSelector />
      </div>
      <button
        type="button"
        className="command-line"
        aria-keyshortcuts={ariaKeysOf('app.palette')}
        onClick={() => shell.openPalette()}
      >
        <span>{t({ ko: '/ 화면, 명령, 탭…', en: '/ screen, command, tab…' })}</span>
        <span className="key">{keyOf('app.palette')}</span>
      </button>
      <div className="top-right">
        <span className="top-who">{[user?.locName, user?.userNm].filter(Boolean).join(' · ')}</span>
        <button
          type="button"
          className="top-icon"
          title={t({ ko: '내 정보', en: 'My info' })}
          aria-label={t({ ko: '내 정보', en: 'My info' })}
          onClick={() => void openMyInfo()}
        >
          ⚙
        </button>
        <button type="button" className="top-logout" onClick={() => void shell.logout()}>
          {t({ ko: '로그아웃', en: 'Log out' })}
        </button>
      </div>
    </header>
  )
}
