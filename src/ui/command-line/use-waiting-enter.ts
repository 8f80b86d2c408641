import { useEffect, useRef } from 'react'
import { endChoice, keepKeysForChoice, afterComposition } from '#ui/keys/loading-keys.ts'
import type { PaletteRow } from './found-rows.ts'

interface WaitingEnter {
  readonly copy: boolean
  /** The line the user went to; empty for the best there will be. */
  readonly id: string
}

/**
 * An Enter pressed before all is known that it may mean: it is carried out once that is so, and
 * what is typed after it is for what it opens.
 */
export function useWaitingEnter(
  unknown: boolean,
  rows: readonly PaletteRow[],
  choose: (row: PaletteRow, copy: boolean) => void,
) {
  const waiting = useRef<WaitingEnter>(undefined)
  useEffect(() => {
    if (!waiting.current || unknown) return
    const { copy, id } = waiting.current
    waiting.current = undefined
    const row = rows.find((each) => each.entry.id === id) ?? rows[0]
    // Of several things that nobody has seen yet, none is chosen.
    afterComposition(row && !row.isOneOfSeveral ? () => choose(row, copy) : endChoice)
  })
  function forget(): void {
    if (!waiting.current) return
    waiting.current = undefined
    endChoice()
  }
  // A line that is closed otherwise chooses nothing any more.
  useEffect(() => forget, [])
  return {
    wait(enter: WaitingEnter): void {
      waiting.current = enter
      keepKeysForChoice()
    },
    forget,
  }
}
