import { useEffect, useRef } from 'react'
import { endChoice, bufferKeysForChoice, afterComposition } from '#ui/keys/loading-keys.ts'
import type { PaletteRow } from './palette-results.ts'

interface WaitingEnter {
  readonly copy: boolean
  readonly id: string
}

/** Delays Enter until its meaning is known. Later keystrokes are buffered for the opened page. */
export function useWaitingEnter(
  isUnknown: boolean,
  rows: readonly PaletteRow[],
  choose: (row: PaletteRow, copy: boolean) => void,
) {
  const waiting = useRef<WaitingEnter>(undefined)
  useEffect(() => {
    if (!waiting.current || isUnknown) return
    const { copy, id } = waiting.current
    waiting.current = undefined
    const row = rows.find((candidate) => candidate.entry.id === id) ?? rows[0]
    // Alternatives the user has not seen are not chosen.
    afterComposition(row && !row.isAmbiguous ? () => choose(row, copy) : endChoice)
  })
  function forget(): void {
    if (!waiting.current) return
    waiting.current = undefined
    endChoice()
  }
  // Closing the command line cancels a waiting Enter.
  useEffect(() => forget, [])
  return {
    wait(enter: WaitingEnter): void {
      waiting.current = enter
      bufferKeysForChoice()
    },
    forget,
  }
}
