import { useEffect, type RefObject } from 'react'

/**
 * Keeps the part of a list that `selector` finds in sight whenever `key` changes. Where it lies is
 * asked once the frame is painted: to be told, the browser lays the whole page out.
 */
export function useInSight(
  list: RefObject<HTMLElement | null>,
  selector: string,
  key: string | undefined,
): void {
  useEffect(() => {
    let painted: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      painted = setTimeout(() => {
        const part = list.current?.querySelector(selector)
        part?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(painted)
    }
  }, [list, selector, key])
}
