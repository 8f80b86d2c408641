import { useSyncExternalStore, type JSX } from 'react'
import { firstWeeks } from './first-weeks.ts'
import { label } from '#kernel/label.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { findScreen, useMenu } from '#ui/remote/menu.ts'
import { onUserSettings, saveUserSetting, userSetting } from '#ui/remote/user-settings.ts'
import { notify } from '#ui/windows/notify.tsx'
import { openRequested } from '#ui/workspace/open-by-name.ts'

const SETTING = 'first-week'

export const isFirstWeekHidden = (): boolean => userSetting(SETTING) === 'hidden'

/** Hides the guide, or shows it again. */
export async function toggleFirstWeek(): Promise<void> {
  await saveUserSetting(SETTING, isFirstWeekHidden() ? 'shown' : 'hidden').catch(
    (error: unknown) => {
      notify('warn', error instanceof Error ? error.message : String(error))
    },
  )
}

/** The screens a new user of this role needs first, until the user hides the list. */
export function FirstWeek(): JSX.Element | null {
  useLanguage()
  useMenu()
  const isHidden = useSyncExternalStore(onUserSettings, isFirstWeekHidden)
  const path = firstWeeks.find(({ steps }) => steps.every((route) => findScreen(route)))
  if (isHidden || !path) return null
  const screens = path.steps.flatMap((route) => findScreen(route) ?? [])
  return (
    <section className="frame home-list">
      <h2 className="frame-title">{t(path.title)}</h2>
      <ol>
        {screens.map((screen, index) => (
          <li key={screen.abbr}>
            <button type="button" className="home-row" onClick={() => openRequested(screen.abbr)}>
              <span>
                {index + 1}. {t(screen.title)}
              </span>
              <span className="quiet mono">{screen.abbr}</span>
            </button>
          </li>
        ))}
      </ol>
      <button type="button" className="home-row" onClick={() => void toggleFirstWeek()}>
        <span className="quiet">
          {t(
            label(
              '길잡이 숨기기 · 각 화면에서 F1: 도움말',
              'Hide this guide · F1 on a screen: help',
            ),
          )}
        </span>
      </button>
    </section>
  )
}
