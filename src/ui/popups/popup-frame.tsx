import { useLayoutEffect, useRef, useState, type JSX, type KeyboardEvent } from 'react'
import type { PointerEvent as ReactPointerEvent } from 'react'
import { focusableIn } from '../app/focus.ts'
import { t } from '../language.ts'
import type { OpenPopup } from './popup-stack.ts'

interface FrameProps {
  readonly popup: OpenPopup
  /** Place in the stack: each stands a little further down and right. */
  readonly depth: number
  readonly covered: boolean
}

/** A window over the page: titled, draggable, with the focus kept inside. */
export function PopupFrame({ popup, depth, covered }: FrameProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null)
  const [full, setFull] = useState(false)
  const drag = useDrag(depth * 24)
  useLayoutEffect(() => {
    const root = frame.current
    if (!root || root.contains(document.activeElement)) return
    const wanted = root.querySelector<HTMLElement>('[autofocus], [data-autofocus]')
    ;(wanted ?? focusableIn(root).find((each) => !('chrome' in each.dataset)) ?? root).focus()
  }, [])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      popup.dismiss()
    }
    if (event.key === 'Tab' && frame.current) keepInside(event, frame.current)
  }

  return (
    <div
      ref={frame}
      className="popup"
      data-kind={popup.kind}
      data-full={full || undefined}
      data-overlay={covered ? undefined : ''}
      role={popup.kind === 'message' ? 'alertdialog' : 'dialog'}
      aria-modal="true"
      aria-label={popup.title}
      inert={covered}
      tabIndex={-1}
      style={full ? undefined : { width: popup.width, height: popup.height, ...drag.style }}
      onKeyDown={onKeyDown}
    >
      <header className="popup-title" {...drag.handlers}>
        <h2>{popup.title}</h2>
        {popup.fullScreen && (
          <button type="button" data-chrome="" onClick={() => setFull(!full)}>
            {full ? t({ ko: '작게', en: 'Restore' }) : t({ ko: '전체 화면', en: 'Full screen' })}
          </button>
        )}
        <button type="button" data-chrome="" onClick={popup.dismiss}>
          <span className="key">Esc</span>
          <span className="visually-hidden">{t({ ko: '닫기', en: 'Close' })}</span>
        </button>
      </header>
      <div className="popup-body">{popup.content}</div>
    </div>
  )
}

/** Tab and Shift+Tab go round inside the window. */
function keepInside(event: KeyboardEvent, root: HTMLElement): void {
  const stops = focusableIn(root)
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

/** Moves the window with the pointer on its title, never out of sight. */
function useDrag(offset: number) {
  const [at, setAt] = useState({ x: offset, y: offset })
  const start = useRef<{ x: number; y: number } | undefined>(undefined)
  function onPointerDown(event: ReactPointerEvent<HTMLElement>): void {
    if (event.target instanceof Element && event.target.closest('button')) return
    start.current = { x: event.clientX - at.x, y: event.clientY - at.y }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  function onPointerMove(event: ReactPointerEvent<HTMLElement>): void {
    if (!start.current) return
    const x = Math.min(Math.max(event.clientX, 0), innerWidth) - start.current.x
    const y = Math.min(Math.max(event.clientY, 0), innerHeight) - start.current.y
    setAt({ x, y })
  }
  const onPointerUp = (): void => {
    start.current = undefined
  }
  return {
    style: { transform: `translate(${at.x}px, ${at.y}px)` },
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  }
}
