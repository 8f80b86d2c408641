import fs from 'node:fs'

interface CpuTime {
  readonly user: number
  readonly system: number
}

const ticksPerSecond = 100

/**
 * CPU time in seconds of this process and all descendants it has waited for (proc(5), fields 14 to
 * 17 of `stat`). Undefined without `/proc`.
 */
export function cpuTime(): CpuTime | undefined {
  const file = '/proc/self/stat'
  if (!fs.existsSync(file)) return undefined
  const stat = fs.readFileSync(file, 'utf8')
  // The second field is the program name, which can contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number)
  return {
    user: (user + childUser) / ticksPerSecond,
    system: (system + childSystem) / ticksPerSecond,
  }
}
