import type { JSX } from 'react'
import { useId } from 'react'
import { checkValue } from '#kernel/box-value.ts'
import type { FieldEditorProps } from './editor-props.ts'
import { FieldError } from './field-error.tsx'
import { SelectBox } from './select-editor.tsx'

const yesNo = [
  { CODE: 'Y', NAME: 'Y' },
  { CODE: 'N', NAME: 'N' },
]

function CheckboxInput(props: FieldEditorProps): JSX.Element {
  const { field, value, onCommit, invalid } = props
  const errorId = useId()
  return (
    <span className="field-box">
      <input
        id={props.id}
        className="field-tick"
        type="checkbox"
        autoFocus={props.autoFocus}
        checked={value === 'Y'}
        disabled={props.readOnly}
        aria-required={field.required}
        aria-invalid={invalid !== undefined}
        aria-describedby={errorId}
        onChange={({ target }) => onCommit(checkValue(target.checked))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          props.onEnter?.()
        }}
      />
      <FieldError id={errorId} error={invalid} />
    </span>
  )
}

/** Checkbox. A search uses a list instead, because there the flag can also be left open. */
export function FlagEditor(props: FieldEditorProps): JSX.Element {
  return props.searching ? <SelectBox {...props} entries={yesNo} /> : <CheckboxInput {...props} />
}
