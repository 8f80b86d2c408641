import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Edit {
  readonly file: string
  readonly find: string
  readonly replace: string
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const excluded = new Set(['.git', 'node_modules', 'dist'])

/** Throws unless the text to replace occurs exactly once. */
export function applyEdit(text: string, { file, find, replace }: Edit): string {
  const parts = text.split(find)
  if (parts.length !== 2) {
    throw new Error(`${file} contains this ${parts.length - 1} times instead of once: ${find}`)
  }
  return parts.join(replace)
}

/**
 * Links each file of a folder, because vitest resolves a linked folder to a path outside its root.
 */
function linkFolder(from: string, to: string): void {
  fs.mkdirSync(to)
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else linkFile(source, target)
  }
}

function linkFile(source: string, target: string): void {
  try {
    fs.linkSync(source, target)
  } catch {
    // The temporary folder is on a different file system.
    fs.cpSync(source, target, { verbatimSymlinks: true })
  }
}

export class MutatedCheckout {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-mutations-'))

  constructor() {
    for (const name of fs.readdirSync(root).filter((entry) => !excluded.has(entry))) {
      fs.cpSync(path.join(root, name), path.join(this.folder, name), { recursive: true })
    }
    const packages = path.join(this.folder, 'node_modules')
    fs.mkdirSync(packages)
    // Folders starting with a dot are caches and must be writable.
    const names = fs.readdirSync(path.join(root, 'node_modules'))
    for (const name of names.filter((entry) => !entry.startsWith('.'))) {
      linkFolder(path.join(root, 'node_modules', name), path.join(packages, name))
    }
  }

  with<T>(edit: Edit, work: () => T): T {
    const file = path.join(this.folder, edit.file)
    const original = fs.readFileSync(file, 'utf8')
    fs.writeFileSync(file, applyEdit(original, edit))
    try {
      return work()
    } finally {
      fs.writeFileSync(file, original)
    }
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true })
  }
}
