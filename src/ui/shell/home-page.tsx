import type { JSX } from 'react'
import type { CommandId } from '#commands/index.ts'
import { ariaKeysOf, keyOf } from '#ui/dispatch/keyboard.ts'
import { findScreen, useMenu } from '#ui/remote/menu.ts'
import type { MenuScreen } from '#ui/tabs/menu-screen.ts'
import { recentNames } from '#ui/remote/recent.ts'
import { commandOf, runCommand } from '#ui/dispatch/run-command.ts'
import { openAsked } from '#ui/workspace/open-by-name.ts'
import { useSession } from '#ui/remote/session.ts'
import { useTabs } from '#ui/tabs/tabs.ts'
import { t, useLanguage } from '#ui/base/language.ts'

const taught: readonly CommandId[] = [
  'app.palette',
  'app.menu',
  'app.favourites',
  'app.warehouse',
  'app.next-zone',
  'app.next-tab',
  'app.close-tab',
  'app.help',
]

/** The first tab: favourites, what was used last, and the keys worth knowing. */
export function HomePage(): JSX.Element {
  useLanguage()
  useTabs()
  const { favourites } = useMenu()
  const { user } = useSession()
  const recent = recentNames('screens', user?.userId ?? '')
  const screensOf = (names: readonly string[]): MenuScreen[] =>
    names.map(findScreen).filter((screen) => screen !== undefined)
  return (
    <div className="home">
      <h1>
        {user?.corpLocNm} <span className="quiet">{user?.userNm}</span>
      </h1>
      <div className="home-columns">
        <ScreenList
          title={t({ ko: '즐겨찾기', en: 'Favourites' })}
          screens={screensOf(favourites.map((item) => item.MENU_ID))}
          empty={t({
            ko: '화면 제목 옆의 ☆를 누르면 여기에 모입니다.',
            en: 'Press ☆ beside a title, and the screen is kept here.',
          })}
        />
        <ScreenList
          title={t({ ko: '최근 화면', en: 'Recent screens' })}
          screens={screensOf(recent).slice(0, 9)}
          empty={t({
            ko: `${keyOf('app.palette')}를 누르고 화면 이름이나 초성을 입력하세요. 예: ㅈㄱㅇㄷ`,
            en: `Press ${keyOf('app.palette')} and type a screen name, for instance: move`,
          })}
        />
        <section className="frame home-list">
          <h2 className="frame-title">{t({ ko: '오늘의 키', en: 'Keys for today' })}</h2>
          <ul>
            {taught.map((id) => (
              <li key={id}>
                <button
                  type="button"
                  className="home-row"
                  aria-keyshortcuts={ariaKeysOf(id)}
                  onClick={() => runCommand(id)}
                >
                  <span>{t(commandOf(id).title)}</span>
                  <span className="key">{keyOf(id)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}

interface ListProps {
  readonly title: string
  readonly screens: readonly MenuScreen[]
  readonly empty: string
}

function ScreenList({ title, screens, empty }: ListProps): JSX.Element {
  return (
    <section className="frame home-list">
      <h2 className="frame-title">{title}</h2>
      {screens.length === 0 && <p className="quiet home-empty">{empty}</p>}
      <ul>
        {screens.map((screen) => (
          <li key={screen.abbr}>
            <button type="button" className="home-row" onClick={() => openAsked(screen.abbr)}>
              <span>{t(screen.title)}</span>
              <span className="quiet mono">{screen.abbr}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
