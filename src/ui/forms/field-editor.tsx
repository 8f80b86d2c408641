import type { JSX } from 'react'
import type { FieldEditorProps } from './editor-props.ts'
import { FileEditor } from './file-editor.tsx'
import { FlagEditor } from './flag-editor.tsx'
import { LookupEditor } from './lookup-editor.tsx'
import { SelectEditor } from './select-editor.tsx'
import { TextEditor } from './text-editor.tsx'

/** Input for a field's kind. The value is normalized only on commit. */
export function FieldEditor(props: FieldEditorProps): JSX.Element {
  switch (props.field.kind) {
    case 'flag':
      return <FlagEditor {...props} />
    case 'select':
      return <SelectEditor {...props} />
    case 'file':
      return <FileEditor {...props} />
    case 'lookup':
      return <LookupEditor {...props} />
    case 'text':
    case 'number':
    case 'date':
    case 'datetime':
    case 'month':
    case 'progress':
      return <TextEditor {...props} />
  }
}
