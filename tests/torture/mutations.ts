import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { guards } from './guards.ts'

// `node tests/torture/mutations.ts [part of a name]`: takes each guard of the ledger away in turn
// and runs the tests that must notice. Exit status 1 when one stays green.
const root = fileURLToPath(new URL('../../', import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const [wanted = ''] = process.argv.slice(2)
const project = process.env['STORE'] === 'postgres' ? 'postgres' : 'embedded'

function failing(tests: readonly string[], without: string): number {
  const args = [vitest, 'run', '--project', project, '--reporter=json', ...tests]
  const run = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, WITHOUT_GUARD: without },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const report = run.stdout.slice(run.stdout.indexOf('{"numTotalTestSuites"'))
  const { numFailedTests, numPassedTests } = JSON.parse(report) as Record<string, number>
  if (without === '' && !numPassedTests) throw new Error(run.stdout + run.stderr)
  return numFailedTests ?? 0
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
process.exitCode = unnoticed === 0 ? 0 : 1
