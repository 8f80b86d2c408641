import { proxy, ref, subscribe, useSnapshot } from 'valtio'
import { messages } from '#kernel/messages.ts'
import type { CodedMessage } from '#kernel/coded-message.ts'
import { label, type Label, type Language } from '#kernel/label.ts'

const STORED = 'wms.language'

/** Built-in texts, used until the language map has loaded or if loading fails. */
const builtIn: Readonly<Record<string, Label>> = messages

/** A product text and the site's override; null where there is no override. */
export interface TextOverride {
  readonly TEXT_KO: string
  readonly TEXT_EN: string
  readonly SITE_KO: string | null
  readonly SITE_EN: string | null
}

/** Overrides by Korean text, then by English text. */
type OwnTexts = ReadonlyMap<string, ReadonlyMap<string, TextOverride>>

interface LanguageState {
  language: Language
  texts: ReadonlyMap<string, string>
  own: OwnTexts
}

const state = proxy<LanguageState>({
  language: 'ko',
  texts: ref(new Map<string, string>()),
  own: ref(new Map<string, Map<string, TextOverride>>()),
})

export function currentLanguage(): Language {
  return state.language
}

/** Switches the language and saves it in local storage for the next first paint. */
export function setLanguage(language: Language): void {
  // Clear the texts of the previous language. Otherwise they would be shown until the new ones
  // load.
  if (language !== state.language) state.texts = ref(new Map())
  state.language = language
  document.documentElement.lang = language
  localStorage.setItem(STORED, language)
}

/**
 * Subscribes to language changes; listeners run before rendering. Returns an unsubscribe function.
 */
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

/** Restores the saved language, or Korean. Call before the first render. */
export function initLanguage(): void {
  setLanguage(localStorage.getItem(STORED) === 'en' ? 'en' : 'ko')
}

/** Sets the server's message texts for the current language and the site's overrides. */
export function setLanguageMap(
  map: Readonly<Record<string, string>>,
  own: readonly TextOverride[] = [],
): void {
  state.texts = ref(new Map(Object.entries(map)))
  const byKorean = Map.groupBy(own, (text) => text.TEXT_KO)
  const groups = [...byKorean].map(([korean, texts]) => {
    return [korean, new Map(texts.map((text) => [text.TEXT_EN, text]))] as const
  })
  state.own = ref(new Map(groups))
}

/** Applies the site's override to a label. Both languages must match the original. */
export function applySiteText({ ko, en }: Label): Label {
  const own = state.own.get(ko)?.get(en)
  return label(own?.SITE_KO ?? ko, own?.SITE_EN ?? en)
}

/** Text of a label in the current language. A coded message uses the server's text for its code. */
export function t(label: Label | CodedMessage): string {
  if ('code' in label) return message(label.code, ...label.args.map(t))
  return (state.own.size > 0 ? applySiteText(label) : label)[state.language]
}

/** Joins messages with line breaks (spec §5). Empty for an empty list. */
export function joinLabels(labels: readonly Label[]): string {
  return labels.map(t).join('\n')
}

/** Re-renders the component when the language or a site override changes. */
export function useLanguage(): Language {
  const { language, own } = useSnapshot(state)
  // Reading it subscribes the component to changes.
  void own
  return language
}

/** Text of a message code with `{0}`, `{1}` … filled in, or the code itself if it is unknown. */
export function message(code: string, ...args: readonly (string | number)[]): string {
  const own = Object.hasOwn(builtIn, code) ? builtIn[code] : undefined
  const template = state.texts.get(code) ?? (own ? t(own) : code)
  return template.replaceAll(/\{(\d+)\}/g, (whole, index: string) =>
    String(args[Number(index)] ?? whole),
  )
}
