import { WorkerCore } from './worker-core.ts'
import type { WorkerReply, WorkerRequest } from '#ui/grid/rows/worker-messages.ts'

export interface WorkerPort {
  send(request: WorkerRequest, buffers: readonly ArrayBuffer[]): void
  close(): void
}

/** Creates a port. `onReply` receives its responses; `onBroken` is called if it fails. */
export type PortMaker = (onReply: (reply: WorkerReply) => void, onBroken: () => void) => WorkerPort

export function canUseWorkers(): boolean {
  return typeof Worker !== 'undefined'
}

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

/** Runs the work on the page if no worker is available. Responses are still asynchronous. */
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
