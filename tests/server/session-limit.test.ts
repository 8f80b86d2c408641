import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { limitSessionRequests } from '#server/http/session-limit.ts'

let app: FastifyInstance | undefined
afterEach(() => app?.close())

/** Server that records its requests and responds to each one when the test completes it. */
async function openServer(max: number) {
  const server = fastify({ forceCloseConnections: true })
  app = server
  await server.register(cookie)
  server.decorateRequest('isHttps', false)
  limitSessionRequests(server, max)
  const running = new Map<string, () => void>()
  const started: string[] = []
  server.post<{ Params: { name: string } }>(
    '/:name',
    { onRequest: (call, reply) => server.waitForSlot(call, reply) },
    async ({ params: { name } }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      running.set(name, resolve)
      started.push(name)
      await promise
      return name
    },
  )
  const url = await server.listen({ port: 0 })
  const call = (name: string, sid?: string) => {
    const headers = sid === undefined ? {} : { cookie: `sid=${sid}` }
    const sending = request(`${url}/${name}`, { method: 'POST', headers })
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    sending.on('response', (response) => response.resume().on('end', resolve))
    sending.on('error', () => resolve())
    sending.end()
    return { abort: () => sending.destroy(), ended }
  }
  const hasStarted = async (...names: string[]) => {
    await expect.poll(() => started.toSorted()).toEqual(names.toSorted())
  }
  const finish = (name: string) => running.get(name)?.()
  return { call, hasStarted, finish }
}

test('a session runs its requests in order, up to its concurrency limit, without delaying others', async () => {
  const { call, hasStarted, finish } = await openServer(2)
  for (const name of ['a1', 'a2']) call(name, 'a')
  await hasStarted('a1', 'a2')
  call('a3', 'a')
  call('b1', 'b')
  call('login1')
  call('login2')
  call('login3')
  await hasStarted('a1', 'a2', 'b1', 'login1', 'login2', 'login3')
  finish('a2')
  await hasStarted('a1', 'a2', 'a3', 'b1', 'login1', 'login2', 'login3')
})

test('a request whose page closed while it waited runs once and frees its slot', async () => {
  const { call, hasStarted, finish } = await openServer(1)
  call('first', 'a')
  await hasStarted('first')
  const closed = call('closed', 'a')
  call('login')
  await hasStarted('first', 'login')
  closed.abort()
  await closed.ended
  call('last', 'a')
  finish('first')
  await hasStarted('first', 'login', 'closed')
  finish('closed')
  await hasStarted('first', 'login', 'closed', 'last')
})

test('a page that closes during its request frees the slot', async () => {
  const { call, hasStarted } = await openServer(1)
  const closed = call('closed', 'a')
  await hasStarted('closed')
  closed.abort()
  call('next', 'a')
  await hasStarted('closed', 'next')
})

test('a server that sets no limit runs every request', async () => {
  const { call, hasStarted } = await openServer(0)
  const names = ['1', '2', '3', '4', '5', '6']
  for (const name of names) call(name, 'a')
  await hasStarted(...names)
})
