import { useState, type JSX, type KeyboardEvent, type ReactNode } from 'react'

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
}

export function useSheetList<Row>(find: (text: string) => readonly Row[]) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const rows = find(text)
  const last = rows.length - 1
  return {
    text,
    rows,
    chosen: rows[Math.min(at, last)],
    choose: setAt,
    search(next: string): void {
      setText(next)
      setAt(0)
    },
    onKeyDown(event: KeyboardEvent, act: (event: KeyboardEvent) => boolean): void {
      if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
      const step = steps[event.key]
      if (step !== undefined) setAt(Math.max(0, Math.min(Math.min(at, last) + step, last)))
      else if (!act(event)) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

interface SearchProps {
  readonly label: string
  readonly list: string
  readonly active: string | undefined
  readonly text: string
  readonly search: (text: string) => void
}

export function SheetSearch({ label, list, active, text, search }: SearchProps): JSX.Element {
  return (
    <input
      className="input"
      data-autofocus=""
      role="combobox"
      aria-expanded
      aria-controls={list}
      aria-activedescendant={active}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ target }) => search(target.value)}
    />
  )
}

interface RowProps {
  readonly id: string
  readonly isChosen: boolean
  readonly className?: string
  readonly onClick?: () => void
  readonly onDoubleClick?: () => void
  readonly children: ReactNode
}

export function SheetRow({ isChosen, className = '', ...props }: RowProps): JSX.Element {
  return (
    <div
      {...props}
      role="option"
      aria-selected={isChosen}
      className={`key-row ${className}`.trim()}
      ref={(row) => {
        if (isChosen) row?.scrollIntoView({ block: 'nearest' })
      }}
    />
  )
}
