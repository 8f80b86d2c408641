import type { JSX } from 'react'
import { useId } from 'react'
import { t } from '#ui/base/language.ts'
import type { FieldEditorProps } from './editor-props.ts'
import { FieldEditor } from './field-editor.tsx'

export function LabelledField(props: FieldEditorProps): JSX.Element {
  const created = useId()
  const id = props.id ?? created
  return (
    <span className="labelled-field">
      <label htmlFor={id}>
        {t(props.field.label)}
        {props.field.required && (
          <span className="required-star" aria-hidden="true">
            *
          </span>
        )}
      </label>
      <FieldEditor {...props} id={id} />
    </span>
  )
}
