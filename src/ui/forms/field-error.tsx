import type { JSX } from 'react'
import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'

export function FieldError({ id, fault }: { id: string; fault: Label | undefined }): JSX.Element {
  return (
    <span id={id} className="field-fault" role="alert">
      {fault ? t(fault) : null}
    </span>
  )
}
