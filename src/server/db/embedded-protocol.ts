import path from 'node:path'

export type WorkerSetup = {
  dataDir?: string
  template?: string
  syncs: SharedArrayBuffer
  /** Only for the test that the startup check detects a missing fsync. */
  withoutSync?: boolean
}

export type WorkerStart = WorkerSetup & {
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

/**
 * Folder of the database files. The data folder also contains the lock and files of other modules.
 */
export function clusterFolder(dataDir: string): string {
  return path.join(dataDir, 'postgres')
}
