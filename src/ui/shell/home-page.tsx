import { lazy, memo, Suspense, type JSX } from 'react'
import type { CommandId } from '#commands/index.ts'
import { weekday } from '#kernel/calendar.ts'
import { today } from '#ui/base/calendar-day.ts'
import { commandAriaKeys, commandKeyLabel, useKeys } from '#ui/keys/dispatch/keyboard.ts'
import { findScreen, useMenu } from '#ui/remote/menu.ts'
import type { MenuScreen } from '#ui/tabs/menu-screen.ts'
import { recentNames } from '#ui/remote/recent.ts'
import { resolveCommand, runCommand } from '#ui/keys/dispatch/run-command.ts'
import { openRequested } from '#ui/workspace/open-by-name.ts'
import { useSession } from '#ui/remote/session.ts'
import { useTabs } from '#ui/tabs/tabs.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { loadingText } from '#ui/base/loading-text.ts'
import { label } from '#kernel/label.ts'

const suggestedCommands: readonly CommandId[] = [
  'app.palette',
  'app.menu',
  'app.favourites',
  'app.warehouse',
  'app.next-zone',
  'app.next-tab',
  'app.close-tab',
  'app.help',
]

/** Loaded after the first paint of the page. */
const lazyPart = (name: 'work' | 'panels' | 'totals') =>
  lazy(async () => {
    const { homeParts } = await import('./home-parts.ts')
    return { default: homeParts[name] }
  })
const HomeWork = lazyPart('work')
const HomePanels = lazyPart('panels')
const HomeTotals = lazyPart('totals')

/** Keeps the focus until the loaded list takes it. */
function WorkPlaceholder(): JSX.Element {
  return (
    <section className="frame home-work">
      <div
        className="home-lines"
        data-zone="home"
        role="listbox"
        tabIndex={0}
        aria-busy="true"
        aria-label={t(label('지금 할 일', 'To do'))}
      >
        <p className="quiet home-empty">{t(loadingText)}</p>
      </div>
    </section>
  )
}

export const HomePage = memo(function HomePage(): JSX.Element {
  useLanguage()
  useKeys()
  const { favourites } = useMenu()
  const { user } = useSession()
  return (
    <div className="home">
      <h1>
        <Today />{' '}
        <span className="quiet">
          {user?.corpLocNm} · {user?.userNm}
        </span>
        <Suspense>
          <HomeTotals />
        </Suspense>
      </h1>
      <div className="home-columns">
        <Suspense fallback={<WorkPlaceholder />}>
          <HomeWork />
        </Suspense>
        <div className="home-side">
          <Suspense>
            <HomePanels />
          </Suspense>
          <ScreenList
            title={t(label('즐겨찾기', 'Favourites'))}
            screens={findScreens(favourites.map((item) => item.MENU_ID))}
            empty={t(
              label(
                '화면 제목 옆의 ☆를 누르면 여기에 표시됩니다.',
                'Press ☆ next to a screen title to add it here.',
              ),
            )}
          />
          <RecentScreens userId={user?.userId ?? ''} />
          <section className="frame home-list">
            <h2 className="frame-title">{t(label('추천 단축키', 'Shortcut tips'))}</h2>
            <ul>
              {suggestedCommands.map((id) => (
                <li key={id}>
                  <button
                    type="button"
                    className="home-row"
                    aria-keyshortcuts={commandAriaKeys(id)}
                    onClick={() => runCommand(id)}
                  >
                    <span>{t(resolveCommand(id).title)}</span>
                    <span className="key">{commandKeyLabel(id)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </div>
  )
})

const findScreens = (names: readonly string[]): MenuScreen[] =>
  names.map(findScreen).filter((screen) => screen !== undefined)

/** Re-renders whenever tabs change, as the recent screens do. The rest of Home does not. */
function Today(): JSX.Element {
  useTabs()
  return <>{dayText(today())}</>
}

function RecentScreens({ userId }: { readonly userId: string }): JSX.Element {
  useTabs()
  return (
    <ScreenList
      title={t(label('최근 화면', 'Recent screens'))}
      screens={findScreens(recentNames('screens', userId)).slice(0, 9)}
      empty={t(
        label(
          `${commandKeyLabel('app.palette')}를 누르고 화면 이름이나 초성을 입력하세요. 예: ㅈㄱㅇㄷ`,
          `Press ${commandKeyLabel('app.palette')} and type a screen name, for instance: move`,
        ),
      )}
    />
  )
}

const weekdays = {
  ko: ['일요일', '월요일', '화요일', '수요일', '목요일', '금요일', '토요일'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
}

/** Date as text: `11월 23일 월요일`. */
function dayText(day: string): string {
  const [month, date] = [Number(day.slice(4, 6)), Number(day.slice(6, 8))]
  const at = weekday(day) % 7
  const ko = `${month}월 ${date}일 ${weekdays.ko[at]}`
  return t(label(ko, `${weekdays.en[at]} ${month}/${date}`))
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
            <button type="button" className="home-row" onClick={() => openRequested(screen.abbr)}>
              <span>{t(screen.title)}</span>
              <span className="quiet mono">{screen.abbr}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
