/** A text in both languages of the product. Korean is the working language. */
export interface Label {
  readonly ko: string
  readonly en: string
}

export type CodeLists = Readonly<Record<string, Readonly<Record<string, Label>>>>

export type Language = keyof Label

/** Short name, because hundreds of definitions use it: `label('화주', 'Owner')`. */
export function label(ko: string, en: string): Label {
  return { ko, en }
}
