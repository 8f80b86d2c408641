import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CallsInProgress } from '#server/http/calls-in-progress.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { createSiteApp } from '#tests/support/site-app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

/** Request whose headers have arrived but whose body is still pending. */
async function openPartialRequest(base: string) {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(
    'POST /api/logout HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n' +
      'content-length: 2\r\nexpect: 100-continue\r\n\r\n',
  )
  const [message] = await once(socket, 'data')
  expect(String(message)).toContain('100 Continue')
  return socket
}

test('a job pauses between two steps while a request is waiting for its response', async () => {
  const asking = Promise.withResolvers<void>()
  let isOn = false
  const work = {
    kind: 'long',
    bound: 'order' as const,
    maxAttempts: 1,
    run: async ({ progress }: { progress: (percent: number) => Promise<void> }) => {
      const reported = progress(50)
      asking.resolve()
      await reported
      isOn = true
    },
  }
  const here = await createSiteApp(site, { giveWayMs: 3_600_000 }, [work])
  const call = await openPartialRequest(await here.listen())
  const jobId = await enqueueJob(site.db, { kind: 'long', payload: {}, userId: 'admin' })
  await asking.promise
  for (let index = 0; index < 5; index += 1) await site.db.query(sql`select 1`)
  expect(isOn).toBe(false)
  call.write('{}')
  const getJobState = async () => {
    const [job] = await site.db.query(sql`select state_cd from job where job_id::text = ${jobId}`)
    return job?.['state_cd']
  }
  await expect.poll(getJobState).toBe('DONE')
})

test('a request is pending until its response, its cancellation or the timeout', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  const calls = new CallsInProgress(app, 3_600_000)
  const impatientCalls = new CallsInProgress(app, 1)
  const gate = Promise.withResolvers<string>()
  app.post('/wait', () => gate.promise)
  app.get('/stream', () => new Promise(() => undefined))
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  // Resolves immediately, because no request is in progress.
  await calls.waitForAll()
  const streaming = new AbortController()
  const stream = fetch(`${base}/stream`, { signal: streaming.signal })
  stream.catch(() => undefined)
  await calls.waitForAll()

  const given = await openPartialRequest(base)
  given.destroy()
  await calls.waitForAll()

  const order: string[] = []
  const answered = fetch(`${base}/wait`, { method: 'POST' }).then(() => order.push('answered'))
  const second = await openPartialRequest(base)
  const finished = calls.waitForAll().then(() => order.push('over'))
  await impatientCalls.waitForAll()
  expect(order).toEqual([])
  gate.resolve('')
  await answered
  expect(order).toEqual(['answered'])
  second.destroy()
  await finished
  expect(order).toEqual(['answered', 'over'])
  streaming.abort()
})
