import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export interface TestRun {
  /** Root of the checkout to test. */
  readonly root: string
  readonly project: string
  readonly tests: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

interface Report {
  readonly numTotalTests: number
  readonly numFailedTests: number
  readonly numPendingTestSuites: number
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Errors from `expect`, its `resolves` and `rejects`, and `expect.poll` on timeout. */
const assertion =
  /AssertionError|promise (?:rejected|resolved) .* instead of|to match object|did not succeed in time/

/**
 * Runs test files as `npm test` does and returns the names of failed tests. Throws if a file does
 * not load, a hook fails or no failure is an assertion. The code is then broken, and the run does
 * not show what the tests detect.
 */
export function findFailedTests({ root, project, tests, env = {} }: TestRun): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-report-'))
  try {
    const file = path.join(folder, 'report.json')
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
    const output = ['--reporter=json', `--outputFile.json=${file}`]
    const args = [vitest, 'run', '--project', project, ...output, ...tests]
    const run = spawnSync(process.execPath, args, {
      cwd: root,
      env: { ...process.env, SUITE: 'short', ...env },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    if (!fs.existsSync(file)) throw new Error(run.stdout + run.stderr)
    const report = JSON.parse(fs.readFileSync(file, 'utf8')) as Report
    const isLoaded = report.numTotalTests > 0 && report.numPendingTestSuites === 0
    if (!isLoaded || (run.status !== 0 && report.numFailedTests === 0)) {
      throw new Error(run.stdout + run.stderr)
    }
    const failed = report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
    const messages = failed.flatMap(({ failureMessages }) => failureMessages)
    if (failed.length > 0 && !messages.some((message) => assertion.test(message))) {
      throw new Error(`No test fails by an assertion: ${messages[0]}`)
    }
    return failed.map(({ fullName }) => fullName)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
