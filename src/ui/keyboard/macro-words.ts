import { commandIds } from '#commands/index.ts'
import { findScreen } from '../app/menu.ts'
import { procedureNamed } from '../app/palette-procedures.ts'
import { commandOf } from '../app/run-command.ts'
import { t } from '../language.ts'
import type { MacroStep } from './macro.ts'

/** A step as a person reads it: what is done, and with what. */
export function stepInWords(step: MacroStep): string {
  if (step.kind === 'command') {
    const id = commandIds.find((each) => each === step.id)
    return id ? t(commandOf(id).title) : t({ ko: `없는 명령: ${step.id}`, en: `No: ${step.id}` })
  }
  if (step.kind === 'open') {
    const title = findScreen(step.route)?.title ?? { ko: step.route, en: step.route }
    return t({ ko: `열기: ${title.ko}`, en: `Open: ${title.en}` }) + inBrackets(step.args)
  }
  const title = procedureNamed(step.name)?.title ?? { ko: step.name, en: step.name }
  const from = step.columns.length > 0 ? ` ← ${step.columns.join(', ')}` : ''
  return t(title) + from + inBrackets(step.answers)
}

function inBrackets(values: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(values).map(([name, value]) => `${name}=${String(value)}`)
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}
