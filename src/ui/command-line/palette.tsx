import { Command } from 'cmdk'
import {
  useEffect,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type JSX,
  type KeyboardEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { useSnapshot } from 'valtio'
import type { CommandId } from '#commands/index.ts'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { currentContext } from '#ui/keys/dispatch/context.ts'
import { focusPage } from '#ui/tabs/focus.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { argumentsStart } from './command-line.ts'
import { lazyCode } from './lazy-code.ts'
import { paletteEntries, startEntries } from './palette-entries.ts'
import { endChoice } from '#ui/keys/loading-keys.ts'
import { recordChoice, typedLines, usageBoost } from './palette-memory.ts'
import { localRows, withServerRows, type LocalRows, type PaletteRow } from './palette-results.ts'
import { findHits, maxShown } from './palette-search.ts'
import { afterPaint } from '#ui/base/after-paint.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { t } from '#ui/base/language.ts'
import { lineId, PaletteGroups } from './palette-rows.tsx'
import { createSearchIndex } from './search-index.ts'
import { useAllScreens } from './use-all-screens.ts'
import { useServerResults } from './use-records.ts'
import { useWaitingEnter } from './use-waiting-enter.ts'

export function Palette(): JSX.Element | null {
  const { paletteOpen } = useSnapshot(shellState)
  return paletteOpen ? <OpenPalette /> : null
}

/** Search state, fixed when the palette opens because the context changes with the focus. */
function useFinder() {
  const [context] = useState(currentContext)
  const { screens, complete } = useAllScreens()
  const finder = useMemo(() => {
    const entries = paletteEntries(context, screens)
    const index = createSearchIndex(entries)
    // Built once, not each time the line is cleared.
    const findable = { index, entries, start: startEntries(entries), boost: usageBoost() }
    const find = (text: string) => {
      const started = performance.now()
      const first = localRows(findHits(findable, text))
      return { ...first, tookMs: Math.max(Math.round(performance.now() - started), 0) }
    }
    return { size: index.size, find, read: () => index.read() }
  }, [context, screens])
  // The empty line needs no index, so build it after the first paint.
  useEffect(() => afterPaint(finder.read), [finder])
  const keyLabel = useCallback(
    (id: CommandId) => lazyCode().freeKeyLabel?.(id, context) ?? commandKeyLabel(id),
    [context],
  )
  return { ...finder, complete, keyLabel }
}

/** Restores the focus before running a command, which acts on it. */
function closePalette(returnTo: Element | null, then?: () => void): void {
  flushSync(() => {
    shellState.paletteOpen = false
  })
  queueMicrotask(() => {
    if (returnTo instanceof HTMLElement && returnTo.isConnected) {
      returnTo.focus({ preventScroll: true })
    }
    if (document.activeElement !== returnTo) focusPage()
    then?.()
  })
}

function useTypedLine() {
  const [text, setText] = useState(shellState.paletteStart)
  const [chosen, setChosen] = useState('')
  const recalled = useRef(-1)
  function show(next: string): void {
    setText(next)
    setChosen('')
  }
  return {
    text,
    chosen,
    setChosen,
    type: (next: string): void => {
      recalled.current = -1
      show(next)
    },
    recall: (): boolean => {
      const line = typedLines()[recalled.current + 1]
      if (line === undefined) return false
      recalled.current += 1
      show(line)
      return true
    },
    isRecalling: (): boolean => text === '' || recalled.current >= 0,
    endRecall: (): void => {
      recalled.current = -1
    },
  }
}

/** Whether screens that are not loaded yet could change the result. */
function mayNeedMoreScreens(text: string, { isCertain, rows, typedArguments }: LocalRows): boolean {
  const isName = isCertain && typedArguments.length === 0 && rows[0]?.entry.screen !== undefined
  return text.trim() !== '' && !isName
}

const noRows: readonly PaletteRow[] = []

function usePaletteLine() {
  const finder = useFinder()
  const [returnTo] = useState(() => document.activeElement)
  const typed = useTypedLine()
  const { text, chosen } = typed
  const { find, complete } = finder
  const answer = useMemo(() => find(text), [find, text])
  const records = useServerResults(answer.serverRequest, (entries) => {
    const first = entries[0]
    if (!answer.isCertain && first) typed.setChosen(first.id)
  })
  const rows = useMemo(() => withServerRows(answer, records.answer), [answer, records.answer])
  const isUnknown =
    (records.pending && !answer.isCertain) || (!complete && mayNeedMoreScreens(text, answer))
  // Without the server the meaning of a number is unknown, so Enter does not guess.
  const known = records.failure !== undefined && !answer.isCertain ? noRows : rows
  const enter = useWaitingEnter(isUnknown, known, choose)

  function close(): void {
    closePalette(returnTo)
  }
  function choose(row: PaletteRow, copy = false): void {
    // Without the rejected condition the screen would show other rows.
    if (row.error !== undefined) return endChoice()
    recordChoice(text, row.entry.id)
    closePalette(returnTo, () => {
      row.entry.run(row.args, copy)
      endChoice()
    })
  }
  function change(next: string): void {
    enter.forget()
    typed.type(next)
  }
  function accept(row: PaletteRow | undefined, copy: boolean): void {
    if (isUnknown) enter.wait({ copy, id: chosen })
    else if (row) choose(row, copy)
  }
  const row = rows.find((candidate) => candidate.entry.id === chosen) ?? rows[0]
  return {
    ...typed,
    change,
    rows,
    row,
    answer,
    records,
    size: finder.size,
    keyLabel: finder.keyLabel,
    close,
    choose,
    accept,
  }
}

type PaletteLine = ReturnType<typeof usePaletteLine>

function onPaletteKey(event: KeyboardEvent, line: PaletteLine): void {
  if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
  const { row } = line
  const isOlder = event.key === 'F9' || (event.key === 'ArrowUp' && line.isRecalling())
  if (event.key === 'ArrowDown') line.endRecall()
  if (event.key === 'Escape') line.close()
  else if (event.key === 'Enter') line.accept(row, event.ctrlKey || event.metaKey)
  else if (event.key === 'Tab' && row?.entry.screen) line.change(`${t(row.entry.screen.title)} `)
  else if (event.key === 'Tab' && row?.entry.procedure) line.change(`>${t(rowTitle(row))} `)
  else if (isOlder ? !line.recall() && event.key === 'ArrowUp' : event.key !== 'Tab') return
  event.preventDefault()
  event.stopPropagation()
}

function rowTitle({ entry }: PaletteRow): Label {
  return label(entry.ko, entry.en)
}

/** Rows that fit below one heading without scrolling. */
const visibleRowCount = 14

function useRenderedRows(text: string, rows: readonly PaletteRow[]) {
  const [movedIn, setMovedIn] = useState<string>()
  const isMovedIn = movedIn === text
  return {
    drawn: isMovedIn ? rows : rows.slice(0, visibleRowCount),
    drawAll: (): void => {
      if (!isMovedIn) flushSync(() => setMovedIn(text))
    },
  }
}

const movingKeys = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'])

function useScrollReset(text: string) {
  const list = useRef<HTMLDivElement>(null)
  const scrolled = useRef(false)
  useLayoutEffect(() => {
    // Setting `scrollTop` forces a layout, so only do it after scrolling.
    if (scrolled.current && list.current) list.current.scrollTop = 0
    scrolled.current = false
  }, [text])
  const markScrolled = useCallback(() => {
    scrolled.current = true
  }, [])
  return { list, markScrolled }
}

/** Stable callbacks, which keep memoized rows from rendering again. */
function useListActions(line: PaletteLine, drawAll: () => void, markScrolled: () => void) {
  const latest = useRef({ line, drawAll })
  useLayoutEffect(() => {
    latest.current = { line, drawAll }
  })
  return {
    choose: useCallback((row: PaletteRow) => latest.current.line.choose(row), []),
    pointAt: useCallback((row: PaletteRow) => latest.current.line.setChosen(row.entry.id), []),
    onScroll: useCallback(() => {
      markScrolled()
      latest.current.drawAll()
    }, [markScrolled]),
  }
}

function OpenPalette(): JSX.Element {
  const line = usePaletteLine()
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => root.current?.querySelector('input')?.focus(), [])
  const { text, rows, row, answer } = line
  const { drawn, drawAll } = useRenderedRows(text, rows)
  const { list, markScrolled } = useScrollReset(text)
  const actions = useListActions(line, drawAll, markScrolled)
  return (
    <div
      className="veil palette-veil"
      data-zone="palette"
      data-overlay=""
      onMouseDown={() => line.close()}
    >
      <div
        ref={root}
        className="palette"
        role="dialog"
        aria-modal="true"
        aria-label={t(label('명령줄', 'Command line'))}
        onMouseDown={(event) => event.stopPropagation()}
        onKeyDownCapture={(event) => {
          if (movingKeys.has(event.key)) drawAll()
          onPaletteKey(event, line)
        }}
      >
        <div className="palette-sheet">
          <Command
            label={t(label('명령줄', 'Command line'))}
            shouldFilter={false}
            filter={() => 1}
            vimBindings={false}
            loop
            value={row?.entry.id ?? ''}
            onValueChange={line.setChosen}
          >
            <PaletteInput
              text={text}
              change={line.change}
              argumentsAt={argumentsStart(text, answer.typedArguments)}
              active={row && lineId(row.entry)}
            />
            <PaletteGroups
              list={list}
              rows={drawn}
              count={rows.length}
              active={row}
              {...actions}
              keyLabel={line.keyLabel}
              searching={text.trim() !== ''}
            />
          </Command>
          <PaletteFoot line={line} />
        </div>
      </div>
    </div>
  )
}

