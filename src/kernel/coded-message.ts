import type { Label } from './label.ts'

/**
 * A message that both sides know by its code. The text is filled in already; code and arguments
 * stay with it for whoever has another text for the code in the language map.
 */
export interface CodedMessage extends Label {
  readonly code: string
  readonly args: readonly Label[]
}

/** Fills `{0}`, `{1}` … of a template in both languages; what has no argument stays as it is. */
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
