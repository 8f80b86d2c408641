import path from 'node:path'

/** What the main thread hands to the thread of the embedded store when it starts it. */
export type WorkerSetup = {
  /** Undefined: in memory. */
  dataDir?: string
  /** A tar file made by `dump`, from which an in-memory store starts. */
  template?: string
  /** Counts real fsync calls; shared with the main thread. */
  syncs: SharedArrayBuffer
  /** Only for the test that the start-up check notices a missing fsync. */
  withoutSync?: boolean
}

/** The setup as the thread gets it. */
export type WorkerStart = WorkerSetup & {
  /** PostgreSQL compiled. */
  engine: WebAssembly.Module
}

export type ToWorker =
  | { kind: 'run'; id: number; bytes: Uint8Array }
  | { kind: 'dump'; id: number; compress: boolean }
  | { kind: 'close'; id: number }

export type FromWorker =
  | { kind: 'ready'; serverVersion: string }
  | { kind: 'start-failed'; message: string }
  | { kind: 'not-durable' }
  | { kind: 'answer'; id: number; bytes: Uint8Array }
  | { kind: 'broken'; id: number; message: string }
  | { kind: 'sync-failed'; code: string }

/** The database files; the data folder also holds the lock and what other parts keep there. */
export function clusterFolder(dataDir: string): string {
  return path.join(dataDir, 'postgres')
}
