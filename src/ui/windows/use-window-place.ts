import { useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'

/** Distance Alt and an arrow key move a window, in pixels. */
const STEP = 24
/** Part of a window's title that remains visible, in pixels. */
const VISIBLE_MARGIN = 80
const TITLE_HEIGHT = 34

export interface Place {
  readonly x: number
  readonly y: number
}

export function limitStep(
  box: Pick<DOMRect, 'left' | 'top' | 'width'>,
  step: Place,
  view: { readonly width: number; readonly height: number },
): Place {
  const left = clamp(box.left + step.x, VISIBLE_MARGIN - box.width, view.width - VISIBLE_MARGIN)
  const top = clamp(box.top + step.y, 0, view.height - TITLE_HEIGHT)
  return { x: left - box.left, y: top - box.top }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), Math.max(min, max))
}

const arrows: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

export function useWindowPlace(frame: RefObject<HTMLElement | null>, offset: number) {
  const [at, setAt] = useState<Place>({ x: offset, y: offset })
  const last = useRef<Place | undefined>(undefined)

  function moveBy(step: Place): void {
    const box = frame.current?.getBoundingClientRect()
    if (!box) return
    const allowed = limitStep(box, step, { width: innerWidth, height: innerHeight })
    setAt((place) => ({ x: place.x + allowed.x, y: place.y + allowed.y }))
  }
  function moveByKey({ key, altKey, ctrlKey, shiftKey }: KeyboardEvent): boolean {
    const step = altKey && !ctrlKey && !shiftKey ? arrows[key] : undefined
    if (step) moveBy(step)
    return step !== undefined
  }
  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.target instanceof Element && event.target.closest('button')) return
    last.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const from = last.current
    if (!from) return
    last.current = { x: event.clientX, y: event.clientY }
    moveBy({ x: event.clientX - from.x, y: event.clientY - from.y })
  }
  const onPointerUp = (): void => {
    last.current = undefined
  }
  return {
    style: { transform: `translate(${at.x}px, ${at.y}px)` },
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
    moveByKey,
  }
}
