import type { JSX } from 'react'
import { breadcrumbs, isFavourite, useMenu } from '#ui/remote/menu.ts'
import type { MenuScreen } from '#ui/tabs/menu-screen.ts'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { shell } from './shell-handle.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { label } from '#kernel/label.ts'

export function TitleBar({ screen }: { readonly screen: MenuScreen }): JSX.Element {
  useLanguage()
  const isStarred = isFavourite(useMenu(), screen.abbr)
  return (
    <div className="title-bar">
      <span className="crumbs">
        {breadcrumbs(screen.abbr).map((crumb) => (
          <span key={crumb.ko}>{t(crumb)} ›</span>
        ))}
      </span>
      <h1>{t(screen.title)}</h1>
      <button
        type="button"
        className="star"
        tabIndex={-1}
        aria-pressed={isStarred}
        aria-label={t(label('즐겨찾기', 'Favourite'))}
        title={`${t(label('즐겨찾기', 'Favourite'))} ${commandKeyLabel('app.toggle-favourite')}`}
        onClick={() => shell.toggleFavourite()}
      >
        {isStarred ? '★' : '☆'}
      </button>
      <span className="screen-code">{screen.route}</span>
    </div>
  )
}
