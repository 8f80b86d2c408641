/**
 * Implements `npm run check`: format, lint, types and unused code in sequence, in parallel with the
 * tests of `fast` and those page tests that depend on a change not yet committed. Every part runs
 * to the end; failures are printed last. npm puts the programs on the PATH.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
)

interface Part {
  readonly name: string
  readonly command: string
}

const judges = ['format:check', 'knip', 'types', 'lint'].map((name): Part => {
  const command = scripts[name]
  if (command === undefined) throw new Error(`package.json has no script ${name}`)
  return { name, command }
})
const tests: readonly Part[] = [
  { name: 'fast', command: 'vitest run --project fast' },
  // All of them take longer than the rest together. `npm test` runs all.
  { name: 'page', command: 'vitest run --project page --changed --passWithNoTests' },
]

/** Runs a part to its end. @returns its output if it failed. */
async function run({ name, command }: Part): Promise<string | undefined> {
  const start = performance.now()
  const child = spawn(command, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  }
  const [status] = await once(child, 'close')
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  return status === 0 ? undefined : `\n--- ${name}: ${command}\n${printed.trimEnd()}`
}

async function runInTurn(parts: readonly Part[]): Promise<(string | undefined)[]> {
  const outcomes: (string | undefined)[] = []
  for (const part of parts) outcomes.push(await run(part))
  return outcomes
}

const outcomes = await Promise.all([runInTurn(tests), runInTurn(judges)])
const failures = outcomes.flat().filter((outcome) => outcome !== undefined)
for (const failure of failures) console.log(failure)
process.exitCode = failures.length > 0 ? 1 : 0
