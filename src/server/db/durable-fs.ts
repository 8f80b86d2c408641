import fs from 'node:fs'
import path from 'node:path'
import type { PGlite, postgresMod } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Module = postgresMod.PostgresMod

/** The part of Emscripten's node file system this shim reaches into. */
type NodeFileSystem = {
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
  realPath(node: unknown): string
}

/** Emscripten's typings know neither of the two: looked for, so that a change is noticed. */
function isNodeFileSystem(value: unknown): value is NodeFileSystem {
  if (typeof value !== 'object' || value === null) return false
  return 'stream_ops' in value && 'realPath' in value && typeof value.realPath === 'function'
}

/** How fsync ended: counted when it worked, told when it failed. */
export type SyncReport = { done(): void; failed(error: unknown): void }

/** Makes what a folder lists durable; Windows has no such call and does it by itself. */
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

/** Makes a whole folder durable, deepest first: what initdb copied was written without syncing. */
export function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const inner = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(inner)
    else if (entry.isFile()) syncFile(inner)
  }
  syncFolder(folder)
}

/**
 * Node's file system under PGlite, with a real fsync. As shipped it has none: PostgreSQL asks for
 * fsync, Emscripten finds no such operation and answers success, and a power cut loses commits.
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
