import { useEffect, useRef, useState } from 'react'
import { CallError } from '#ui/remote/api.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { askServer, noAnswer, type ServerAnswer, type ServerQuestion } from './palette-records.ts'
import { nothingKnown } from './word-meanings.ts'

/**
 * Typing pauses this long before the server is asked; a syllable still composing does not wait. Who
 * types on is faster than that, and each of these letters would pay for a question nobody needs.
 */
const pauseMs = 100

const noRecords: readonly PaletteEntry[] = []

interface Records {
  /** What the server knows of the line as it is now; nothing while it is being asked. */
  readonly answer: ServerAnswer
  /** The server has still to answer. */
  readonly pending: boolean
  /** Why there may be records that nobody knows of; empty where the server did not answer. */
  readonly failure: string | undefined
}

/** Nothing is known, and why: a refusal says it, silence says nothing. */
function inVain(error: unknown): ServerAnswer {
  const failure = error instanceof CallError && error.status > 0 ? error.message : ''
  return { ...noAnswer, words: { ...nothingKnown, state: 'failed' }, failure }
}

/**
 * What the server knows of a line. `answered` hears the records of each answer, so that an Enter
 * pressed before it can be carried out with it; none where the line is about something else.
 */
export function useRecords(
  question: ServerQuestion,
  answered: (entries: readonly PaletteEntry[]) => void,
): Records {
  const key = question.text === '' && question.words.length === 0 ? '' : JSON.stringify(question)
  const [answer, setAnswer] = useState({ key: '', known: noAnswer })
  const latest = useRef({ question, answered })
  useEffect(() => {
    latest.current = { question, answered }
  })
  useEffect(() => {
    if (key === '') return undefined
    const asking = new AbortController()
    const take = (known: ServerAnswer): void => {
      if (asking.signal.aborted) return
      setAnswer({ key, known })
      const isOfWords = latest.current.question.words.length > 0
      latest.current.answered(isOfWords ? noRecords : known.records)
    }
    const timer = setTimeout(() => {
      // Screens and commands are found without the server, which says itself when it is away.
      askServer(latest.current.question, asking.signal).then(take, (error: unknown) =>
        take(inVain(error)),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [key])
  const isCurrent = key !== '' && answer.key === key
  return {
    answer: isCurrent ? answer.known : noAnswer,
    pending: key !== '' && !isCurrent,
    failure: isCurrent ? answer.known.failure : undefined,
  }
}
