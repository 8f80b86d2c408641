/** What a choice adds to the entry the same text led to before; `FindBoard` allows 100. */
const sameText = 100
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
