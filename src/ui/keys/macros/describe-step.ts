import { commandIds } from '#commands/index.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { procedureNamed } from '#ui/remote/palette-procedures.ts'
import { commandOf } from '#ui/keys/dispatch/run-command.ts'
import { saidArgument, searchColumns } from '#ui/remote/search-columns.ts'
import { loadedScreen } from '#ui/remote/screens.ts'
import { t } from '#ui/base/language.ts'
import type { MacroStep, ScreenStep } from './macro.ts'

/** Readable text of a step: what it does, and with which values. */
export function describeStep(step: MacroStep): string {
  if (step.kind === 'command') {
    const id = commandIds.find((each) => each === step.id)
    return id
      ? t(commandOf(id).title)
      : t({ ko: `없는 명령: ${step.id}`, en: `No such command: ${step.id}` })
  }
  if (step.kind !== 'procedure') {
    const title = findScreen(step.route)?.title ?? { ko: step.route, en: step.route }
    const done = step.kind === 'open' ? { ko: '열기', en: 'Open' } : { ko: '조회', en: 'Search' }
    return t({ ko: `${done.ko}: ${title.ko}`, en: `${done.en}: ${title.en}` }) + conditions(step)
  }
  const title = procedureNamed(step.name)?.title ?? { ko: step.name, en: step.name }
  const from = step.columns.length > 0 ? ` ← ${step.columns.join(', ')}` : ''
  return t(title) + from + inBrackets(step.answers)
}

/** Search conditions with their field labels. */
function conditions({ route, args }: ScreenStep): string {
  const screen = loadedScreen(route)
  const columns = screen ? searchColumns(screen) : []
  const said = Object.entries(args).map(([name, value]) => {
    const column = columns.find((each) => each.name === name)
    return column ? saidArgument(column, value) : `${name}=${value}`
  })
  return said.length > 0 ? ` (${said.join(', ')})` : ''
}

function inBrackets(values: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(values).map(([name, value]) => `${name}=${String(value)}`)
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}
