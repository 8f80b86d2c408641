import type { JSX } from 'react'
import { guides } from './screen-guides.ts'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { KeyMark } from '#ui/keys/dispatch/key-mark.tsx'
import { findScreen } from '#ui/remote/menu.ts'

interface GuideKey {
  readonly name: Label
  readonly keys: readonly string[]
}

interface GuideProps {
  readonly route: string
  /** Commands of the screen, most important first. */
  readonly keys: readonly GuideKey[]
  readonly open: (abbr: string) => void
}

const maxKeys = 5

/** Purpose of a screen, its neighbours in the workflow, and its most important keys. */
export function ScreenGuidePart({ route, keys, open }: GuideProps): JSX.Element | null {
  const guide = Object.hasOwn(guides, route) ? guides[route] : undefined
  if (!guide) return null
  const title = findScreen(route)?.title ?? label('이 화면', 'This screen')
  const main = mainKeys(keys)
  return (
    <section className="frame help-part help-guide">
      <h3 className="frame-title">{t(title)}</h3>
      <p>{t(guide.text)}</p>
      <Neighbours title={label('이전 단계', 'Before')} routes={guide.before} open={open} />
      <Neighbours title={label('다음 단계', 'Next')} routes={guide.after} open={open} />
      {main.length > 0 && (
        <p className="help-guide-line">
          <span className="quiet">{t(label('주요 키', 'Main keys'))}</span>
          {main.map(([key, name]) => (
            <span key={key}>
              <KeyMark keys={key} /> {t(name)}
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

/** One key for each command. Of two commands with the same key, the first one has it. */
function mainKeys(commands: readonly GuideKey[]): readonly (readonly [key: string, name: Label])[] {
  const found = new Map<string, Label>()
  for (const { name, keys } of commands) {
    const key = keys.find((candidate) => !found.has(candidate))
    if (key !== undefined && found.size < maxKeys) found.set(key, name)
  }
  return [...found]
}

interface NeighboursProps {
  readonly title: Label
  readonly routes: readonly string[]
  readonly open: (abbr: string) => void
}

/** Lists only screens of the user's menu: the others would refuse to open. */
function Neighbours({ title, routes, open }: NeighboursProps): JSX.Element | null {
  const screens = routes.flatMap((route) => findScreen(route) ?? [])
  if (screens.length === 0) return null
  return (
    <p className="help-guide-line">
      <span className="quiet">{t(title)}</span>
      {screens.map((screen) => (
        <button
          key={screen.abbr}
          type="button"
          className="button"
          onClick={() => open(screen.abbr)}
        >
          {t(screen.title)}
        </button>
      ))}
    </p>
  )
}
