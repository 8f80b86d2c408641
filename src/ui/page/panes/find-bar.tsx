import { type JSX, type KeyboardEvent, useState } from 'react'
import { howMany } from '#kernel/how-many.ts'
import { label } from '#kernel/label.ts'
import { currentLanguage, t } from '#ui/base/language.ts'
import { fillIn, gridTexts } from '#ui/grid/edit/grid-texts.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { FoundCell, Hits } from '#ui/grid/rows/worker-messages.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { PageView } from '#ui/page/model/page-view.ts'

interface FindBarProps {
  readonly page: PageModel
  readonly view: PageView
}

/** A line that finds texts in the grid: Enter goes on, Shift+Enter back, Escape closes. */
export function FindBar({ page, view }: FindBarProps): JSX.Element {
  const [text, setText] = useState(() => lastLookedFor(page))
  const [missed, setMissed] = useState(false)
  const [said, setSaid] = useState('')
  const [hits, setHits] = useState('')

  async function go(wanted: string, step: 1 | -1) {
    const model = page.focused
    const found = await findFrom(page, view, wanted, step)
    setMissed(found === null && wanted !== '')
    setSaid(found ? placeInWords(model, found) : '')
    setHits('')
    const counted = found && (await model.hits(wanted, found))
    // Another text may have been asked for meanwhile.
    if (counted && lastLookedFor(page) === wanted) setHits(hitsInWords(counted))
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
          aria-invalid={missed}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <span className="quiet" role="status">
        {missed ? t(label('없음', 'Not found')) : hits}
        <span className="visually-hidden">{said}</span>
      </span>
      <span className="find-keys">
        <span className="key">↵</span> {t(label('다음', 'Next'))}
        <span className="key">⇧↵</span> {t(label('이전', 'Previous'))}
        <span className="key">Esc</span> {t(label('닫기', 'Close'))}
      </span>
    </div>
  )
}

function hitsInWords({ count, number }: Hits): string {
  return t(
    label(
      `${howMany(count)}건 중 ${number.toLocaleString('en-US')}번째`,
      `${number.toLocaleString('en-US')} of ${howMany(count, 'hit')}`,
    ),
  )
}

/** Where a text was found, for those who hear it: the cursor goes there, the keyboard stays here. */
function placeInWords(model: GridModel, { row, column }: FoundCell): string {
  const found = model.column(column)
  const values = {
    row: row + 1,
    column: found?.title ?? '',
    value: found ? model.text(row, found) : '',
  }
  return fillIn(gridTexts[currentLanguage()].announceCell, values)
}

const texts = new WeakMap<PageModel, string>()

/** What was looked for last on a page, so that it can be gone on with when its line is closed. */
export function lastLookedFor(page: PageModel): string {
  return texts.get(page) ?? ''
}

/**
 * The last search of a page: the next one for the same text starts where it ends, however fast they
 * are asked for. Another text waits for none: the one before may have to wait for rows still coming.
 */
const searches = new WeakMap<PageModel, Promise<FoundCell | null>>()

/** Goes to the next cell with a text, or to the one before; null when there is none. */
export function findFrom(
  page: PageModel,
  view: PageView,
  wanted: string,
  step: 1 | -1,
): Promise<FoundCell | null> {
  const before = lastLookedFor(page) === wanted ? searches.get(page) : undefined
  texts.set(page, wanted)
  const found = Promise.allSettled([before]).then(() => goOn(page, view, wanted, step))
  searches.set(page, found)
  return found
}

async function goOn(
  page: PageModel,
  view: PageView,
  wanted: string,
  step: 1 | -1,
): Promise<FoundCell | null> {
  const model = page.focused
  let found = await model.find(wanted, model.current, step)
  if (!found && page.loaded.arriving) {
    await page.arrived()
    found = await model.find(wanted, model.current, step)
  }
  // Another text may have been asked for meanwhile, and found.
  const isStillMeant = lastLookedFor(page) === wanted
  if (found && isStillMeant) view.grids[page.zone]?.goTo(found.row, found.column)
  return found
}

/** Whether the line that finds or filters is typed in: it may stay open while the rows are worked on. */
export function isInFindLine({ finding }: PageModel): boolean {
  return finding !== false && document.activeElement?.closest('[role=search]') != null
}
