import type { ClipboardEvent, JSX, KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import { getDateLength, maxDateBoxLength } from '#kernel/date-box.ts'
import { CalendarPopup } from './calendar-popup.tsx'
import { pickCodes } from './code-picker.tsx'
import { editText, removeUntypeable, readText, showText } from './draft-text.ts'
import type { FieldEditorProps } from './editor-props.ts'
import { FieldError } from './field-error.tsx'
import { removeUnsearchable, readSearch, showSearch } from './search-text.ts'
import type { TextInput } from './input-draft.ts'
import { useDraft } from './use-draft.ts'

/**
 * Limits a date to eight digits and two hyphens. A search has no limit because it accepts ranges.
 */
function maxLength(props: FieldEditorProps): number | undefined {
  if (props.searching) return undefined
  return props.field.kind === 'date' ? maxDateBoxLength : undefined
}

/**
 * Whether pasted text is read as a whole. Truncated to the input length or to its digits, two dates
 * or a mistyped number would become a different value.
 */
function acceptsPaste({ field, searching = false, readOnly = false }: FieldEditorProps): boolean {
  // In a number, a comma separates thousands, not values.
  if (searching) return field.kind !== 'number'
  return !readOnly && (getDateLength(field) !== undefined || field.digitsOnly)
}

/** Grows with the text up to 300 px, because a date range is longer than the default box. */
function textWidth(text: string): string {
  return `min(${text.length + 3}ch, 300px)`
}

function useTextDraft(props: FieldEditorProps) {
  const { field, value, onCommit, searching = false, readOnly = false } = props
  const [calendarOpen, setCalendarOpen] = useState(false)
  const hasCalendar = field.kind === 'date' && !readOnly
  const input = useDraft({
    name: props.field.name,
    shown: searching ? showSearch(field, value) : showText(field, value),
    edited: editText(value),
    sanitize: (typed) =>
      searching ? removeUnsearchable(field, typed) : removeUntypeable(field, typed),
    commit: (typed) => {
      const reading = searching ? readSearch(field, typed) : readText(field, typed)
      if ('error' in reading) return reading.error
      if (reading.value !== value) onCommit(reading.value, undefined, typed)
      return undefined
    },
    onEnter: props.onEnter,
    help: hasCalendar ? () => setCalendarOpen(true) : undefined,
    isOpen: calendarOpen,
  })
  async function pick(): Promise<void> {
    const codes = await pickCodes(field, input.draft.state().text ?? editText(value))
    input.draft.focus()
    if (codes === undefined) return
    input.draft.reset()
    onCommit(codes === '' ? null : codes)
  }
  function onKeyDown(event: KeyboardEvent<TextInput>) {
    if (event.key === 'F4' && field.listOf !== undefined && !readOnly) {
      event.preventDefault()
      event.stopPropagation()
      void pick()
      return
    }
    const opens = event.key === 'F4' || (event.key === 'ArrowDown' && event.altKey)
    if (!hasCalendar || (!opens && event.key !== 'Delete')) return input.inputProps.onKeyDown(event)
    event.preventDefault()
    if (opens) {
      event.stopPropagation()
      setCalendarOpen(true)
      return
    }
    // Delete clears a date field at any caret position (spec §4).
    input.draft.reset()
    if (value !== null) onCommit(null)
  }
  function onPick(day: string | undefined) {
    setCalendarOpen(false)
    input.draft.focus()
    if (day === undefined) return
    input.draft.reset()
    onCommit(day)
  }
  return { input, calendarOpen, onKeyDown, onPick }
}

export function TextEditor(props: FieldEditorProps): JSX.Element {
  const { field, value, searching = false, readOnly = false, lines } = props
  const errorId = useId()
  const { input, calendarOpen, onKeyDown, onPick } = useTextDraft(props)
  const error = input.error ?? props.invalid
  const common = {
    ...input.inputProps,
    id: props.id,
    className: `input field-input field-${field.kind}`,
    autoComplete: 'off',
    spellCheck: false,
    readOnly,
    onPaste: acceptsPaste(props)
      ? (event: ClipboardEvent<TextInput>) => input.onPaste(event, searching)
      : undefined,
    autoFocus: props.autoFocus,
    'aria-invalid': error !== undefined,
    'aria-required': field.required,
    'aria-describedby': errorId,
    onKeyDown,
  }
  return (
    <span className="field-box">
      {lines === undefined ? (
        <input
          {...common}
          type="text"
          style={{
            textAlign: searching ? 'left' : field.align,
            minWidth: textWidth(input.inputProps.value),
          }}
          inputMode={field.kind === 'number' && !searching ? 'decimal' : 'text'}
          maxLength={maxLength(props)}
        />
      ) : (
        <textarea {...common} rows={lines} />
      )}
      {calendarOpen && (
        <CalendarPopup day={typeof value === 'string' ? value : null} onPick={onPick} />
      )}
      <FieldError id={errorId} error={error} />
    </span>
  )
}
