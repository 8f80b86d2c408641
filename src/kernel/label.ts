/** A text in both languages of the product. Korean is the working language. */
export interface Label {
  readonly ko: string
  readonly en: string
}

export type CodeLists = Readonly<Record<string, Readonly<Record<string, Label>>>>

export type Language = keyof Label

/** Short for the hundreds of definitions that need it: `label('화주', 'Owner')`. */
export function label(ko: string, en: string): Label {
  return { ko, en }
}
