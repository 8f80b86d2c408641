/** A text in both languages of the product. Korean is the language people work in. */
export interface Label {
  readonly ko: string
  readonly en: string
}

/** Names of the codes of each list, by the name of the list. */
export type CodeLists = Readonly<Record<string, Readonly<Record<string, Label>>>>

export type Language = keyof Label

/** `label('화주', 'Owner')`: short to write in the hundreds of definitions that need it. */
export function label(ko: string, en: string): Label {
  return { ko, en }
}
