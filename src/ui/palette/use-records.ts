import { useEffect, useRef, useState } from 'react'
import type { PaletteEntry } from '../app/palette-entries.ts'
import { findRecords } from '../app/palette-records.ts'

/**
 * Typing pauses this long before the server is asked; a syllable still composing does not wait. Who
 * types on is faster than that, and each of these letters would pay for a question nobody needs.
 */
const pauseMs = 100

const none: readonly PaletteEntry[] = []

interface Records {
  /** What the server found for the text as it is now; nothing while it is being asked. */
  readonly entries: readonly PaletteEntry[]
  /** The server has still to answer. */
  readonly pending: boolean
  /** The server did not answer: there may be records that nobody knows of. */
  readonly failed: boolean
}

interface Answer {
  readonly text: string
  /** Undefined when there was no answer. */
  readonly entries: readonly PaletteEntry[] | undefined
}

/**
 * Records for the typed text. `answered` hears each answer, so that an Enter pressed before it can
 * be carried out with it.
 */
export function useRecords(
  text: string,
  answered: (entries: readonly PaletteEntry[]) => void,
): Records {
  const [answer, setAnswer] = useState<Answer>({ text: '', entries: [] })
  const hear = useRef(answered)
  useEffect(() => {
    hear.current = answered
  })
  useEffect(() => {
    if (text === '') return undefined
    const asking = new AbortController()
    const take = (entries: readonly PaletteEntry[] | undefined): void => {
      if (asking.signal.aborted) return
      setAnswer({ text, entries })
      hear.current(entries ?? none)
    }
    const timer = setTimeout(() => {
      // Screens and commands are found without the server, which says itself when it is away.
      findRecords(text, asking.signal).then(take, () => take(undefined))
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [text])
  const isCurrent = text !== '' && answer.text === text
  return {
    entries: isCurrent ? (answer.entries ?? none) : none,
    pending: text !== '' && !isCurrent,
    failed: isCurrent && answer.entries === undefined,
  }
}
