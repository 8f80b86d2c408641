import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { guards } from './guards.ts'

// `node tests/torture/mutations.ts [part of a name]`: takes each guard of the ledger away in turn
// and runs the tests that must notice. Exit status 1 when one stays green.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-guards-'))
const root = fileURLToPath(new URL('../../', import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const [wanted = ''] = process.argv.slice(2)
const project = process.env['STORE'] === 'postgres' ? 'postgres' : 'embedded'

function failing(tests: readonly string[], without: string): number {
  const file = path.join(folder, 'report.json')
  fs.rmSync(file, { force: true })
  const output = ['--reporter=json', `--outputFile.json=${file}`]
  const args = [vitest, 'run', '--project', project, ...output, ...tests]
  const run = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, WITHOUT_GUARD: without },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (!fs.existsSync(file)) throw new Error(run.stdout + run.stderr)
  const report = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, number>
  // A file that does not even load is no test that noticed.
  const isLoaded = report['numTotalTests'] && !report['numPendingTestSuites']
  if (!isLoaded || (run.status !== 0 && !report['numFailedTests']))
    throw new Error(run.stdout + run.stderr)
  return report['numFailedTests'] ?? 0
}

const chosen = guards.filter(({ name }) => name.includes(wanted))
const files = [...new Set(chosen.flatMap(({ tests }) => tests))]
const before = failing(files, '')
if (before > 0) {
  console.log(`${before} tests fail with every guard in place: mend them first`)
  process.exit(1)
}
let unnoticed = 0
for (const { name, without, tests } of chosen) {
  const red = failing(tests, without)
  if (red === 0) unnoticed += 1
  console.log(`${red === 0 ? '✗ nobody notices' : `✓ ${red} tests red`}: without ${name}`)
}
console.log(`${chosen.length} guards, ${unnoticed} that no test misses`)
fs.rmSync(folder, { recursive: true, force: true })
process.exitCode = unnoticed === 0 ? 0 : 1
