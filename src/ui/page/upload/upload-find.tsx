import { useEffect, useRef, useState, type JSX, type KeyboardEvent } from 'react'
import { label } from '#kernel/label.ts'
import { keyOf } from '#ui/keys/dispatch/keyboard.ts'
import { t } from '#ui/base/language.ts'
import type { UploadSession } from './upload-session.ts'

/** Finds a text in the rows: Enter goes on, Shift+Enter back, Escape returns to the grid. */
export function UploadFind({ session }: { session: UploadSession }): JSX.Element {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isMissed, setMissed] = useState(false)
  useEffect(() => {
    session.connect({ find: () => input.current?.select() })
  }, [session])

  async function go(step: 1 | -1): Promise<void> {
    const { model } = session.rows
    const found = await model.find(text, model.current, step)
    setMissed(found === null && text !== '')
    if (found) session.parts.grid?.goTo(found.row, found.column)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') session.parts.grid?.focus()
    else if (event.key === 'Enter') void go(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <label className="upload-find">
      <span className="quiet">
        {t(label('찾기', 'Find'))} {keyOf('grid.find')}
      </span>
      <input
        ref={input}
        className="input"
        value={text}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isMissed}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="tone-warn" role="status">
        {isMissed ? t(label('없음', 'Not found')) : ''}
      </span>
    </label>
  )
}
