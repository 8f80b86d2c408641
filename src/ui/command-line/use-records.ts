import { useEffect, useRef, useState } from 'react'
import { retryUntilDone } from '#ui/base/retry-until-done.ts'
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

const noRecords: readonly PaletteEntry[] = []

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
 * Enter can then open. Queries again once an unreachable server is back.
 */
export function useServerResults(
  question: ServerRequest,
  answered: (entries: readonly PaletteEntry[]) => void,
): Records {
  const key = question.text === '' && question.words.length === 0 ? '' : JSON.stringify(question)
  const [answer, setAnswer] = useState({ key: '', known: noResponse })
  const latest = useRef({ question, answered })
  useEffect(() => {
    latest.current = { question, answered }
  })
  useEffect(() => {
    if (key === '') return undefined
    const request = new AbortController()
    const acceptResponse = (known: ServerResponse): void => {
      if (request.signal.aborted) return
      setAnswer({ key, known })
      const hasWords = latest.current.question.words.length > 0
      latest.current.answered(hasWords ? noRecords : known.records)
    }
    const query = () => queryServer(latest.current.question, request.signal)
    let stopRetrying: (() => void) | undefined
    const acceptFailure = (error: unknown): void => {
      const failed = toFailedResponse(error)
      acceptResponse(failed)
      if (failed.failure !== '' || request.signal.aborted) return
      stopRetrying = retryUntilDone(async () => {
        const response = await query().catch(() => undefined)
        if (response) acceptResponse(response)
        return response !== undefined
      })
    }
    // Screens and commands work without the server, whose state is shown elsewhere.
    const timer = setTimeout(() => void query().then(acceptResponse, acceptFailure), pauseMs)
    return () => {
      clearTimeout(timer)
      stopRetrying?.()
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
