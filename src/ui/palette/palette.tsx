import { Command } from 'cmdk'
import {
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type JSX,
  type KeyboardEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { useSnapshot } from 'valtio'
import { currentContext } from '../app/context.ts'
import { focusPage } from '../app/focus.ts'
import type { Label } from '#kernel/label.ts'
import { paletteEntries, usageBoost } from '../app/palette-entries.ts'
import { endChoice, keepKeysForChoice, whenComposed } from '../app/loading-keys.ts'
import { noteChoice, typedLines } from '../app/palette-memory.ts'
import {
  argumentsStart,
  searchPalette,
  withRecords,
  type PaletteRow,
} from '../app/palette-search.ts'
import { shellState } from '../app/shell-state.ts'
import { t } from '../language.ts'
import { PaletteGroups } from './palette-rows.tsx'
import { createSearchIndex } from './search-index.ts'
import { useRecords } from './use-records.ts'

/** The command line: one place to go anywhere and do anything. */
export function Palette(): JSX.Element | null {
  const { paletteOpen } = useSnapshot(shellState)
  return paletteOpen ? <OpenPalette /> : null
}

/** What can be found, fixed when the palette opens: the focus is still where the user was. */
function useFinder() {
  return useMemo(() => {
    const entries = paletteEntries(currentContext())
    const index = createSearchIndex(entries)
    const boost = usageBoost()
    return { size: index.size, find: (text: string) => searchPalette(index, entries, boost, text) }
  }, [])
}

/** Closes the palette, giving the focus back first: a command finds the page as the user left it. */
function closePalette(returnTo: Element | null, then?: () => void): void {
  flushSync(() => {
    shellState.paletteOpen = false
  })
  queueMicrotask(() => {
    if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus()
    if (document.activeElement !== returnTo) focusPage()
    then?.()
  })
}

/** The line, what it finds here and on the server, and what is chosen. */
function usePaletteLine() {
  const finder = useFinder()
  const [returnTo] = useState(() => document.activeElement)
  const [text, setText] = useState(shellState.paletteStart)
  const [chosen, setChosen] = useState('')
  const recalled = useRef(-1)
  /** Enter was pressed before the server had answered what only it can know. */
  const waiting = useRef(false)
  const answer = useMemo(() => finder.find(text), [finder, text])
  const records = useRecords(answer.recordText, (entries) => {
    const first = entries[0]
    if (!answer.certain && first) setChosen(first.id)
    if (!waiting.current) return
    waiting.current = false
    const row = withRecords(answer, entries)[0]
    whenComposed(row ? () => choose(row) : endChoice)
  })
  const rows = useMemo(() => withRecords(answer, records.entries), [answer, records.entries])

  function close(): void {
    closePalette(returnTo)
  }
  function choose(row: PaletteRow, copy = false): void {
    noteChoice(text, row.entry.id)
    closePalette(returnTo, () => {
      row.entry.run(row.args, copy)
      endChoice()
    })
  }
  function change(next: string): void {
    waiting.current = false
    recalled.current = -1
    setText(next)
  }
  function accept(row: PaletteRow | undefined, copy: boolean): void {
    if (records.pending && !answer.certain) {
      waiting.current = true
      // What is typed after this Enter is for what it opens.
      keepKeysForChoice()
    } else if (row) choose(row, copy)
  }
  /** Puts the next older line into the input; false where there is none. */
  function recall(): boolean {
    const line = typedLines()[recalled.current + 1]
    if (line === undefined) return false
    recalled.current += 1
    setText(line)
    return true
  }
  const row = rows.find((each) => each.entry.id === chosen) ?? rows[0]
  const isRecalling = (): boolean => text === '' || recalled.current >= 0
  const endRecall = (): void => {
    recalled.current = -1
  }
  return {
    text,
    change,
    rows,
    row,
    chosen,
    setChosen,
    answer,
    records,
    size: finder.size,
    close,
    choose,
    accept,
    recall,
    isRecalling,
    endRecall,
  }
}

type PaletteLine = ReturnType<typeof usePaletteLine>

function onPaletteKey(event: KeyboardEvent, line: PaletteLine): void {
  if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
  const { row } = line
  const older = event.key === 'F9' || (event.key === 'ArrowUp' && line.isRecalling())
  if (event.key === 'ArrowDown') line.endRecall()
  if (event.key === 'Escape') line.close()
  else if (event.key === 'Enter') line.accept(row, event.ctrlKey || event.metaKey)
  else if (event.key === 'Tab' && row?.entry.screen) line.change(`${t(row.entry.screen.title)} `)
  else if (event.key === 'Tab' && row?.entry.procedure) line.change(`>${t(titleOf(row))} `)
  else if (older ? !line.recall() && event.key === 'ArrowUp' : event.key !== 'Tab') return
  event.preventDefault()
  event.stopPropagation()
}

function titleOf({ entry }: PaletteRow): Label {
  return { ko: entry.ko, en: entry.en }
}

/** Lines drawn in the frame of the key press: what the list shows without scrolling. */
const AT_ONCE = 16

/** The lines in sight at once, and those below them when there is time. */
function useDrawnRows(rows: readonly PaletteRow[]): readonly PaletteRow[] {
  const settled = useDeferredValue(rows)
  return settled === rows ? rows : rows.slice(0, AT_ONCE)
}

function OpenPalette(): JSX.Element {
  const line = usePaletteLine()
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => root.current?.querySelector('input')?.focus(), [])
  const { text, rows, answer } = line
  const drawn = useDrawnRows(rows)
  const latest = useRef(line)
  useLayoutEffect(() => {
    latest.current = line
  })
  const choose = useCallback((row: PaletteRow) => latest.current.choose(row), [])
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
        aria-label={t({ ko: '명령줄', en: 'Command line' })}
        onMouseDown={(event) => event.stopPropagation()}
        onKeyDownCapture={(event) => onPaletteKey(event, line)}
      >
        <Command
          label={t({ ko: '명령줄', en: 'Command line' })}
          shouldFilter={false}
          filter={() => 1}
          vimBindings={false}
          loop
          value={line.chosen}
          onValueChange={line.setChosen}
        >
          <PaletteInput
            text={text}
            change={line.change}
            argumentsAt={argumentsStart(text, answer.typed)}
          />
          <PaletteGroups rows={drawn} choose={choose} searching={text.trim() !== ''} />
        </Command>
        <PaletteFoot
          count={rows.length}
          size={line.size}
          tookMs={answer.tookMs}
          pending={line.records.pending}
        />
      </div>
    </div>
  )
}

