import { useId, useRef, useState, type JSX, type KeyboardEvent } from 'react'
import { label, type Label } from '#kernel/label.ts'
import { storeFile, type StoredFile } from './store-file.ts'
import { openFileWindow } from '#ui/base/file-window.ts'
import { t } from '#ui/base/language.ts'
import { chooseFile } from '#ui/base/choose-file.ts'
import type { FieldEditorProps } from './editor-props.ts'
import { FieldError } from './field-error.tsx'
import { columnsToFill } from '#ui/remote/lookup-source.ts'

const uploading = label('올리는 중…', 'Uploading…')
const unnamedFile = label('첨부파일', 'Attached file')
const texts = {
  upload: label('올리기', 'Upload'),
  open: label('다운로드', 'Download'),
}

function useUpload({ field, onCommit, context, onEnter }: FieldEditorProps, enter: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Label | undefined>(undefined)
  const [known, setKnown] = useState<StoredFile | undefined>(undefined)

  async function choose(): Promise<void> {
    if (busy) return
    const file = await chooseFile()
    if (!file) return
    setBusy(true)
    setError(undefined)
    try {
      const stored = await storeFile(file, context)
      setKnown(stored)
      onCommit(stored.FILE_SN, columnsToFill(field, stored))
      // The file picker took the focus. Continue from this field.
      enter()
      onEnter?.()
    } catch (error) {
      const errorText = error instanceof Error ? error.message : String(error)
      setError(label(errorText, errorText))
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, known, choose }
}

function nameColumn({ fills }: FieldEditorProps['field']): string | undefined {
  return Object.entries(fills ?? {}).find(([, from]) => from === 'FILE_NM')?.[0]
}

function shownName(props: FieldEditorProps, known: StoredFile | undefined): string {
  const { value, context, field } = props
  if (value === null) return ''
  if (known?.FILE_SN === value) return known.FILE_NM
  return String(context?.[nameColumn(field) ?? ''] ?? t(unnamedFile))
}

/** File field: a read-only name and a button that uploads another file (spec §4). */
export function FileEditor(props: FieldEditorProps): JSX.Element {
  const { field, value, onCommit, invalid, readOnly = false } = props
  const errorId = useId()
  const box = useRef<HTMLInputElement>(null)
  const { busy, error, known, choose } = useUpload(props, () => box.current?.focus())

  function onKeyDown(event: KeyboardEvent): void {
    if (readOnly || !['Enter', 'F4', 'Delete'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key !== 'Delete') void choose()
    else if (value !== null) onCommit(null, columnsToFill(field, undefined))
  }
  return (
    <span className="field-box">
      <span className="field-file">
        <input
          ref={box}
          id={props.id}
          className="input field-input"
          type="text"
          readOnly
          autoFocus={props.autoFocus}
          data-picked={readOnly ? undefined : ''}
          value={busy ? t(uploading) : shownName(props, known)}
          aria-invalid={(error ?? invalid) !== undefined}
          aria-required={field.required}
          aria-describedby={errorId}
          aria-busy={busy}
          onKeyDown={onKeyDown}
        />
        {!readOnly && (
          <button type="button" className="button" onClick={() => void choose()}>
            {t(texts.upload)}
          </button>
        )}
        {value !== null && (
          <button type="button" className="button" onClick={() => openFileWindow(String(value))}>
            {t(texts.open)}
          </button>
        )}
      </span>
      <FieldError id={errorId} error={error ?? invalid} />
    </span>
  )
}
