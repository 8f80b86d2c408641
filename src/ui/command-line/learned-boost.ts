/** Boost of the entry chosen before for the same text. The search allows at most 100. */
export const sameTextBoost = 100
const prefixBoost = 70

export interface Choice {
  /** Typed text, normalized by `comparable`. */
  readonly text: string
  readonly id: string
}

export function normalizeText(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

/** Boost per entry from earlier choices for the text or its prefix: 0 to 100. */
export function learnedBoost(
  text: string,
  choices: readonly Choice[],
): ReadonlyMap<string, number> {
  const typed = normalizeText(text)
  const boosts = new Map<string, number>()
  if (typed === '') return boosts
  for (const choice of choices) {
    const lift =
      choice.text === typed ? sameTextBoost : choice.text.startsWith(typed) ? prefixBoost : 0
    if (lift > (boosts.get(choice.id) ?? 0)) boosts.set(choice.id, lift)
  }
  return boosts
}

/** Usage of an entry: each choice counts 1 and halves every two weeks. */
export interface RecordedUse {
  readonly id: string
  readonly weight: number
  /** Date of the last choice, in days since 1970. */
  readonly day: number
}

const halfLifeDays = 14
const maxUses = 100
/** Less than one rank, to leave an exact title first. */
const maxUsageBoost = 60

function decayedWeight({ weight, day }: RecordedUse, today: number): number {
  return weight * 2 ** (-Math.max(today - day, 0) / halfLifeDays)
}

export function recordUse(uses: readonly RecordedUse[], id: string, today: number): RecordedUse[] {
  const before = uses.find((use) => use.id === id)
  const now = { id, weight: (before ? decayedWeight(before, today) : 0) + 1, day: today }
  return [now, ...uses.filter((use) => use.id !== id)]
    .toSorted((use, other) => decayedWeight(other, today) - decayedWeight(use, today))
    .slice(0, maxUses)
}

/** Boost by usage: 20 for one choice today, 60 for many. */
export function usageBoosts(
  uses: readonly RecordedUse[],
  today: number,
): ReadonlyMap<string, number> {
  return new Map(
    uses.map((use) => {
      const weight = decayedWeight(use, today)
      return [use.id, Math.round((maxUsageBoost * weight) / (weight + 2))]
    }),
  )
}
