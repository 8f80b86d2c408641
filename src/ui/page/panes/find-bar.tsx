import { type JSX, type KeyboardEvent, useState } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { fillIn, gridTexts } from '#ui/grid/edit/grid-texts.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { FoundCell, Hits } from '#ui/grid/rows/worker-messages.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { PageView } from '#ui/page/model/page-view.ts'

interface FindBarProps {
  readonly page: PageModel
  readonly view: PageView
}

/**
 * Search bar for text in the grid. Enter finds the next match, Shift+Enter the previous one. Escape
 * closes it.
 */
export function FindBar({ page, view }: FindBarProps): JSX.Element {
  const [text, setText] = useState(() => lastFindText(page))
  const [notFound, setNotFound] = useState(false)
  const [hitsText, setHitsText] = useState('')
  const [hits, setHits] = useState('')

  async function go(wanted: string, step: 1 | -1) {
    const model = page.focused
    const found = await findFrom(page, view, wanted, step)
    setNotFound(found === null && wanted !== '')
    setHitsText(found ? describePlace(model, found) : '')
    setHits('')
    const counted = found && (await model.hits(wanted, found))
    // Another search may have started in the meantime.
    if (counted && lastFindText(page) === wanted) setHits(describeHits(counted))
  }
  function close() {
    page.find(false)
    view.focusGrid(page.zone)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') void go(text, event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="find-bar" role="search" onKeyDown={onKeyDown}>
      <label>
        {t(label('찾기', 'Find'))}{' '}
        <input
          className="input"
          type="text"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          onFocus={({ target }) => target.select()}
          aria-invalid={notFound}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <span className="quiet" role="status">
        {notFound ? t(label('없음', 'Not found')) : hits}
        <span className="visually-hidden">{hitsText}</span>
      </span>
      <span className="find-keys">
        <span className="key">↵</span> {t(label('다음', 'Next'))}
        <span className="key">⇧↵</span> {t(label('이전', 'Previous'))}
        <span className="key">Esc</span> {t(label('닫기', 'Close'))}
      </span>
    </div>
  )
}

function describeHits({ count, number }: Hits): string {
  return t(
    label(
      `${formatCount(count)}건 중 ${number.toLocaleString('en-US')}번째`,
      `${number.toLocaleString('en-US')} of ${formatCount(count, 'hit')}`,
    ),
  )
}

/** Screen-reader text of a match, because the cursor moves there while the focus stays here. */
function describePlace(model: GridModel, { row, column }: FoundCell): string {
  const found = model.column(column)
  const values = {
    row: row + 1,
    column: found?.title ?? '',
    value: found ? model.text(row, found) : '',
  }
  return fillIn(gridTexts().announceCell, values)
}

const texts = new WeakMap<PageModel, string>()

export function lastFindText(page: PageModel): string {
  return texts.get(page) ?? ''
}

/**
 * Pending search per page. A repeated search for the same text starts where the pending one ends. A
 * search for another text does not wait, because the pending one may be waiting for rows.
 */
const searches = new WeakMap<PageModel, Promise<FoundCell | null>>()

export function findFrom(
  page: PageModel,
  view: PageView,
  wanted: string,
  step: 1 | -1,
): Promise<FoundCell | null> {
  const before = lastFindText(page) === wanted ? searches.get(page) : undefined
  texts.set(page, wanted)
  const found = Promise.allSettled([before]).then(() => findNext(page, view, wanted, step))
  searches.set(page, found)
  return found
}

async function findNext(
  page: PageModel,
  view: PageView,
  wanted: string,
  step: 1 | -1,
): Promise<FoundCell | null> {
  const model = page.focused
  let found = await model.find(wanted, model.current, step)
  if (!found && page.loaded.arriving) {
    await page.whenLoaded()
    found = await model.find(wanted, model.current, step)
  }
  // Another search may have started and finished in the meantime.
  const isCurrent = lastFindText(page) === wanted
  if (found && isCurrent) view.grids[page.zone]?.goTo(found.row, found.column)
  return found
}

/**
 * Whether the focus is in the find or filter bar. It can remain open while the user works in the
 * grid.
 */
export function isFindBarFocused({ finding }: PageModel): boolean {
  return finding !== false && document.activeElement?.closest('[role=search]') != null
}
