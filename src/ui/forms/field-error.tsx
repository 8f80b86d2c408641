import type { JSX } from 'react'
import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'

export function FieldError({ id, error }: { id: string; error: Label | undefined }): JSX.Element {
  return (
    <span id={id} className="field-fault" role="alert">
      {error ? t(error) : null}
    </span>
  )
}
