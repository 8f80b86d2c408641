import { saveUserSetting, userSetting } from '#ui/remote/user-settings.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { recentNames } from '#ui/remote/recent.ts'
import { currentSession } from '#ui/remote/session.ts'
import {
  usageBoosts,
  normalizeText,
  learnedBoost,
  recordUse,
  type Choice,
  type RecordedUse,
} from './learned-boost.ts'

const KEY = 'palette'
const maxLines = 50
const maxChoices = 200
interface Memory {
  readonly lines: readonly string[]
  readonly choices: readonly Choice[]
  readonly uses: readonly RecordedUse[]
}

const emptyMemory: Memory = { lines: [], choices: [], uses: [] }

function currentDay(): number {
  return Math.floor(Date.now() / 86_400_000)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isChoice(value: unknown): value is Choice {
  if (typeof value !== 'object' || value === null) return false
  return 'text' in value && 'id' in value && isText(value.text) && isText(value.id)
}

function isUse(value: unknown): value is RecordedUse {
  if (typeof value !== 'object' || value === null) return false
  if (!('id' in value && 'weight' in value && 'day' in value)) return false
  return isText(value.id) && Number.isFinite(value.weight) && Number.isFinite(value.day)
}

function readMemory(): Memory {
  const stored = userSetting(KEY)
  if (typeof stored !== 'object' || stored === null) return emptyMemory
  const { lines, choices, uses } = stored as Partial<Record<keyof Memory, unknown>>
  return {
    lines: Array.isArray(lines) ? lines.filter(isText) : [],
    choices: Array.isArray(choices) ? choices.filter(isChoice) : [],
    uses: Array.isArray(uses) ? uses.filter(isUse) : [],
  }
}

export function typedLines(): readonly string[] {
  return readMemory().lines
}

export function lastLine(): string {
  return readMemory().lines[0] ?? ''
}

/** Separates entry and arguments in the id of an alternative. */
const CHOICE_SEPARATOR = '\t'

export function choiceId(id: string, args: string): string {
  return id + CHOICE_SEPARATOR + args
}

/** Saves a line and its choice locally and on the server. */
export function recordChoice(text: string, lineId: string): void {
  const line = text.trim()
  const [id = lineId] = lineId.split(CHOICE_SEPARATOR)
  if (line === '') return
  const { lines, choices, uses } = readMemory()
  const choice = { text: normalizeText(line), id }
  const next: Memory = {
    lines: [line, ...lines.filter((other) => other !== line)].slice(0, maxLines),
    choices: [choice, ...choices.filter((other) => other.text !== choice.text)].slice(
      0,
      maxChoices,
    ),
    uses: recordUse(uses, id, currentDay()),
  }
  // Failures are ignored: losing a usage entry is harmless.
  saveUserSetting(KEY, next, false).catch(() => undefined)
}

export function usageBoost(): (text: string) => ReadonlyMap<string, number> {
  const userId = currentSession().user?.userId ?? ''
  const { choices, uses } = readMemory()
  const recentChoices = [
    ...recentNames('screens', userId).map((name) => `screen:${findScreen(name)?.abbr ?? ''}`),
    ...recentNames('commands', userId).map((id) => `command:${id}`),
  ]
  const boosts = new Map(usageBoosts(uses, currentDay()))
  for (const [index, id] of recentChoices.entries()) {
    boosts.set(id, (boosts.get(id) ?? 0) + Math.max(12 - (index % 12), 1))
  }
  return (text) => {
    const both = new Map(boosts)
    for (const [id, lift] of learnedBoost(text, choices)) {
      both.set(id, Math.max(both.get(id) ?? 0, lift))
    }
    return both
  }
}
