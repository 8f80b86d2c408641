import '#ui/windows/work-list.css'
import { useState, type JSX, type KeyboardEvent } from 'react'
import { addPhrases, dropPhrases, phrases } from '#areas/system/operations/phrases.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { postQuery } from '#ui/remote/query-call.ts'
import { t } from '#ui/base/language.ts'
import { saveAndNotify } from '#ui/remote/save-call.ts'
import { showMessage, showErrors } from '#ui/windows/message.tsx'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'
import { refusalText } from '#ui/forms/refusal-text.ts'
import { HelpList, rowsContaining, type HelpColumn } from '#ui/forms/value-help.tsx'

const columns: readonly HelpColumn[] = [
  { name: 'NAME', title: label('상용구', 'Phrase'), width: '1fr' },
]

async function findPhrases(text: string): Promise<readonly WireRow[]> {
  const rows = await postQuery({ source: phrases }, {})
  return rowsContaining(
    rows.map(({ PHRASE = '' }) => ({ CODE: PHRASE, NAME: PHRASE })),
    text,
  )
}

/** Reusable phrases. Insert saves the typed text as a new phrase. Resolves with `TEXT`. */
export function PhrasePopup({ input, close }: PopupPageProps): JSX.Element {
  const [start, setStart] = useState(String(input['SEARCH'] ?? ''))
  const [drawn, setDrawn] = useState(0)

  async function change(procedure: Procedure, PHRASE: string, next: string): Promise<void> {
    await showErrors(async () => {
      await saveAndNotify(procedure, [{ NO: 1, PHRASE }])
      setStart(next)
      setDrawn(drawn + 1)
    }, refusalText)
  }
  async function drop(phrase: string, typed: string): Promise<void> {
    const text = `${phrase}\n${t(label('이 상용구를 삭제할까요?', 'Delete this phrase?'))}`
    if (await showMessage({ kind: 'question', text })) await change(dropPhrases, phrase, typed)
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!(event.target instanceof HTMLInputElement)) return
    const typed = event.target.value.trim()
    const chosen = event.currentTarget.querySelector('[role=option][aria-selected=true]')
    if (event.key === 'Insert' && typed !== '') void change(addPhrases, typed, typed)
    else if (event.key === 'Delete' && event.ctrlKey && chosen) {
      void drop(chosen.textContent, typed)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const choose = (row?: WireRow): void => close(row && { ...row, TEXT: row['NAME'] ?? '' })
  return (
    <div className="popup-whole" onKeyDown={onKeyDown}>
      <HelpList
        key={drawn}
        text={start}
        columns={columns}
        find={findPhrases}
        placeholder={label('상용구 찾기 · Ins 등록 · Ctrl+Del 삭제', hint)}
        none={label('일치하는 상용구가 없습니다. Insert로 등록하세요.', none)}
        action={label('입력', 'use')}
        close={choose}
      />
    </div>
  )
}

const hint = 'Find a phrase · Ins keeps what is typed · Ctrl+Del forgets'
const none = 'Phrase not found. Insert uses the typed text.'
