import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { containerStages, stepTexts } from '#tests/support/container-steps.ts'
import type { Lab } from './lab.ts'
import { findFirstProcess } from './machine.ts'

const name = 'container'

/**
 * Runs the last stage of the container description, with a release built on the machine `desk`: its
 * commands, its server until the health check succeeds, and SIGTERM. Returns the exit code.
 */
export async function runContainer(lab: Lab, release: string): Promise<number | null> {
  const [, stage = []] = containerStages()
  const built = path.join(lab.folder, 'desk/root', release)
  const shared = [{ from: built, to: '/opt/wms', isReadOnly: true }]
  const firstText = (step: string) => stepTexts(stage, step)[0] ?? ''
  for (const command of stepTexts(stage, 'RUN')) {
    const { child, console } = lab.launch(name, shared, ['sh', '-ec', command])
    const [status]: (number | null)[] = await once(child, 'exit')
    if (status !== 0) throw new Error(`${command}: ${fs.readFileSync(console, 'utf8')}`)
  }
  const env = [...firstText('ENV').split(' '), 'WMS_DEMO=0']
  const [, check = ''] = /CMD (.*)$/.exec(firstText('HEALTHCHECK')) ?? []
  const program: string[] = JSON.parse(firstText('CMD'))
  const { child, console } = lab.launch(name, shared, [
    `--user=${firstText('USER')}`,
    `--chdir=${firstText('WORKDIR')}`,
    ...env.map((setting) => `--setenv=${setting}`),
    ...program,
  ])
  const isAlive = () => {
    const leader = findFirstProcess(child.pid ?? 0, 'node')
    const inside = ['--target', String(leader), '--mount', '--net', '--pid', '--root', '--wd']
    const checked: string[] = ['env', ...env, ...(JSON.parse(check) as string[])]
    return leader > 0 && spawnSync('nsenter', [...inside, ...checked]).status === 0
  }
  while (!isAlive()) {
    if (child.exitCode !== null) throw new Error(fs.readFileSync(console, 'utf8'))
    await pause(200)
  }
  const ended = once(child, 'exit')
  process.kill(findFirstProcess(child.pid ?? 0, 'node'), 'SIGTERM')
  const [status]: (number | null)[] = await ended
  return status ?? null
}
