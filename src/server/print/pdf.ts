import { Worker } from 'node:worker_threads'

import type { RenderAnswer, RenderRequest } from './pdf-worker.ts'
import type { LabelSheet } from './label-sheet.ts'
import type { PrintDocument } from './print-document.ts'

/** The page gives up on a download after a minute, so nothing works on longer than that. */
const timeoutMs = 60_000

/**
 * The document as a PDF file with its fonts embedded, so that it looks the same everywhere and its
 * Korean text can be searched and copied. Rendered in a worker thread, one document at a time, in
 * the order asked. Rejects when a document takes longer than a minute or cannot be laid out.
 */
export async function renderPdf(document: PrintDocument | LabelSheet): Promise<Uint8Array> {
  const turn = previous.then(() => renderNow(document))
  // The next document waits for this one and must not fail with it.
  previous = turn.then(
    () => undefined,
    () => undefined,
  )
  return turn
}

let previous: Promise<void> = Promise.resolve()
let worker: Worker | undefined
let lastId = 0

function startWorker(): Worker {
  const started = new Worker(new URL('pdf-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 1_536 },
  })
  // An idle worker keeps its fonts warm but must not keep the process from ending.
  started.unref()
  return started
}

/** The moment in the server's own time zone, as it is shown everywhere. */
function now(): string {
  const date = new Date()
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

function renderNow(document: PrintDocument | LabelSheet): Promise<Uint8Array> {
  worker ??= startWorker()
  const current = worker
  lastId += 1
  const request: RenderRequest = { id: lastId, document, printedAt: now() }
  return new Promise<Uint8Array>((resolve, reject) => {
    const stop = (error: Error): void => {
      worker = undefined
      finish()
      void current.terminate()
      reject(error)
    }
    const timer = setTimeout(() => {
      stop(new Error(`Printing ${document.fileName} took longer than a minute`))
    }, timeoutMs)
    const onExit = (): void => {
      stop(new Error(`Printing ${document.fileName} ended early`))
    }
    const onMessage = (answer: RenderAnswer): void => {
      finish()
      if ('pdf' in answer) resolve(answer.pdf)
      else reject(new Error(`Printing ${document.fileName} failed: ${answer.error}`))
    }
    const finish = (): void => {
      clearTimeout(timer)
      current.off('message', onMessage).off('error', stop).off('exit', onExit).unref()
    }
    current.ref()
    current.on('message', onMessage).on('error', stop).on('exit', onExit)
    current.postMessage(request)
  })
}
