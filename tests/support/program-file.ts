import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

export function programFile(name: 'vite' | 'vitest'): string {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  const { bin }: { bin: Record<string, string> } = JSON.parse(fs.readFileSync(manifest, 'utf8'))
  return path.join(path.dirname(manifest), bin[name] ?? '')
}
