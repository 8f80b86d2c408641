/**
 * `npm test`, or `npm run test:all` with `--all`. Finds or installs a browser and PostgreSQL,
 * builds the page, runs all possible vitest projects and prints a one-line result. Projects that
 * cannot run are named and their tests count as skipped. With CI=true they count as a failure.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOrInstallChromium } from '#tests/support/chromium.ts'
import { countTests } from '#tests/support/count-tests.ts'
import { cpuTime } from '#tests/support/cpu-time.ts'
import { testCluster } from '#tests/support/postgres.ts'
import { programFile } from '#tests/support/program-file.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const isStrict = process.env['CI'] === 'true' || process.env['CI'] === '1'
const started = performance.now()
const given = process.argv.slice(2).filter((argument) => argument !== '--all')
process.env['SUITE'] = process.argv.includes('--all') ? 'full' : 'short'

type Report = {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

type RemainingTests = { project: string; why: string; tests: number }

function run(name: 'vite' | 'vitest', args: string[], env = process.env): SpawnSyncReturns<Buffer> {
  const command = [programFile(name), ...args]
  return spawnSync(process.execPath, command, { cwd: root, env, stdio: 'inherit' })
}

function readReport(file: string): Report | undefined {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
}

function isBrowser(project: string): boolean {
  return project === 'browser'
}

function failedFiles(report: Report | undefined): string[] {
  const failed = report?.testResults.filter(({ status }) => status === 'failed') ?? []
  return [...new Set(failed.map(({ name }) => name))]
}

function failedTests(report: Report | undefined): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    const file = path.relative(root, name)
    if (status === 'failed' && tests.length === 0) return [`${file}, which did not load`]
    return tests.map(({ fullName }) => `${file} > ${fullName}`)
  })
}

/**
 * More failing files cannot be explained by a busy machine, and rerunning them would take too long.
 */
const maxRetriedFiles = 6

/**
 * Runs a round and reruns the failed files once if there are few. A test that fails twice has
 * failed. A test that passes on the rerun counts as passed but is listed, because it is flaky.
 */
function runRound(round: readonly string[], index: number, env: NodeJS.ProcessEnv): Round {
  const chosen = round.flatMap((project) => ['--project', project])
  const runOnce = (name: string, files: readonly string[]): Round => {
    const file = path.join(folder, `${name}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const args = ['run', ...chosen, ...reporters, ...given, ...files]
    return {
      status: run('vitest', args, env).status,
      report: readReport(file),
      passedLater: [],
    }
  }
  const first = runOnce(`report-${index}`, [])
  const files = failedFiles(first.report)
  if (first.report === undefined || files.length === 0 || files.length > maxRetriedFiles) {
    return first
  }
  const second = runOnce(`report-${index}-again`, files)
  if (second.report === undefined) return first
  const failing = new Set(failedTests(second.report))
  const passedLater = failedTests(first.report).filter((line) => !failing.has(line))
  const { success, numFailedTests, testResults } = second.report
  const passed = first.report.numPassedTests + first.report.numFailedTests - numFailedTests
  const counts = { success, numFailedTests, numPassedTests: passed, testResults }
  return { status: second.status, report: { ...first.report, ...counts }, passedLater }
}

function mergeReports(outcomes: readonly Pick<Outcome, 'report' | 'status'>[]) {
  const reports = outcomes.flatMap(({ report }) => report ?? [])
  const sum = (count: (report: Report) => number) =>
    reports.reduce((total, report) => total + count(report), 0)
  const report: Report = {
    success: reports.length === outcomes.length && reports.every(({ success }) => success),
    numPassedTests: sum((one) => one.numPassedTests),
    numFailedTests: sum((one) => one.numFailedTests),
    numPendingTests: sum((one) => one.numPendingTests),
    numTodoTests: sum((one) => one.numTodoTests),
    testResults: reports.flatMap((one) => one.testResults),
  }
  return { report, status: outcomes.every(({ status }) => status === 0) ? 0 : 1 }
}

type Outcome = {
  report: Report | undefined
  /** vitest's exit status. Also non-zero if a file fails to load or an error is unhandled. */
  status: number | null
  left: RemainingTests[]
  built: boolean
}

type Round = Pick<Outcome, 'report' | 'status'> & {
  passedLater: readonly string[]
}

function printTimes(): void {
  const formatMinutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`
  const cpu = cpuTime()
  const used =
    cpu && `, CPU ${formatMinutes(cpu.user)} user and ${formatMinutes(cpu.system)} system`
  console.log(`took ${formatMinutes((performance.now() - started) / 1000)}${used ?? ''}`)
}

/** Prints the result. The last line is for users and tools. @returns whether everything passed. */
function printResult({ report, status, left, built }: Outcome): boolean {
  for (const { project, why, tests } of left) {
    console.log(`skipped: project ${project}, ${tests} tests (${why})`)
  }
  // Printed last, where users look for failures.
  for (const line of failedTests(report)) console.log(`failed: ${line}`)
  if (!built) console.log('failed: the page does not build')
  const passed = report?.numPassedTests ?? 0
  const skippedInside = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  const skipped = skippedInside + left.reduce((sum, { tests }) => sum + tests, 0)
  const hasFailed = report?.success !== true || status !== 0
  const failed = Math.max(report?.numFailedTests ?? 0, hasFailed ? 1 : 0) + (built ? 0 : 1)
  const hasTooFewTests = isStrict && left.length > 0
  if (hasTooFewTests) console.log('CI=true: what is left out above counts as a failure')
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0 && !hasTooFewTests
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-test-run-'))
const browser = findOrInstallChromium()
console.log(`browser: ${browser ?? 'none'}`)
const cluster = await testCluster().catch((error: unknown) => {
  console.log(String(error))
  return undefined
})
console.log(`PostgreSQL: ${cluster?.found ?? 'none'}`)

const projects = ['fast', 'page', 'embedded']
const missing: { project: string; why: string }[] = []
if (cluster) projects.push('postgres')
else missing.push({ project: 'postgres', why: 'no PostgreSQL could be found or installed' })
if (browser !== undefined) projects.push('browser')
else missing.push({ project: 'browser', why: 'no browser could be found or installed' })

let isGood = false
try {
  const isBuilt = run('vite', ['build', '--logLevel', 'warn']).status === 0
  const env = {
    ...process.env,
    // Tests start about a hundred servers, so share the compile cache.
    NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
    ...(cluster ? { TEST_DATABASE_URL: cluster.url } : {}),
  }
  const isRequested = given.some((arg) => arg.startsWith('--project'))
  // Browser tests run separately, because key sequences have time limits that a busy machine would
  // exceed.
  const rounds = isRequested
    ? [[]]
    : [projects.filter((project) => project !== 'browser'), projects.filter(isBrowser)]
  const outcomes = rounds
    .filter((round) => isRequested || round.length > 0)
    .map((round, index) => runRound(round, index, env))
  const remaining = missing.map((part) => ({ ...part, tests: countTests(part.project, folder) }))
  for (const line of outcomes.flatMap(({ passedLater }) => passedLater)) {
    console.log(`passed only when run again: ${line}`)
  }
  await cluster?.stop()
  printTimes()
  isGood = printResult({ ...mergeReports(outcomes), left: remaining, built: isBuilt })
} finally {
  await cluster?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1
