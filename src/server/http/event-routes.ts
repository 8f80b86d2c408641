import { z } from 'zod'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import type { EventHub } from '#server/events/event-hub.ts'
import { cancelJob, describeJob, findJob, listJobs } from '#server/jobs/job-queue.ts'
import { getRoute } from './get-route.ts'
import { route } from './route.ts'

const numberSchema = /^\d{1,15}$/

export function eventStreamRoutes(hub: EventHub) {
  return [
    getRoute({
      path: '/api/events',
      counts: 'none',
      reads: true,
      isStream: true,
      access: 'signed-in',
      scope: 'self',
      query: z.looseObject({ lastEventId: z.string().regex(numberSchema).optional() }),
      answer: async ({ lastEventId }, { request, reply, session }) => {
        const header = request.headers['last-event-id']
        const last = typeof header === 'string' && numberSchema.test(header) ? header : lastEventId
        const stream = await hub.open(session, last)
        reply.type('text/event-stream; charset=utf-8')
        // Prevents proxies from buffering events.
        reply.header('x-accel-buffering', 'no')
        return stream
      },
    }),
  ]
}

const jobBody = z.object({ JOB_ID: z.string().max(50) })

function noSuchJob(): AppError {
  const text = label(
    '작업을 찾을 수 없거나 이미 끝났습니다.',
    'Job not found, or already finished.',
  )
  return new AppError(404, 'JOB_UNKNOWN', text)
}

export const jobRoutes = [
  route({
    path: '/api/job/list',
    counts: 'none',
    reads: true,
    access: 'signed-in',
    scope: 'self',
    body: z.looseObject({}),
    answer: async (_, { db, session }) => ({
      data: (await listJobs(db, session.userId)).map(describeJob),
    }),
  }),
  route({
    path: '/api/job/result',
    counts: 'none',
    access: 'signed-in',
    scope: 'self',
    body: jobBody,
    answer: async ({ JOB_ID }, { db, session }) => {
      const job = await findJob(db, session.userId, JOB_ID)
      if (!job) throw noSuchJob()
      return { data: { ...describeJob(job), RESULT: job.result } }
    },
  }),
  route({
    path: '/api/job/cancel',
    counts: 'save',
    access: 'signed-in',
    scope: 'self',
    body: jobBody,
    answer: async ({ JOB_ID }, { db, session }) => {
      const isCancelled = await db.transaction((tx) => cancelJob(tx, session.userId, JOB_ID))
      if (!isCancelled) throw noSuchJob()
      const text = label('작업을 중지합니다.', 'Stopping the job.')
      return { message: text[session.language] }
    },
  }),
]
