import { WorkerCore } from './worker-core.ts'
import type { WorkerReply, WorkerRequest } from '#ui/grid/rows/worker-messages.ts'

/** The other end of the work: a worker, or the same thing on the spot. */
export interface WorkerPort {
  send(request: WorkerRequest, buffers: readonly ArrayBuffer[]): void
  close(): void
}

/** Makes a port that gives its replies to the one, and to the other tells that it is no use. */
export type PortMaker = (onReply: (reply: WorkerReply) => void, onBroken: () => void) => WorkerPort

export function canUseWorkers(): boolean {
  return typeof Worker !== 'undefined'
}

/** A worker of the page. */
export const workerPort: PortMaker = (onReply, onBroken) => {
  const worker = new Worker(new URL('./grid-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => onReply(data))
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    onBroken()
  })
  return {
    send: (request, buffers) => worker.postMessage(request, { transfer: [...buffers] }),
    close: () => worker.terminate(),
  }
}

/** The same work on the page itself, where a worker cannot be had; answers come later all the same. */
export const localPort: PortMaker = (onReply) => {
  const core = new WorkerCore()
  let isOpen = true
  return {
    send: (request) => {
      const reply = core.handle(request)
      queueMicrotask(() => {
        if (isOpen) onReply(reply)
      })
    },
    close: () => {
      isOpen = false
    },
  }
}
