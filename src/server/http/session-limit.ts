import type { FastifyInstance } from 'fastify'
import { sessionCookie } from './context.ts'

interface SessionSlots {
  running: number
  readonly waiting: (() => void)[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits for a free slot among the concurrent requests of the session. */
    waitForSlot: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  }
}

/**
 * Maximum concurrent requests per session. Few for the embedded store, which runs one statement at
 * a time; otherwise as many as browsers send.
 */
export const defaultMaxConcurrentCalls = { embedded: 3, server: 6 }

/**
 * Limits the concurrent requests of each session to `maxRequests` (0: no limit). Further requests
 * of the session wait in order, so one session delays another by at most `maxRequests` requests.
 */
export function limitSessionRequests(app: FastifyInstance, maxRequests: number): void {
  const sessions = new Map<string, SessionSlots>()
  const abandoned = new WeakMap<object, () => void>()

  const leave = (token: string, slots: SessionSlots): void => {
    const next = slots.waiting.shift()
    if (next) next()
    else if ((slots.running -= 1) === 0) sessions.delete(token)
  }

  app.decorate('waitForSlot', async (request, { raw }) => {
    const token = request.cookies[sessionCookie(request)]
    if (maxRequests === 0 || !token) return
    const slots = sessions.get(token) ?? { running: 0, waiting: [] }
    sessions.set(token, slots)
    if (slots.running < maxRequests) slots.running += 1
    else {
      const { promise, resolve } = Promise.withResolvers<void>()
      slots.waiting.push(resolve)
      await promise
    }
    // A save continues after its page has closed. Its slot must not be released before the save
    // ends.
    if (raw.closed) abandoned.set(request, () => leave(token, slots))
    else raw.once('close', () => leave(token, slots))
  })
  app.addHook('onSend', async (request) => {
    abandoned.get(request)?.()
    abandoned.delete(request)
  })
}
