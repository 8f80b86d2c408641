import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const leftOut = new Set(['.git', 'node_modules', 'dist'])

/** A copy of the checkout in a temporary folder, with the packages of the original. */
export class MutatedCheckout {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-mutations-'))

  constructor() {
    for (const name of fs.readdirSync(root).filter((each) => !leftOut.has(each))) {
      fs.cpSync(path.join(root, name), path.join(this.folder, name), { recursive: true })
    }
    const packages = path.join(this.folder, 'node_modules')
    fs.symlinkSync(path.join(root, 'node_modules'), packages, 'junction')
  }

  /**
   * Replaces a text in a file while `work` runs. Throws if the text does not occur exactly once.
   */
  with<T>(edit: { file: string; find: string; replace: string }, work: () => T): T {
    const file = path.join(this.folder, edit.file)
    const original = fs.readFileSync(file, 'utf8')
    const parts = original.split(edit.find)
    if (parts.length !== 2) {
      const text = `occurs ${parts.length - 1} times in ${edit.file}, not once: ${edit.find}`
      throw new Error(text)
    }
    fs.writeFileSync(file, parts.join(edit.replace))
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
