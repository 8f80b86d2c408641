import type { JSX, KeyboardEvent } from 'react'
import { useEffect, useId, useState } from 'react'
import type { Value, WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import { label } from '#kernel/label.ts'
import type { Column } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import type { FieldEditorProps } from './editor-props.ts'
import { editText, readText } from './draft-text.ts'
import { FieldError } from './field-error.tsx'
import { columnsToFill, readEntry } from '#ui/remote/lookup-source.ts'
import { hasOperator, readSearch, showSearch } from './search-text.ts'
import { useDraft } from './use-draft.ts'

const allText = label('전체', 'All')
const noSuchCode = label(
  '일치하는 코드가 없습니다. F4로 찾으세요.',
  'No exact match. Press F4 to look up the code.',
)

function useEntryName(field: Column, value: Value, context: WireRow | undefined) {
  const [known, setKnown] = useState({ of: '', name: '' })
  const lookup = field.lookup ?? ''
  const code = typeof value === 'string' && !hasOperator(field, value) ? value : null
  // Owners can use the same code.
  const keyOf = (each: Value) => JSON.stringify([each, context?.['OWNER_CD'] ?? null])
  const of = keyOf(code)
  useEffect(() => {
    if (code === null || known.of === of) return undefined
    let isWanted = true
    const show = (entry: WireRow | undefined) => {
      if (isWanted) setKnown({ of, name: String(entry?.['NAME'] ?? '') })
    }
    // The name is optional: without it the code is still shown (spec §8).
    readEntry(lookup, code, context).then(show, () => undefined)
    return () => {
      isWanted = false
    }
  }, [lookup, code, context, of, known.of])
  const remember = (entry: WireRow) =>
    setKnown({ of: keyOf(entry['CODE'] ?? null), name: String(entry['NAME'] ?? '') })
  return { name: code !== null && known.of === of ? known.name : '', remember }
}

function useLookup(props: FieldEditorProps) {
  const { field, value, onCommit, onValueHelp, searching = false, context } = props
  const lookup = field.lookup ?? ''
  const { name, remember } = useEntryName(field, value, context)
  const [taken, setSelected] = useState('')

  function accept(entry: WireRow) {
    remember(entry)
    onCommit(entry['CODE'] ?? null, columnsToFill(field, entry))
  }
  /** Accepts only an exact code or name of the value help. */
  async function acceptText(typed: string): Promise<Label | undefined> {
    const reading = searching ? readSearch(field, typed) : readText(field, typed)
    if ('error' in reading) return reading.error
    if (reading.value === null) {
      onCommit(null, columnsToFill(field, undefined))
      return undefined
    }
    const text = String(reading.value)
    if (searching && hasOperator(field, text)) {
      onCommit(text)
      return undefined
    }
    try {
      const entry = await readEntry(lookup, text, context)
      if (!entry) return noSuchCode
      accept(entry)
    } catch {
      // If the lookup fails, the code is accepted as typed. The server validates it.
      onCommit(text)
    }
    return undefined
  }
  const input = useDraft({
    name: props.field.name,
    shown: searching ? showSearch(field, value) : editText(value),
    edited: editText(value),
    commit: acceptText,
    onEnter: props.onEnter,
    // A partial code opens the value help to continue from there.
    onRefused: onValueHelp && (() => void help()),
    help: onValueHelp && !props.readOnly ? () => void help() : undefined,
  })
  /** Offers the entire list unless the user has typed: the current code is not a search text. */
  async function help() {
    setSelected('')
    const entry = await onValueHelp?.(input.draft.state().text ?? '')
    input.draft.focus()
    if (!entry) return
    input.draft.reset()
    accept(entry)
    // The screen reader reads the previous value when the field regains focus. This text names the
    // new one.
    setSelected([entry['CODE'], entry['NAME']].filter(Boolean).join(' '))
  }
  return { input, name, taken, help }
}

/** Code of another table. F4 opens the value help; an exact code or name is accepted as typed. */
export function LookupEditor(props: FieldEditorProps): JSX.Element {
  const { field, searching, invalid, readOnly = false, onValueHelp } = props
  const errorId = useId()
  const { input, name, taken, help } = useLookup(props)
  const nameId = useId()
  const error = input.error ?? invalid

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'F4' && onValueHelp && !readOnly) {
      event.preventDefault()
      event.stopPropagation()
      void help()
      return
    }
    input.inputProps.onKeyDown(event)
  }

  return (
    <span className="field-box">
      <span className="input field-lookup" data-invalid={error ? '' : undefined}>
        <input
          {...input.inputProps}
          id={props.id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={searching && field.required !== true ? t(allText) : undefined}
          readOnly={readOnly}
          autoFocus={props.autoFocus}
          aria-invalid={error !== undefined}
          aria-required={field.required}
          aria-describedby={`${nameId} ${errorId}`}
          aria-keyshortcuts="F4"
          onPaste={searching ? (event) => input.onPaste(event, true) : undefined}
          onKeyDown={onKeyDown}
        />
        {name !== '' && input.text === undefined && (
          <span id={nameId} className="lookup-name">
            {name}
          </span>
        )}
        <span className="visually-hidden" role="status">
          {taken}
        </span>
        {onValueHelp && !readOnly && (
          <button
            type="button"
            className="lookup-open"
            tabIndex={-1}
            aria-label={`${t(label('코드도움', 'Code lookup'))} F4`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void help()}
          >
            F4
          </button>
        )}
      </span>
      <FieldError id={errorId} error={error} />
    </span>
  )
}
