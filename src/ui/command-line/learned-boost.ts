/** What a choice adds to the entry the same text led to before; `FindBoard` allows 100. */
export const sameText = 100
const begunText = 70

/** One line carried out, and the entry that was chosen for it. */
export interface Choice {
  /** As `comparable` writes it. */
  readonly text: string
  readonly id: string
}

/** Texts that differ in case, spaces around or in their form of Unicode are one text. */
export function comparable(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

/** How far a text, or its beginning, has led to each entry before: 0 to 100. */
export function learnedBoost(
  text: string,
  choices: readonly Choice[],
): ReadonlyMap<string, number> {
  const typed = comparable(text)
  const boosts = new Map<string, number>()
  if (typed === '') return boosts
  for (const choice of choices) {
    const lift = choice.text === typed ? sameText : choice.text.startsWith(typed) ? begunText : 0
    if (lift > (boosts.get(choice.id) ?? 0)) boosts.set(choice.id, lift)
  }
  return boosts
}

/** How much an entry is used: each choice counts 1, and half as much after two weeks. */
export interface Use {
  readonly id: string
  /** What the choices up to `day` come to. */
  readonly weight: number
  /** Days since 1970 of the last choice. */
  readonly day: number
}

const halfLifeDays = 14
const usesKept = 100
/** What use alone adds at most: less than a rank, so that a title typed whole stays first. */
const mostUsed = 60

function weightOn({ weight, day }: Use, today: number): number {
  return weight * 2 ** (-Math.max(today - day, 0) / halfLifeDays)
}

/** The uses with one more of an entry; those used least are let go of. */
export function usedOnce(uses: readonly Use[], id: string, today: number): Use[] {
  const before = uses.find((use) => use.id === id)
  const now = { id, weight: (before ? weightOn(before, today) : 0) + 1, day: today }
  return [now, ...uses.filter((use) => use.id !== id)]
    .toSorted((one, other) => weightOn(other, today) - weightOn(one, today))
    .slice(0, usesKept)
}

/** What is used more stands higher: 20 for a single choice today, 60 for many. */
export function boostOfUse(uses: readonly Use[], today: number): ReadonlyMap<string, number> {
  return new Map(
    uses.map((use) => {
      const weight = weightOn(use, today)
      return [use.id, Math.round((mostUsed * weight) / (weight + 2))]
    }),
  )
}
