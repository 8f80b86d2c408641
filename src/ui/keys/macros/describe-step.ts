import { commandIds } from '#commands/index.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { findProcedure } from '#ui/remote/palette-procedures.ts'
import { resolveCommand } from '#ui/keys/dispatch/run-command.ts'
import { describeArgument, searchColumns } from '#ui/remote/search-columns.ts'
import { loadedScreen } from '#ui/remote/screens.ts'
import { t } from '#ui/base/language.ts'
import type { MacroStep, ScreenStep } from './macro.ts'
import { label } from '#kernel/label.ts'

export function describeStep(step: MacroStep): string {
  if (step.kind === 'command') {
    const id = commandIds.find((commandId) => commandId === step.id)
    return id
      ? t(resolveCommand(id).title)
      : t(label(`없는 명령: ${step.id}`, `Command not found: ${step.id}`))
  }
  if (step.kind !== 'procedure') {
    const title = findScreen(step.route)?.title ?? label(step.route, step.route)
    const done = step.kind === 'open' ? label('열기', 'Open') : label('조회', 'Search')
    return t(label(`${done.ko}: ${title.ko}`, `${done.en}: ${title.en}`)) + conditions(step)
  }
  const title = findProcedure(step.name)?.title ?? label(step.name, step.name)
  const from = step.columns.length > 0 ? ` ← ${step.columns.join(', ')}` : ''
  return t(title) + from + bracketed(step.answers)
}

function conditions({ route, args }: ScreenStep): string {
  const screen = loadedScreen(route)
  const columns = screen ? searchColumns(screen) : []
  const conditionTexts = Object.entries(args).map(([name, value]) => {
    const column = columns.find((candidate) => candidate.name === name)
    return column ? describeArgument(column, value) : `${name}=${value}`
  })
  return conditionTexts.length > 0 ? ` (${conditionTexts.join(', ')})` : ''
}

function bracketed(values: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(values).map(([name, value]) => `${name}=${String(value)}`)
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}
