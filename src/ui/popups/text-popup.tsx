import { useRef, type JSX } from 'react'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { PopupButtons } from '#ui/windows/popup-buttons.tsx'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'

export function TextPopup({ input, close }: PopupPageProps): JSX.Element {
  const box = useRef<HTMLTextAreaElement>(null)
  const submit = (): void => close({ TEXT: box.current?.value ?? '' })
  return (
    <div
      className="text-popup"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        submit()
      }}
    >
      <textarea
        ref={box}
        className="input"
        data-autofocus=""
        aria-label={t(label('내용', 'Text'))}
        defaultValue={String(input['TEXT'] ?? '')}
      />
      <PopupButtons
        buttons={[
          { title: label('확인', 'OK'), keyName: 'Ctrl+↵', run: submit, isMain: true },
          { title: label('닫기', 'Close'), keyName: 'Esc', run: () => close() },
        ]}
      />
    </div>
  )
}
