import { Command } from 'cmdk'
import { useLayoutEffect, useMemo, useRef, useState, type JSX, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useSnapshot } from 'valtio'
import { currentContext } from '../app/context.ts'
import { focusPage } from '../app/focus.ts'
import { paletteEntries, recentBoost } from '../app/palette-entries.ts'
import { argumentsStart, searchPalette, type PaletteRow } from '../app/palette-search.ts'
import { shellState } from '../app/shell-state.ts'
import { t } from '../language.ts'
import { PaletteGroups } from './palette-rows.tsx'
import { createSearchIndex } from './search-index.ts'

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
    const boost = recentBoost()
    return { size: index.size, find: (text: string) => searchPalette(index, entries, boost, text) }
  }, [])
}

function OpenPalette(): JSX.Element {
  const finder = useFinder()
  const [returnTo] = useState(() => document.activeElement)
  const [text, setText] = useState(shellState.paletteStart)
  const [chosen, setChosen] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const answer = useMemo(() => finder.find(text), [finder, text])
  useLayoutEffect(() => root.current?.querySelector('input')?.focus(), [])

  /** Gives the focus back first, so that a command finds the page as the user left it. */
  function close(then?: () => void): void {
    flushSync(() => {
      shellState.paletteOpen = false
    })
    queueMicrotask(() => {
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus()
      if (document.activeElement !== returnTo) focusPage()
      then?.()
    })
  }
  function choose(row: PaletteRow, copy = false): void {
    close(() => row.entry.run(row.args, copy))
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    const row = answer.rows.find((each) => each.entry.id === chosen) ?? answer.rows[0]
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && row) choose(row, true)
    else if (event.key === 'Tab' && row?.entry.screen) setText(`${t(row.entry.screen.title)} `)
    else if (event.key !== 'Tab') return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className="veil palette-veil"
      data-zone="palette"
      data-overlay=""
      onMouseDown={() => close()}
    >
      <div
        ref={root}
        className="palette"
        role="dialog"
        aria-modal="true"
        aria-label={t({ ko: '명령줄', en: 'Command line' })}
        onMouseDown={(event) => event.stopPropagation()}
        onKeyDownCapture={onKeyDown}
      >
        <Command
          label={t({ ko: '명령줄', en: 'Command line' })}
          shouldFilter={false}
          filter={() => 1}
          vimBindings={false}
          loop
          value={chosen}
          onValueChange={setChosen}
        >
          <PaletteInput
            text={text}
            change={setText}
            argumentsAt={argumentsStart(text, answer.typed)}
          />
          <PaletteGroups rows={answer.rows} choose={choose} searching={text.trim() !== ''} />
        </Command>
        <PaletteFoot count={answer.rows.length} size={finder.size} tookMs={answer.tookMs} />
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
            ko: '화면, 명령, 탭… 초성도 됩니다 (ㅈㄱㅇㄷ)',
            en: 'Screen, command, tab…',
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
}

function PaletteFoot({ count, size, tookMs }: FootProps): JSX.Element {
  return (
    <div className="palette-foot">
      <span>{t({ ko: '↑↓ 이동', en: '↑↓ move' })}</span>
      <span>{t({ ko: '↵ 열기', en: '↵ open' })}</span>
      <span>{t({ ko: '^↵ 새 탭', en: '^↵ new tab' })}</span>
      <span>{t({ ko: '⇥ 인자', en: '⇥ arguments' })}</span>
      <span>{t({ ko: '@ 탭 · > 명령', en: '@ tabs · > commands' })}</span>
      <span className="palette-count" role="status">
        {count} / {size} · {tookMs} ms
      </span>
    </div>
  )
}
