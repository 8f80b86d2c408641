import { proxy, ref, useSnapshot } from 'valtio'
import type { Label, Language } from '#kernel/label.ts'

const STORED = 'wms.language'

/** Texts the screens cannot do without, should the language map fail to load. */
const builtIn: Readonly<Record<string, Label>> = {
  MSG000012: { ko: '{0}은(는) 필수 입력 항목입니다.', en: '{0} is required.' },
  MSG000022: {
    ko: '시작일은 종료일보다 늦을 수 없습니다.',
    en: 'The start must not be after the end.',
  },
  MSG000023: { ko: '조회 기간은 {0}을(를) 넘을 수 없습니다.', en: 'The span may not exceed {0}.' },
}

const state = proxy<{ language: Language; texts: ReadonlyMap<string, string> }>({
  language: 'ko',
  texts: ref(new Map<string, string>()),
})

/** The language in force, outside React. */
export function currentLanguage(): Language {
  return state.language
}

/** Speaks another language from now on and remembers it on this machine. */
export function setLanguage(language: Language): void {
  state.language = language
  document.documentElement.lang = language
  localStorage.setItem(STORED, language)
}

/** Takes up the remembered language, Korean where there is none. Call before the first render. */
export function startLanguage(): void {
  setLanguage(localStorage.getItem(STORED) === 'en' ? 'en' : 'ko')
}

/** The server's message texts, in the session's language. */
export function setLanguageMap(map: Readonly<Record<string, string>>): void {
  state.texts = ref(new Map(Object.entries(map)))
}

/** The text of a label in the language in force. */
export function t(label: Label): string {
  return label[state.language]
}

/** Re-renders the component when the language changes. */
export function useLanguage(): Language {
  return useSnapshot(state).language
}

/** The text of a message code with `{0}`, `{1}` … filled in; the code itself where none is known. */
export function message(code: string, ...args: readonly (string | number)[]): string {
  const own = builtIn[code]
  const template = state.texts.get(code) ?? (own ? t(own) : code)
  return template.replaceAll(/\{(\d+)\}/g, (whole, index: string) =>
    String(args[Number(index)] ?? whole),
  )
}
