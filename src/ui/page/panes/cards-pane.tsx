import type { JSX, KeyboardEvent, ReactNode } from 'react'
import { useId, useLayoutEffect, useMemo, useRef } from 'react'
import { label } from '#kernel/label.ts'
import type { CardsPart } from '#kernel/screen.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { singleKeys } from '#ui/keys/dispatch/context.ts'
import { runCommand } from '#ui/keys/dispatch/run-command.ts'
import type { GridHandle } from '#ui/grid/grid.tsx'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { PageView } from '#ui/page/model/page-view.ts'
import { useGridVersion } from '#ui/page/rows/use-grid-version.ts'
import { CardLane, laneSight } from './card-lane.tsx'
import { factsOf, lanesOf, stepFrom, type CardStep } from './card-lanes.ts'
import './cards.css'

interface CardsPaneProps {
  readonly page: PageModel
  readonly view: PageView
  readonly cards: CardsPart
  readonly label: string
  /** Above the board: what went wrong. */
  readonly head?: ReactNode
  /** Over the board: progress, or what stands there instead of cards. */
  readonly over?: ReactNode
  readonly stale?: 'loading' | 'failed' | undefined
  /** Enter on a card. */
  readonly onActivate?: () => void
}

const steps: Readonly<Record<string, CardStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
  PageUp: 'page-up',
  PageDown: 'page-down',
}

/** The letters of vim, by the place of their key, so that they work in Hangul mode too. */
const letters: Readonly<Record<string, CardStep>> = {
  KeyH: 'left',
  KeyJ: 'down',
  KeyK: 'up',
  KeyL: 'right',
}

function stepOf(event: KeyboardEvent): CardStep | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  return steps[event.key] ?? (singleKeys() ? letters[event.code] : undefined)
}

/** The board as commands reach it, in the place of the grid: nothing is typed there. */
function useBoardHandle({ page, view }: CardsPaneProps, focus: () => void): void {
  const { grid } = page
  useLayoutEffect(() => {
    const handle: GridHandle = {
      focus,
      edit: () => false,
      commit: () => true,
      openHelp: () => false,
      openSheet: () => undefined,
      hasList: () => false,
      goTo: (row) => grid.setCurrent(row),
    }
    view.drawn('grid', handle)
    return () => view.drawn('grid', null)
    // The handle finds the board each time it is asked.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [view, grid])
}

/**
 * The rows of the grid as a board: a lane for each code, the cards of a lane a list of options. The
 * current row, the ticks and the order are those of the grid.
 */
export function CardsPane(props: CardsPaneProps): JSX.Element {
  const { page, cards, stale, onActivate } = props
  const { grid } = page
  const version = useGridVersion(grid)
  const language = useLanguage()
  const board = useRef<HTMLDivElement>(null)
  const id = useId()
  const [lanes, facts] = useMemo(
    () => [lanesOf(grid, cards), factsOf(grid, cards)],
    // Lanes are those of the rows as they are now, named in the language of the page.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [grid, cards, version, language],
  )
  const current = grid.current?.row ?? -1
  const at = Math.max(
    0,
    lanes.findIndex(({ rows }) => rows.includes(current)),
  )
  const hasKeyboard = (): boolean => board.current?.contains(document.activeElement) === true
  const focus = (): void => board.current?.querySelector<HTMLElement>('[data-entry]')?.focus()

  useBoardHandle(props, focus)
  // Whoever goes to the lane beside takes the keyboard along.
  useLayoutEffect(() => {
    if (hasKeyboard()) focus()
  }, [at])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const step = stepOf(event)
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey
    if (step) grid.setCurrent(stepFrom(lanes, current, step, laneSight(board.current)))
    else if (event.key === ' ' && isPlain && current >= 0) {
      grid.setChecked([current], !grid.isChecked(current))
    } else if (event.key === 'Enter' && isPlain && onActivate) onActivate()
    // What is typed is typed in the grid, where the key is the grid's own.
    else if (event.key === 'F2' && isPlain) runCommand('grid.edit-row')
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const isEmpty = grid.rowCount === 0
  return (
    <section className="grid-pane cards-pane" data-zone="grid" data-stale={stale}>
      {props.head}
      <div
        ref={board}
        className="cards-board"
        role="group"
        aria-label={t(label(`${props.label} 카드`, `${props.label}, cards`))}
        onKeyDown={onKeyDown}
        onFocus={() => page.setZone('grid')}
      >
        {lanes.map((lane, index) => (
          <CardLane
            key={lane.code}
            id={`${id}-${lane.code}`}
            grid={grid}
            cards={cards}
            facts={facts}
            lane={lane}
            current={index === at ? current : -1}
            isEntry={index === at}
            onChoose={(row) => {
              grid.setCurrent(row)
              focus()
            }}
          />
        ))}
        {(isEmpty || stale === 'loading') && props.over}
      </div>
    </section>
  )
}