interface InputProps {
  readonly text: string
  readonly change: (text: string) => void
  /** Where the arguments begin: they stand in another colour. */
  readonly argumentsAt: number
}

function PaletteInput({ text, change, argumentsAt }: InputProps): JSX.Element {
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
        <Command.Input
          value={text}
          onValueChange={change}
          placeholder={t({
            ko: '화면, 명령, 품목, 번호… 초성도 됩니다 (ㅈㄱㅇㄷ)',
            en: 'Screen, command, item, number…',
          })}
        />
      </span>
    </div>
  )
}

interface FootProps {
  readonly count: number
  readonly size: number
  readonly tookMs: number
  readonly pending: boolean
}

function PaletteFoot({ count, size, tookMs, pending }: FootProps): JSX.Element {
  return (
    <div className="palette-foot">
      <span>{t({ ko: '↑↓ 이동', en: '↑↓ move' })}</span>
      <span>{t({ ko: '↵ 열기', en: '↵ open' })}</span>
      <span>{t({ ko: '^↵ 새 탭', en: '^↵ new tab' })}</span>
      <span>{t({ ko: '⇥ 인자', en: '⇥ arguments' })}</span>
      <span>{t({ ko: '@ 탭 · > 명령 · # 자료', en: '@ tabs · > commands · # records' })}</span>
      <span>{t({ ko: '↑ F9 지난 줄', en: '↑ F9 history' })}</span>
      <span className="palette-count" role="status">
        {pending ? '… ' : ''}
        {count} / {size} · {tookMs} ms
      </span>
    </div>
  )
}
