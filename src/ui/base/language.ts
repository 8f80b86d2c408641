import { proxy, ref, subscribe, useSnapshot } from 'valtio'
import { messages } from '#kernel/messages.ts'
import type { CodedMessage } from '#kernel/coded-message.ts'
import { label, type Label, type Language } from '#kernel/label.ts'

const STORED = 'wms.language'

/** The texts of the house, for the time before the language map has come or should it fail to. */
const builtIn: Readonly<Record<string, Label>> = messages

/** A text of the product, and what the site says in its place; null where the product's own holds. */
export interface OwnText {
  readonly TEXT_KO: string
  readonly TEXT_EN: string
  readonly SITE_KO: string | null
  readonly SITE_EN: string | null
}

/** By the Korean and then the English of the product. */
type OwnTexts = ReadonlyMap<string, ReadonlyMap<string, OwnText>>

interface LanguageState {
  language: Language
  texts: ReadonlyMap<string, string>
  own: OwnTexts
}

const state = proxy<LanguageState>({
  language: 'ko',
  texts: ref(new Map<string, string>()),
  own: ref(new Map<string, Map<string, OwnText>>()),
})

/** The language in force, outside React. */
export function currentLanguage(): Language {
  return state.language
}

/** Speaks another language from now on; this machine remembers it for the next first paint. */
export function setLanguage(language: Language): void {
  // Texts of the other language would stand in its place until the new ones have come.
  if (language !== state.language) state.texts = ref(new Map())
  state.language = language
  document.documentElement.lang = language
  localStorage.setItem(STORED, language)
}

/** Hears of every change of the language, before anything is drawn; returns unsubscribe. */
export function onLanguage(listener: () => void): () => void {
  let last = state.language
  return subscribe(
    state,
    () => {
      if (state.language === last) return
      last = state.language
      listener()
    },
    true,
  )
}

/** Takes up the remembered language, Korean where there is none. Call before the first render. */
export function startLanguage(): void {
  setLanguage(localStorage.getItem(STORED) === 'en' ? 'en' : 'ko')
}

/** The server's message texts in the language in force, and what the site says otherwise. */
export function setLanguageMap(
  map: Readonly<Record<string, string>>,
  own: readonly OwnText[] = [],
): void {
  state.texts = ref(new Map(Object.entries(map)))
  const byKorean = Map.groupBy(own, (text) => text.TEXT_KO)
  const groups = [...byKorean].map(([korean, texts]) => {
    return [korean, new Map(texts.map((text) => [text.TEXT_EN, text]))] as const
  })
  state.own = ref(new Map(groups))
}

/** A label in the words of the site, where it has its own for both its languages together. */
export function asSaid({ ko, en }: Label): Label {
  const own = state.own.get(ko)?.get(en)
  return label(own?.SITE_KO ?? ko, own?.SITE_EN ?? en)
}

/**
 * The text of a label in the language in force. A message with a code is said in the words the
 * server has for that code.
 */
export function t(label: Label | CodedMessage): string {
  if ('code' in label) return message(label.code, ...label.args.map(t))
  return (state.own.size > 0 ? asSaid(label) : label)[state.language]
}

/** Several messages as one, joined by line breaks (spec §5); empty where there is none. */
export function joined(labels: readonly Label[]): string {
  return labels.map(t).join('\n')
}

/** Re-renders the component when the language changes, or what the site says in it. */
export function useLanguage(): Language {
  const { language, own } = useSnapshot(state)
  // Reading it is what makes a change of it heard.
  void own
  return language
}

/** The text of a message code with `{0}`, `{1}` … filled in; the code itself where none is known. */
export function message(code: string, ...args: readonly (string | number)[]): string {
  const own = Object.hasOwn(builtIn, code) ? builtIn[code] : undefined
  const template = state.texts.get(code) ?? (own ? t(own) : code)
  return template.replaceAll(/\{(\d+)\}/g, (whole, index: string) =>
    String(args[Number(index)] ?? whole),
  )
}
