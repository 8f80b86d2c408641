import type { StreamProgress } from '#ui/grid/many/row-stream.ts'

/** Tells at most four times a second, and the end (null) at once. */
export function calmly<T extends StreamProgress | null>(
  tell: (progress: T) => void,
): (progress: T) => void {
  let last = 0
  return (progress) => {
    if (progress && performance.now() - last < 250) return
    last = performance.now()
    tell(progress)
  }
}
