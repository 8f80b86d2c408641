import fs from 'node:fs'
import path from 'node:path'
import type { PGlite, postgresMod } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Module = postgresMod.PostgresMod

type NodeFileSystem = {
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
  realPath(node: unknown): string
}

/** Emscripten's typings have neither member. The check detects a change in a future version. */
function isNodeFileSystem(value: unknown): value is NodeFileSystem {
  if (typeof value !== 'object' || value === null) return false
  return 'stream_ops' in value && 'realPath' in value && typeof value.realPath === 'function'
}

export type SyncReport = { done(): void; failed(error: unknown): void }

/** Syncs a directory entry. Windows has no such call and does not need it. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function syncFile(file: string): void {
  const handle = fs.openSync(file, 'r+')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** Syncs a directory tree, deepest entries first, because initdb writes files without syncing. */
export function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const inner = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(inner)
    else if (entry.isFile()) syncFile(inner)
  }
  syncFolder(folder)
}

/**
 * Node file system for PGlite with a real fsync. The original has none: Emscripten reports success
 * without syncing, and a power cut would lose commits.
 */
export class DurableFS extends NodeFS {
  #report: SyncReport

  constructor(folder: string, report: SyncReport) {
    super(folder)
    this.#report = report
  }

  override async init(pg: PGlite, options: Partial<Module>) {
    const prepared = await super.init(pg, options)
    const install = (module: Module): void => {
      const nodeFs: unknown = module.NODEFS
      if (!isNodeFileSystem(nodeFs)) throw new Error('this engine has no place for a real fsync')
      nodeFs.stream_ops.fsync = (stream) => this.#sync(nodeFs, stream)
    }
    const before = prepared.emscriptenOpts.preRun ?? []
    return { emscriptenOpts: { ...prepared.emscriptenOpts, preRun: [...before, install] } }
  }

  #sync(nodeFs: NodeFileSystem, stream: { nfd?: number; node: unknown }): number {
    try {
      if (stream.nfd === undefined) syncFolder(nodeFs.realPath(stream.node))
      else fs.fsyncSync(stream.nfd)
      this.#report.done()
      return 0
    } catch (error) {
      this.#report.failed(error)
      return 29
    }
  }
}
