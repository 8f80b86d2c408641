import { useEffect, useEffectEvent, useState } from 'react'
import { CallError } from '#ui/remote/api.ts'
import type { PaletteEntry } from './palette-entries.ts'
import {
  queryServer,
  noResponse,
  type ServerResponse,
  type ServerRequest,
} from './palette-records.ts'
import { noKnownWords } from './word-meanings.ts'

/**
 * Typing pause before the server is queried. Avoids queries whose results a fast typist never sees.
 */
const pauseMs = 100

interface Records {
  readonly answer: ServerResponse
  readonly pending: boolean
  readonly failure: string | undefined
}

/** Result of a failed query; an unreachable server has no message. */
function toFailedResponse(error: unknown): ServerResponse {
  const failure = error instanceof CallError && error.status > 0 ? error.message : ''
  return { ...noResponse, words: { ...noKnownWords, state: 'failed' }, failure }
}

/**
 * Server results for a line. Calls `answered` with the records of each response, which a waiting
 * Enter can then open.
 */
export function useServerResults(
  question: ServerRequest,
  answered: (entries: readonly PaletteEntry[]) => void,
): Records {
  const key = question.text === '' && question.words.length === 0 ? '' : JSON.stringify(question)
  const [answer, setAnswer] = useState({ key: '', known: noResponse })
  const acceptResponse = useEffectEvent((known: ServerResponse): void => {
    setAnswer({ key, known })
    answered(question.words.length > 0 ? [] : known.records)
  })
  // Screens and commands work without the server, whose state is shown elsewhere.
  const ask = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const known = await queryServer(question, signal).catch(toFailedResponse)
    if (!signal.aborted) acceptResponse(known)
  })
  useEffect(() => {
    if (key === '') return undefined
    const request = new AbortController()
    const timer = setTimeout(() => void ask(request.signal), pauseMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [key])
  const isCurrent = key !== '' && answer.key === key
  return {
    answer: isCurrent ? answer.known : noResponse,
    pending: key !== '' && !isCurrent,
    failure: isCurrent ? answer.known.failure : undefined,
  }
}
