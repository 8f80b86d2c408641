import type { FastifyInstance } from 'fastify'
import { sessionCookie } from './context.ts'

interface Turns {
  running: number
  readonly waiting: (() => void)[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits until it is the request's turn among the requests of its session. */
    takeTurn: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  }
}

/**
 * Requests of one session at a time. Few for the embedded store, which runs one statement at a
 * time; otherwise as many as browsers send.
 */
export const usualCallsAtOnce = { embedded: 3, server: 6 }

/**
 * Lets each session run `most` requests at the same time (0: any number). Further requests of the
 * session wait in order, so one session delays a request of another by at most `most` requests.
 */
export function takeTurns(app: FastifyInstance, most: number): void {
  const sessions = new Map<string, Turns>()
  const abandoned = new WeakMap<object, () => void>()

  const leave = (token: string, turns: Turns): void => {
    const next = turns.waiting.shift()
    if (next) next()
    else if ((turns.running -= 1) === 0) sessions.delete(token)
  }

  app.decorate('takeTurn', async (request, { raw }) => {
    const token = request.cookies[sessionCookie(request)]
    if (most === 0 || !token) return
    const turns = sessions.get(token) ?? { running: 0, waiting: [] }
    sessions.set(token, turns)
    if (turns.running < most) turns.running += 1
    else {
      const { promise, resolve } = Promise.withResolvers<void>()
      turns.waiting.push(resolve)
      await promise
    }
    // A save continues after its page has closed. Its turn must not end before the save does.
    if (raw.closed) abandoned.set(request, () => leave(token, turns))
    else raw.once('close', () => leave(token, turns))
  })
  app.addHook('onSend', async (request) => {
    abandoned.get(request)?.()
    abandoned.delete(request)
  })
}
