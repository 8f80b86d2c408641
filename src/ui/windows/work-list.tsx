import './work-list.css'
import { useState, type JSX, type KeyboardEvent, type ReactNode } from 'react'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { loadingText } from '#ui/base/loading-text.ts'
import { PopupButtons, type PopupButton } from './popup-buttons.tsx'

interface Props {
  readonly title: Label
  readonly about: ReactNode
  readonly rows: readonly WireRow[] | undefined
  readonly keyColumn: string
  readonly rowClass: string
  readonly draw: (row: WireRow) => ReactNode
  /**
   * Whether a row is selected, for lists with multiple selection. Other lists highlight the current
   * row.
   */
  readonly isTaken?: (row: WireRow) => boolean
  readonly empty: string
  readonly foot: string
  readonly main: PopupButton
  /** Handles keys other than arrows. Returns true if handled. */
  readonly onKey: (key: string, row: WireRow | undefined) => boolean
  readonly onPress?: (row: WireRow) => void
  readonly close: () => void
}

export function WorkList(props: Props): JSX.Element {
  const { rows, keyColumn, isTaken, onKey, onPress } = props
  const [chosen, setChosen] = useState(0)
  const last = Math.max((rows?.length ?? 1) - 1, 0)
  const at = Math.min(chosen, last)
  const here = rows?.[at]
  const itemId = (row: WireRow): string => `work-${row[keyColumn]}`

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key]
    if (step !== undefined) setChosen(Math.min(Math.max(at + step, 0), last))
    else if (!onKey(event.key, here)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="help-list">
      <p className="quiet">{props.about}</p>
      <div
        className="help-rows"
        role="listbox"
        tabIndex={0}
        data-autofocus=""
        aria-multiselectable={isTaken !== undefined}
        aria-busy={rows === undefined}
        aria-label={t(props.title)}
        aria-activedescendant={here && itemId(here)}
        onKeyDown={onKeyDown}
      >
        {rows?.map((row, index) => (
          <div
            key={itemId(row)}
            id={itemId(row)}
            role="option"
            aria-selected={isTaken?.(row) ?? index === at}
            className={`help-row ${props.rowClass}`}
            data-current={index === at || undefined}
            onClick={() => {
              setChosen(index)
              onPress?.(row)
            }}
          >
            {props.draw(row)}
          </div>
        ))}
        {(rows?.length ?? 0) === 0 && <EmptyLine text={rows ? props.empty : t(loadingText)} />}
      </div>
      <p className="help-foot" role="status">
        {props.foot}
      </p>
      <PopupButtons
        buttons={[
          { ...props.main, isMain: true },
          { title: label('닫기', 'Close'), keyName: 'Esc', run: props.close },
        ]}
      />
    </div>
  )
}

/** Disabled option for an empty list, because a listbox can contain only options. */
export function EmptyLine({ text }: { readonly text: string }): JSX.Element {
  return (
    <div className="popup-wait" role="option" aria-disabled="true" aria-selected="false">
      {text}
    </div>
  )
}
