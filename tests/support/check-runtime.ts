import fs from 'node:fs'
import path from 'node:path'

const manifest = path.join(import.meta.dirname, '../../package.json')

/** Error message if the tests run on an older Node than the one npm installs. */
export function runtimeError(version: string): string | undefined {
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
    fs.readFileSync(manifest, 'utf8'),
  )
  const majors = Object.values(optionalDependencies).map((optionalDependency) =>
    Number.parseInt(optionalDependency, 10),
  )
  const needed = Math.min(...majors)
  if (Number.parseInt(version.slice(1), 10) >= needed) return undefined
  return `
  테스트에는 Node ${needed} 이상이 필요합니다. 지금 실행한 Node: ${version}
  The tests need Node ${needed} or later. This is Node ${version}.

  npm이 설치한 Node로 실행하세요. / Run them on the Node that npm has installed:
    npm exec -- vitest

  파일 / file: ${process.execPath}
`
}

/** Exits vitest with an explanation if Node lacks required features such as `Map.groupBy`. */
export function checkRuntime(): void {
  const error = runtimeError(process.version)
  if (error === undefined) return
  console.error(error)
  process.exit(1)
}
