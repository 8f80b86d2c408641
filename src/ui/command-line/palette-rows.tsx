import { Command } from 'cmdk'
import { Fragment, memo, type JSX, type RefObject } from 'react'
import type { CommandId } from '#commands/index.ts'
import { label, type Label } from '#kernel/label.ts'
import type { PaletteEntry } from './palette-entries.ts'
import type { PaletteRow } from './palette-results.ts'
import { currentLanguage, t } from '#ui/base/language.ts'
import type { Range } from './highlight.ts'

const titles: Readonly<Record<PaletteEntry['group'], Label>> = {
  screen: label('화면', 'Screens'),
  row: label('이 행의 작업', 'Actions on this row'),
  command: label('명령', 'Commands'),
  tab: label('탭', 'Tabs'),
  recent: label('최근', 'Recent'),
  favourite: label('즐겨찾기', 'Favourites'),
  procedure: label('업무', 'Operations'),
  macro: label('매크로', 'Macros'),
  record: label(
    '자료: 품목, 로트, 셀, 입고, 출고, 작업',
    'Records: items, lots, cells, receipts, shipments, tasks',
  ),
  elsewhere: label('다른 화면의 명령', 'Commands on other screens'),
  withheld: label('권한이 없는 화면', 'Screens without permission'),
}

const ids = new WeakMap<PaletteEntry, string>()
let lastId = 0

/** DOM id of an entry. Unique per entry, because screen readers announce only changes of the id. */
export function lineId(entry: PaletteEntry): string {
  const known = ids.get(entry)
  if (known !== undefined) return known
  lastId += 1
  const id = `palette-line-${lastId}`
  ids.set(entry, id)
  return id
}

interface GroupsProps {
  readonly list: RefObject<HTMLDivElement | null>
  readonly rows: readonly PaletteRow[]
  readonly count: number
  readonly active: PaletteRow | undefined
  readonly choose: (row: PaletteRow) => void
  readonly pointAt: (row: PaletteRow) => void
  readonly onScroll: () => void
  readonly keyLabel: (id: CommandId) => string
  readonly searching: boolean
}

export function PaletteGroups(props: GroupsProps): JSX.Element {
  const { list, rows, count, active, choose, pointAt, onScroll, keyLabel, searching } = props
  const groups = Map.groupBy(rows, (row) => row.entry.group)
  return (
    <Command.List className="palette-list" ref={list} onScroll={onScroll}>
      {rows.length === 0 && searching && (
        <p className="palette-empty">
          {t(
            label(
              '결과가 없습니다. 이름 일부, 초성, 코드를 입력해 보세요.',
              'No results. Try part of a name, initial consonants or a code.',
            ),
          )}
        </p>
      )}
      {/* Keyed by position to reuse the existing rows for the next list. */}
      {[...groups].map(([group, members], place) => (
        <div key={place} role="group" aria-label={t(titles[group])} cmdk-group="">
          <div cmdk-group-heading="" aria-hidden="true">
            {t(titles[group])}
          </div>
          {members.map((row, line) => (
            <PaletteLine
              key={line}
              row={row}
              isActive={row === active}
              choose={choose}
              pointAt={pointAt}
              keyLabel={keyLabel}
            />
          ))}
        </div>
      ))}
      <div aria-hidden="true" style={{ height: (count - rows.length) * rowHeight }} />
    </Command.List>
  )
}

/** Height of `.palette-row` in pixels, to reserve space for rows that are not rendered. */
const rowHeight = 30

interface LineProps {
  readonly row: PaletteRow
  readonly isActive: boolean
  readonly choose: (row: PaletteRow) => void
  readonly pointAt: (row: PaletteRow) => void
  readonly keyLabel: (id: CommandId) => string
}

/**
 * Memoized because most rows survive a key press. Uses cmdk's attributes instead of its items,
 * which would report every change to the list at a higher cost than the search.
 */
const PaletteLine = memo(function PaletteLine(props: LineProps): JSX.Element {
  const { row, isActive, choose, pointAt, keyLabel } = props
  const { entry, ranges, argsText } = row
  const keys = entry.command ? keyLabel(entry.command) : ''
  const note = [entry.note, argsText].filter((part) => part !== '').join(' · ')
  const isCommand = ['row', 'command', 'procedure', 'elsewhere'].includes(entry.group)
  return (
    <div
      id={lineId(entry)}
      className={keys === '' ? 'palette-row' : 'palette-row has-keys'}
      role="option"
      aria-selected={isActive}
      data-selected={isActive}
      cmdk-item=""
      data-value={entry.id}
      onClick={() => choose(row)}
      onPointerMove={() => pointAt(row)}
    >
      {isCommand && <span aria-hidden="true">&gt;</span>}
      <span className="palette-name">
        {currentLanguage() === 'ko' ? (
          <HighlightedText text={entry.ko} ranges={ranges} />
        ) : (
          entry.en
        )}
      </span>
      {note !== '' && <span className="palette-note">{note}</span>}
      {keys !== '' && <span className="key">{keys}</span>}
    </div>
  )
}, isSameText)

function isSameText(before: LineProps, next: LineProps): boolean {
  const [one, other] = [before.row, next.row]
  return (
    one.entry === other.entry &&
    before.isActive === next.isActive &&
    one.argsText === other.argsText &&
    one.ranges.join() === other.ranges.join() &&
    JSON.stringify(one.args) === JSON.stringify(other.args) &&
    before.choose === next.choose &&
    before.pointAt === next.pointAt
  )
}

/** Highlights ranges of a title. Keyed by position to reuse DOM nodes. */
function HighlightedText({
  text,
  ranges,
}: {
  readonly text: string
  readonly ranges: readonly Range[]
}) {
  const ends = [0, ...ranges.map(([, to]) => to)]
  return (
    <>
      {ranges.map(([from, to], place) => (
        <Fragment key={place}>
          <span>{text.slice(ends[place], from)}</span>
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}
