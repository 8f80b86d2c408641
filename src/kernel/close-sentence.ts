/**
 * Adds the full stop of an English sentence, unless the last word is an abbreviation that has one:
 * `closeSentence('Scan the shipment no.')` is returned unchanged.
 */
export function closeSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}
