import type { CDPSession, Page } from 'playwright-core'

/**
 * Memory of a page and its workers after a garbage collection, in bytes: objects and array buffers.
 */
export async function measurePageMemory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const workers: string[] = []
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') workers.push(sessionId)
  })
  // Workers are accessed through the page's session.
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  })
  await session.send('HeapProfiler.collectGarbage')
  let total = sumBytes(await session.send('Runtime.getHeapUsage'))
  for (const sessionId of workers) {
    await sendCommand(session, sessionId, 'HeapProfiler.collectGarbage')
    total += sumBytes(await sendCommand(session, sessionId, 'Runtime.getHeapUsage'))
  }
  await session.detach()
  return total
}

interface HeapUsage {
  readonly usedSize?: number
  readonly embedderHeapUsedSize?: number
  readonly backingStorageSize?: number
}

function sumBytes({ usedSize, embedderHeapUsedSize, backingStorageSize }: HeapUsage): number {
  return (usedSize ?? 0) + (embedderHeapUsedSize ?? 0) + (backingStorageSize ?? 0)
}

let lastId = 0

function sendCommand(session: CDPSession, sessionId: string, method: string): Promise<HeapUsage> {
  const id = ++lastId
  return new Promise((resolve) => {
    const onMessage = (event: { sessionId: string; message: string }): void => {
      const message = JSON.parse(event.message) as { id?: number; result?: HeapUsage }
      if (event.sessionId !== sessionId || message.id !== id) return
      session.off('Target.receivedMessageFromTarget', onMessage)
      resolve(message.result ?? {})
    }
    session.on('Target.receivedMessageFromTarget', onMessage)
    void session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method }),
    })
  })
}
