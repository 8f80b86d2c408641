import type { JSX, KeyboardEvent, ReactNode } from 'react'
import { useId, useLayoutEffect, useMemo, useRef } from 'react'
import { label } from '#kernel/label.ts'
import type { CardsPart } from '#kernel/screen.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { areSingleKeysEnabled } from '#ui/keys/dispatch/context.ts'
import { runCommand, runProcedure } from '#ui/keys/dispatch/run-command.ts'
import { currentSession } from '#ui/remote/session.ts'
import type { GridHandle } from '#ui/grid/grid.tsx'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { PageView } from '#ui/page/model/page-view.ts'
import { useGridVersion } from '#ui/page/rows/use-grid-version.ts'
import { CardLane, visibleCardCount } from './card-lane.tsx'
import { shownCardColumns, groupIntoLanes, cardAfterStep, type CardStep } from './card-lanes.ts'
import './cards.css'

interface CardsPaneProps {
  readonly page: PageModel
  readonly view: PageView
  readonly cards: CardsPart
  readonly label: string
  readonly head?: ReactNode
  readonly overlay?: ReactNode
  readonly stale?: 'loading' | 'failed' | undefined
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

/** Vim letters by key code, because they must also work in Hangul mode. */
const letters: Readonly<Record<string, CardStep>> = {
  KeyH: 'left',
  KeyJ: 'down',
  KeyK: 'up',
  KeyL: 'right',
}

function stepForKey(event: KeyboardEvent): CardStep | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  return steps[event.key] ?? (areSingleKeysEnabled() ? letters[event.code] : undefined)
}

/** Toggles the order of one card, regardless of checks. Undefined without permission. */
function getSwitch({ page, cards }: CardsPaneProps): ((row: number) => void) | undefined {
  const { active } = cards
  const { grid } = page
  const isPartner = currentSession().user?.forPartner === true
  if (!active || isPartner || !page.can(active.switchedBy)) return undefined
  const { column, switchedBy } = active
  return (row) => {
    const next = grid.value(row, column) === 'N' ? 'Y' : 'N'
    // A reason stored with the order belongs to its last change, so it is requested again.
    void runProcedure(switchedBy, [{ [cards.title]: grid.value(row, cards.title), [column]: next }])
  }
}

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
    // The handle queries the board on each call.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [view, grid])
}

/**
 * Shows grid rows as a board with a lane per code; each lane is a listbox. Current row, checks and
 * order are the grid's.
 */
export function CardsPane(props: CardsPaneProps): JSX.Element {
  const { page, cards, stale, onActivate } = props
  const { grid } = page
  const version = useGridVersion(grid)
  const language = useLanguage()
  const board = useRef<HTMLDivElement>(null)
  const id = useId()
  const [lanes, facts] = useMemo(
    () => [groupIntoLanes(grid, cards), shownCardColumns(grid, cards)],
    // Recompute when rows or the language change.
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

  const onSwitch = getSwitch(props)
  useBoardHandle(props, focus)
  // Move the focus when the cursor moves to another lane.
  useLayoutEffect(() => {
    if (hasKeyboard()) focus()
  }, [at])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const step = stepForKey(event)
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey
    if (step) grid.setCurrent(cardAfterStep(lanes, current, step, visibleCardCount(board.current)))
    else if (event.key === ' ' && isPlain && current >= 0) {
      grid.setChecked([current], !grid.isChecked(current))
    } else if (event.key === 'Enter' && isPlain && onActivate) onActivate()
    // Editing happens in the grid, which handles F2 itself.
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
            onSwitch={onSwitch}
          />
        ))}
        {(isEmpty || stale === 'loading') && props.overlay}
      </div>
    </section>
  )
}
