import { WorkerCore } from './worker-core.ts'
import type { WorkerReply, WorkerRequest } from '#ui/grid/rows/worker-messages.ts'

const core = new WorkerCore()

function replyBuffers({ answer }: WorkerReply): Transferable[] {
  if (typeof answer !== 'object' || answer === null || !('rows' in answer)) return []
  return [answer.rows.buffer]
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  const reply = core.handle(data)
  postMessage(reply, { transfer: replyBuffers(reply) })
})
