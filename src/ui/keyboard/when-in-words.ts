import { contextKeys } from '#kernel/context-keys.ts'
import type { Label } from '#kernel/label.ts'
import { parseWhen, type When } from '#kernel/when.ts'

/** A condition as a person reads it: `그리드에 포커스, 아님: 셀 또는 필드 편집 중`. */
export function whenInWords(text: string): Label {
  return inWords(parseWhen(text))
}

function inWords(when: When): Label {
  switch (when.op) {
    case 'always':
      return { ko: '언제나', en: 'always' }
    case 'key':
      return describe(when.key)
    case 'equals': {
      const { ko, en } = describe(when.key)
      return when.value === ''
        ? { ko: `${ko} 없음`, en: `no ${en}` }
        : { ko: `${ko} ${when.value}`, en: `${en} ${when.value}` }
    }
    case 'not': {
      const { ko, en } = inWords(when.of)
      return { ko: `아님: ${ko}`, en: `not: ${en}` }
    }
    case 'and':
      return joined(when.all, ', ', ', ')
    case 'or':
      return joined(when.any, ' 또는 ', ' or ')
  }
}

function describe(key: string): Label {
  const known = contextKeys[key]?.description
  if (known) return known
  const [family, name = ''] = key.split('.')
  if (family === 'can') return { ko: `권한 ${name}`, en: `permission ${name}` }
  return { ko: key, en: key }
}

function joined(parts: readonly When[], ko: string, en: string): Label {
  const words = parts.map(inWords)
  return {
    ko: words.map((word) => word.ko).join(ko),
    en: words.map((word) => word.en).join(en),
  }
}