interface InputProps {
  readonly text: string
  readonly change: (text: string) => void
  readonly argumentsAt: number
  readonly active: string | undefined
}

/**
 * Our own input inside cmdk's, which never receives the text. Otherwise cmdk would search for the
 * first row and render twice per keystroke.
 */
function PaletteInput({ text, change, argumentsAt, active }: InputProps): JSX.Element {
  return (
    <div className="palette-line">
      <span className="palette-prompt" aria-hidden="true">
        ›
      </span>
      <span className="palette-typed">
        <span className="palette-mirror" aria-hidden="true">
          {text.slice(0, argumentsAt)}
          <span className="tone-warn">{text.slice(argumentsAt)}</span>
        </span>
        <Command.Input asChild value="">
          <input
            value={text}
            onChange={(event) => change(event.target.value)}
            aria-activedescendant={active}
            placeholder={t(
              label(
                '화면, 명령, 품목, 번호… 초성도 됩니다 (ㅈㄱㅇㄷ)',
                'Screen, command, item, number…',
              ),
            )}
          />
        </Command.Input>
      </span>
    </div>
  )
}

function PaletteFoot({ line }: { readonly line: PaletteLine }): JSX.Element {
  const { text, rows, size, records } = line
  const { tookMs } = line.answer
  const error = line.row?.error
  const isEmpty = text.trim() === ''
  const count = rows.length
  if (error !== undefined) {
    return (
      <div className="palette-foot tone-warn" role="alert">
        {error}
      </div>
    )
  }
  const isMore = count >= maxShown && !isEmpty
  const narrow = isMore && t(label('더 입력해 좁히세요 ', 'type more to narrow '))
  const noServerText = t(
    label(
      '서버 응답 없음 · 화면과 명령만 표시 ',
      'Server not responding · screens and commands only ',
    ),
  )
  const without = records.failure === '' ? noServerText : records.failure && `${records.failure} `
  return (
    <div className="palette-foot">
      <FootKeys isEmpty={isEmpty} />
      <span className="palette-count" aria-hidden="true">
        {records.pending && t(label('자료 찾는 중… ', 'looking for records… '))}
        {without}
        {narrow}
        {count} / {size} · {tookMs} ms
      </span>
      <span className="visually-hidden" role="status">
        {without}
        {narrow}
        {!records.pending && t(label(`${formatCount(count)}건`, `${formatCount(count)} found`))}
      </span>
    </div>
  )
}

function FootKeys({ isEmpty }: { readonly isEmpty: boolean }): JSX.Element[] {
  const open = t(label('↵ 열기', '↵ open'))
  const keys = isEmpty
    ? [
        open,
        t(label('@ 탭 · > 명령 · # 자료', '@ tabs · > commands · # records')),
        t(label('↑ F9 이전 입력', '↑ F9 history')),
      ]
    : [
        t(label('↑↓ 이동', '↑↓ move')),
        open,
        t(label('^↵ 새 탭', '^↵ new tab')),
        t(label('⇥ 조건 입력', '⇥ conditions')),
      ]
  return keys.map((key) => <span key={key}>{key}</span>)
}
