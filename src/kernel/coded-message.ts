import type { Label } from './label.ts'

/**
 * Message known to client and server by its code. The text is already filled in; code and arguments
 * remain available for a different text in the language map.
 */
export interface CodedMessage extends Label {
  readonly code: string
  readonly args: readonly Label[]
}

/**
 * Fills `{0}`, `{1}` … of a template in both languages. Placeholders without an argument remain.
 */
export function codedMessage(
  code: string,
  template: Label,
  ...args: readonly Label[]
): CodedMessage {
  const fill = (language: keyof Label) =>
    template[language].replaceAll(
      /\{(\d+)\}/g,
      (whole, index: string) => args[Number(index)]?.[language] ?? whole,
    )
  return { code, args, ko: fill('ko'), en: fill('en') }
}
