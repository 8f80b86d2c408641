import { useEffect, useLayoutEffect, useRef, useState, type JSX, type KeyboardEvent } from 'react'
import { label } from '#kernel/label.ts'
import { enterWindow, focusableElements } from '#ui/tabs/focus.ts'
import { t } from '#ui/base/language.ts'
import { confirmLeave } from './message.tsx'
import { showPopupKeys, type OpenPopup } from './popup-stack.ts'
import { useUnsavedInput } from './use-typed.ts'
import { useWindowPlace } from './use-window-place.ts'

interface FrameProps {
  readonly popup: OpenPopup
  readonly depth: number
  readonly covered: boolean
  /** The message is confirmed and only fades out. */
  readonly leaving: boolean
}

const unsaved = label(
  '저장하지 않은 입력이 있습니다. 창을 닫으면 입력이 삭제됩니다.',
  'Your input is not saved. Closing the window discards it.',
)

const fullScreenLabel = label('전체 화면', 'Full screen')
const fullKey = { keys: 'Alt+Enter', title: fullScreenLabel }

export function PopupFrame({ popup, depth, covered, leaving }: FrameProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null)
  const [full, setFull] = useState(false)
  const place = useWindowPlace(frame, depth * 24)
  const typed = useUnsavedInput(frame)
  useLayoutEffect(() => (frame.current ? keepFocusInPopup(frame.current) : undefined), [])
  const { fullScreen } = popup
  useEffect(() => (fullScreen ? showPopupKeys([fullKey]) : undefined), [fullScreen])

  /** Asks for confirmation if there is unsaved input. */
  async function dismiss(): Promise<void> {
    if (typed() && !(await confirmLeave(t(unsaved)))) return
    popup.dismiss()
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    const togglesFull = popup.fullScreen && event.altKey && event.key === 'Enter'
    if (event.key === 'Escape') void dismiss()
    else if (togglesFull) setFull(!full)
    else if (full || !place.moveByKey(event)) {
      if (event.key === 'Tab' && frame.current) wrapTabKey(event, frame.current)
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={frame}
      className="popup"
      data-kind={popup.kind}
      data-full={full || undefined}
      data-overlay={covered ? undefined : ''}
      data-leaving={leaving || undefined}
      role={leaving ? undefined : popup.kind === 'message' ? 'alertdialog' : 'dialog'}
      aria-modal={leaving ? undefined : true}
      aria-hidden={leaving || undefined}
      aria-label={leaving ? undefined : popup.title}
      aria-describedby={popup.kind === 'message' ? `popup-text-${popup.id}` : undefined}
      inert={covered}
      tabIndex={-1}
      style={full ? undefined : { width: popup.width, height: popup.height, ...place.style }}
      onKeyDown={onKeyDown}
    >
      <header className="popup-title" {...place.handlers}>
        <h2 title={t(label('옮기기 Alt+화살표', 'Move with Alt and the arrows'))}>{popup.title}</h2>
        {popup.fullScreen && (
          <button
            type="button"
            data-chrome=""
            aria-keyshortcuts="Alt+Enter"
            title="Alt+Enter"
            onClick={() => setFull(!full)}
          >
            {full ? t(label('원래 크기', 'Original size')) : t(fullScreenLabel)}
          </button>
        )}
        <button type="button" data-chrome="" onClick={() => void dismiss()}>
          <span className="key">Esc</span>
          <span className="visually-hidden">{t(label('닫기', 'Close'))}</span>
        </button>
      </header>
      <div className="popup-body" id={`popup-text-${popup.id}`}>
        {popup.content}
      </div>
    </div>
  )
}

/**
 * Focuses the popup. Content that loads later, or replaces the focused content, gets the focus too.
 * Returns a stop function.
 */
function keepFocusInPopup(root: HTMLElement): () => void {
  if (!root.contains(document.activeElement)) enterWindow(root)
  const arrivals = new MutationObserver(() => {
    const here = document.activeElement
    const isLost = here === document.body && 'overlay' in root.dataset
    if (here === root || isLost) enterWindow(root)
  })
  arrivals.observe(root, { childList: true, subtree: true })
  return () => arrivals.disconnect()
}

function wrapTabKey(event: KeyboardEvent, root: HTMLElement): void {
  const stops = focusableElements(root)
  const first = stops[0]
  const last = stops.at(-1)
  const here = document.activeElement
  if (!first || !last) {
    event.preventDefault()
  } else if (event.shiftKey && (here === first || here === root)) {
    event.preventDefault()
    last.focus()
  } else if (!event.shiftKey && here === last) {
    event.preventDefault()
    first.focus()
  }
}
