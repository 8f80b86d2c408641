import type { JSX, KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import type { CodeEntry } from '#ui/remote/code-lists.ts'
import { useCodeList } from '#ui/remote/code-lists.ts'
import type { FieldEditorProps } from './editor-props.ts'
import { FieldError } from './field-error.tsx'
import { matchEntries } from '#ui/remote/option-match.ts'
import { hasOperator, searchInCodes, showSearch } from './search-text.ts'
import { useDraft } from './use-draft.ts'

export const allOption = label('전체', 'All')
export const notInList = label('목록에 없는 값입니다.', 'Not in the list.')

interface SelectBoxProps extends FieldEditorProps {
  readonly entries: readonly CodeEntry[]
}

interface ListProps {
  readonly id: string
  readonly entries: readonly CodeEntry[]
  readonly at: number
  readonly onPick: (entry: CodeEntry) => void
}

/**
 * Returns nothing: in newer browsers `scrollIntoView` returns a promise, which React would treat as
 * the ref's cleanup.
 */
function scrollIntoView(item: HTMLElement | null): void {
  item?.scrollIntoView({ block: 'nearest' })
}

function OptionList({ id, entries, at, onPick }: ListProps): JSX.Element {
  return (
    <ul id={id} role="listbox" className="option-list">
      {entries.map((entry, position) => (
        <li
          key={entry.CODE}
          id={`${id}-${position}`}
          role="option"
          aria-selected={position === at}
          ref={position === at ? scrollIntoView : undefined}
          onMouseDown={(event) => {
            event.preventDefault()
            onPick(entry)
          }}
        >
          <span>{entry.NAME}</span>
          <span className="option-code">{entry.CODE}</span>
        </li>
      ))}
      {entries.length === 0 && <li className="option-none">{t(notInList)}</li>}
    </ul>
  )
}

function useSelect(props: SelectBoxProps) {
  const { value, onCommit, searching = false } = props
  const entries = searching ? [{ CODE: '', NAME: t(allOption) }, ...props.entries] : props.entries
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const optionName = (code: string) => entries.find((entry) => entry.CODE === code)?.NAME ?? code
  const selectionText = (text: string) =>
    searching ? showSearch(props.field, text, entries) : optionName(text)
  const name = value === null ? '' : selectionText(String(value))
  const input = useDraft({
    name: props.field.name,
    shown: name,
    edited: name,
    commit: (typed) => {
      const text = typed.trim()
      const named = entries.find(({ NAME }) => NAME === text)
      // A search can combine several entries (`<60`, `10~30`). Such text matches no single entry.
      if (named) onCommit(named.CODE || null)
      else if (searching && hasOperator(props.field, text)) {
        const codes = searchInCodes(props.field, text, props.entries)
        if (codes === undefined) return notInList
        onCommit(codes)
      } else if (text === '') onCommit(null)
      else {
        const found = matchEntries(entries, text)
        const isOnly = found.length === 1 || found[0]?.NAME === text || found[0]?.CODE === text
        if (!found[0] || !isOnly) return notInList
        onCommit(found[0].CODE || null)
      }
      setOpen(false)
      return undefined
    },
    onEnter: props.onEnter,
    help: () => show(),
    isOpen: open,
  })
  const offered = input.text === undefined ? entries : matchEntries(entries, input.text)
  function show() {
    if (props.readOnly) return
    setAt(
      Math.max(
        0,
        entries.findIndex(({ CODE }) => CODE === (value ?? '')),
      ),
    )
    setOpen(true)
  }
  function pick(entry: CodeEntry) {
    input.draft.reset()
    setOpen(false)
    if (entry.CODE !== (value ?? '')) onCommit(entry.CODE || null)
  }
  return { input, open, setOpen, at, setAt, offered, show, pick }
}

function onSelectKey(select: ReturnType<typeof useSelect>, event: KeyboardEvent<HTMLInputElement>) {
  const { input, open, setOpen, at, setAt, offered, show, pick } = select
  const acceptSelection = () => {
    event.preventDefault()
    event.stopPropagation()
  }
  if (input.draft.composing) return input.inputProps.onKeyDown(event)
  const opens = event.key === 'F4' || event.key === 'ArrowDown' || event.key === 'ArrowUp'
  if (!open && opens) {
    acceptSelection()
    return show()
  }
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
  if (open && step !== undefined) {
    acceptSelection()
    return setAt(Math.max(0, Math.min(at + step, offered.length - 1)))
  }
  const chosen = offered[at]
  if (open && event.key === 'Enter' && chosen) {
    acceptSelection()
    return pick(chosen)
  }
  if (open && event.key === 'Tab' && chosen && input.text !== undefined) pick(chosen)
  if (open && event.key === 'Escape') {
    acceptSelection()
    input.draft.reset()
    return setOpen(false)
  }
  input.inputProps.onKeyDown(event)
}

export function SelectBox(props: SelectBoxProps): JSX.Element {
  const { field, searching, invalid, readOnly } = props
  const [listId, faultId] = [useId(), useId()]
  const select = useSelect(props)
  const { input, open, setOpen, setAt, at, offered } = select
  const error = input.error ?? invalid
  return (
    <span className="field-box">
      <input
        {...input.inputProps}
        id={props.id}
        className="input field-input field-select"
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        placeholder={searching && props.field.required !== true ? t(allOption) : undefined}
        readOnly={readOnly}
        autoFocus={props.autoFocus}
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={open && offered.length > 0 ? `${listId}-${at}` : undefined}
        aria-invalid={error !== undefined}
        aria-required={field.required}
        aria-describedby={faultId}
        onMouseDown={() => (open ? setOpen(false) : select.show())}
        onChange={(event) => {
          input.inputProps.onChange(event)
          setAt(0)
          setOpen(true)
        }}
        onBlur={() => {
          setOpen(false)
          input.inputProps.onBlur()
        }}
        onKeyDown={(event) => onSelectKey(select, event)}
      />
      {open && <OptionList id={listId} entries={offered} at={at} onPick={select.pick} />}
      <FieldError id={faultId} error={error} />
    </span>
  )
}

export function SelectEditor(props: FieldEditorProps): JSX.Element {
  return <SelectBox {...props} entries={useCodeList(props.field.codes)} />
}
