import type { WorkerReply, WorkerRequest } from '#ui/grid/rows/worker-messages.ts'
import { WorkerCore } from '#ui/grid/many/worker-core.ts'
import type { PortMaker } from '#ui/grid/many/worker-port.ts'

export const createClonedPort: PortMaker = (onReply) => {
  const core = new WorkerCore()
  let isOpen = true
  return {
    send: (request, buffers) => {
      const received: WorkerRequest = structuredClone(request, { transfer: [...buffers] })
      setImmediate(() => {
        if (!isOpen) return
        const reply: WorkerReply = core.handle(received)
        onReply(reply.answer instanceof Blob ? reply : structuredClone(reply))
      })
    },
    close: () => {
      isOpen = false
    },
  }
}
