import type { FastifyInstance } from 'fastify'
import { sessionCookie } from './context.ts'

interface Turns {
  running: number
  readonly waiting: (() => void)[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits for the request's turn among those of its session. */
    takeTurn: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  }
}

/** Few for the embedded store, which runs one statement at a time; otherwise as many as browsers. */
export const usualCallsAtOnce = { embedded: 3, server: 6 }

/**
 * Lets each session run `most` requests at once (0: any number); the others wait in their order. A
 * request of another session is then delayed by at most `most` of them.
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
    // A save whose page closed still runs, and its turn must not end before it does.
    if (raw.closed) abandoned.set(request, () => leave(token, turns))
    else raw.once('close', () => leave(token, turns))
  })
  app.addHook('onSend', async (request) => {
    abandoned.get(request)?.()
    abandoned.delete(request)
  })
}
