import { useEffect, type RefObject } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * Keeps the part of a list that `selector` finds in sight whenever `key` changes. Where it lies is
 * asked once the frame is painted: to be told, the browser lays the whole page out.
 */
export function useInSight(
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
