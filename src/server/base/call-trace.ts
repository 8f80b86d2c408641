import { AsyncLocalStorage } from 'node:async_hooks'

/** Describes the request for which the current code runs. */
export interface CallTrace {
  readonly traceId: string
  /** Route, or the operation once it is known. Never contains text sent by the client. */
  operation: string
}

const calls = new AsyncLocalStorage<CallTrace>()

export function runTraced(trace: CallTrace, work: () => void): void {
  calls.run(trace, work)
}

/** Returns undefined in background work. */
export function currentTrace(): CallTrace | undefined {
  return calls.getStore()
}

/** Sets the operation of the current request, for a route that serves several operations. */
export function nameOperation(operation: string): void {
  const trace = calls.getStore()
  if (trace) trace.operation = operation
}

const traceparent = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/

/** Trace ID of a `traceparent` header (W3C Trace Context), undefined if invalid. */
export function readTraceparent(header: unknown): string | undefined {
  const text = typeof header === 'string' && !header.startsWith('ff') ? header : ''
  return traceparent.exec(text)?.[1]
}
