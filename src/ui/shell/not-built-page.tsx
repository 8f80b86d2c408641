import type { JSX } from 'react'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { breadcrumbs } from '#ui/remote/menu.ts'
import type { MenuScreen } from '#ui/tabs/menu-screen.ts'
import { shell } from './shell-handle.ts'
import { t } from '#ui/base/language.ts'
import { label } from '#kernel/label.ts'

export function NotBuiltPage({ screen }: { readonly screen: MenuScreen }): JSX.Element {
  const name = t(screen.title)
  const area = breadcrumbs(screen.abbr).map(t).join(' › ')
  return (
    <section className="plain-page">
      <h2>{t(label('준비 중인 화면입니다.', 'This screen is not available yet.'))}</h2>
      <p>
        {t(
          label(
            `‘${name}’ 화면(${area})은 다음 버전에서 제공됩니다.`,
            `“${name}” (${area}) comes in a later version.`,
          ),
        )}
      </p>
      <p className="plain-actions">
        <button type="button" className="button" data-main="" onClick={() => shell.closeTab()}>
          {t(label('탭 닫고 돌아가기', 'Close the tab and go back'))}{' '}
          {commandKeyLabel('app.close-tab')}
        </button>
        <button type="button" className="button" onClick={() => shell.openPalette()}>
          {t(label('다른 화면 찾기', 'Find another screen'))} {commandKeyLabel('app.palette')}
        </button>
      </p>
    </section>
  )
}
