import { useEffect, type RefObject } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * Scrolls the element that matches `selector` into view when `key` changes. Waits until the frame
 * is painted, because reading the position forces a layout of the entire page.
 */
export function useScrollIntoView(
  list: RefObject<HTMLElement | null>,
  selector: string,
  key: string | undefined,
): void {
  useEffect(
    () =>
      afterPaint(() => {
        const part = list.current?.querySelector(selector)
        part?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      }),
    [list, selector, key],
  )
}
