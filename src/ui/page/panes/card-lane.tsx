import type { JSX } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { CardsPart } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { Lane } from './card-lanes.ts'

/** Card height in pixels including the gap below, as in `cards.css`. */
const cardHeight = (lines: number): number => 34 + lines * 18

/** Overscan: cards rendered above and below the viewport to avoid gaps while scrolling. */
const extraCards = 4

export function visibleCardCount(board: HTMLElement | null): number {
  const list = board?.querySelector<HTMLElement>('.lane-cards')
  const card = list?.querySelector<HTMLElement>('.card-place')
  return list && card ? Math.max(1, Math.floor(list.clientHeight / card.offsetHeight)) : 1
}

interface CardLaneProps {
  readonly id: string
  readonly grid: GridModel
  readonly cards: CardsPart
  readonly facts: readonly string[]
  readonly lane: Lane
  readonly current: number
  readonly isEntry: boolean
  readonly onChoose: (row: number) => void
  readonly onSwitch: ((row: number) => void) | undefined
}

/** Tracks the visible range of a lane and scrolls the card at an index into view. */
function useVisibleRange(at: number, each: number) {
  const list = useRef<HTMLUListElement>(null)
  const [visible, setVisible] = useState({ top: 0, height: 800 })
  const look = (): void => {
    const { scrollTop: top = 0, clientHeight: height = 800 } = list.current ?? {}
    setVisible((was) => (was.top === top && was.height === height ? was : { top, height }))
  }
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  useLayoutEffect(() => {
    const element = list.current
    if (!element || at < 0) return
    const [top, bottom] = [at * each, (at + 1) * each]
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + element.clientHeight) {
      element.scrollTop = bottom - element.clientHeight
    }
    look()
  }, [at, each])
  return { list, visible, look }
}

export function CardLane(props: CardLaneProps): JSX.Element {
  const { id, grid, cards, facts, lane, current, isEntry, onChoose, onSwitch } = props
  const at = current < 0 ? -1 : lane.rows.indexOf(current)
  const each = cardHeight(facts.length)
  const { list, visible, look } = useVisibleRange(at, each)
  const count = lane.rows.length
  const from = Math.max(0, Math.floor(visible.top / each) - extraCards)
  const shown = lane.rows.slice(from, Math.ceil((visible.top + visible.height) / each) + extraCards)
  const name = laneName(grid, cards.lane, lane)
  return (
    <div className="lane" data-empty={count === 0 ? '' : undefined}>
      <h3 className="lane-name" aria-hidden>
        {name} <span className="mono">{count.toLocaleString('ko')}</span>
      </h3>
      <ul
        ref={list}
        className="lane-cards"
        role="listbox"
        aria-label={t(label(`${name} ${formatCount(count)}건`, `${name}, ${formatCount(count)}`))}
        aria-multiselectable
        aria-activedescendant={at >= 0 ? `${id}-${current}` : undefined}
        tabIndex={isEntry || count > 0 ? 0 : -1}
        data-entry={isEntry ? '' : undefined}
        onFocus={() => {
          const [first] = lane.rows
          if (at < 0 && first !== undefined) grid.setCurrent(first)
        }}
        onScroll={look}
      >
        <li className="lane-room" role="presentation" style={{ height: count * each }}>
          {shown.map((row, index) => (
            <Card
              key={row}
              id={`${id}-${row}`}
              grid={grid}
              cards={cards}
              facts={facts}
              row={row}
              top={(from + index) * each}
              height={each}
              place={[from + index + 1, count]}
              isCurrent={row === current}
              onChoose={onChoose}
              onSwitch={onSwitch}
            />
          ))}
        </li>
      </ul>
    </div>
  )
}

interface CardProps {
  readonly id: string
  readonly grid: GridModel
  readonly cards: CardsPart
  readonly facts: readonly string[]
  readonly row: number
  readonly top: number
  readonly height: number
  readonly place: readonly [at: number, of: number]
  readonly isCurrent: boolean
  readonly onChoose: (row: number) => void
  readonly onSwitch: ((row: number) => void) | undefined
}

function Card(props: CardProps): JSX.Element {
  const { grid, cards, row, place, isCurrent } = props
  const title = cellText(grid, row, cards.title)
  const isTicked = grid.isChecked(row)
  const isInactive = cards.active !== undefined && grid.value(row, cards.active.column) === 'N'
  const facts = props.facts.map((name) => {
    return [name, grid.column(name)?.title ?? '', cellText(grid, row, name)] as const
  })
  return (
    <div className="card-place" style={{ top: props.top, height: props.height }}>
      <div
        id={props.id}
        className="card"
        role="option"
        aria-selected={isTicked}
        aria-posinset={place[0]}
        aria-setsize={place[1]}
        data-current={isCurrent ? '' : undefined}
        data-off={isInactive ? '' : undefined}
        onMouseDown={(event) => {
          event.preventDefault()
          props.onChoose(row)
        }}
      >
        <header>
          <span className="mono card-title">{title}</span>
          {isInactive && <span className="card-off">{t(label('비활성', 'Inactive'))}</span>}
          <span className="card-tick" aria-hidden>
            {isTicked ? '✓' : ''}
          </span>
          {cards.active && <CardSwitch {...props} isOn={!isInactive} />}
        </header>
        <dl>
          {facts.map(([name, titled, text]) => (
            <div key={name} hidden={text === ''}>
              <dt>{titled}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

/** The keys of the board and the text of an inactive card serve keyboards and screen readers. */
function CardSwitch(props: CardProps & { readonly isOn: boolean }): JSX.Element {
  const { row, isOn, onSwitch } = props
  return (
    <span
      className="card-switch"
      aria-hidden
      data-on={isOn ? '' : undefined}
      data-fixed={onSwitch ? undefined : ''}
      onClick={() => onSwitch?.(row)}
    />
  )
}

function cellText(grid: GridModel, row: number, name: string): string {
  const column = grid.column(name)
  return (column && grid.text(row, column)) ?? ''
}

function laneName(grid: GridModel, column: string, { code, rows }: Lane): string {
  const [row] = rows
  if (row !== undefined) return cellText(grid, row, column)
  const options = grid.column(column)?.options
  return options?.find((option) => option.CODE === code)?.NAME ?? code
}
