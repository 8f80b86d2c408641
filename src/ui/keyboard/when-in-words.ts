import { contextKeys } from '#kernel/context-keys.ts'
import { label, type Label } from '#kernel/label.ts'
import { parseWhen, type When } from '#kernel/when.ts'
import { findScreen } from '../app/menu.ts'

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
      if (when.key === 'screen') return screenInWords(when.value)
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
  if (family === 'can') {
    const { ko, en } = actions[name] ?? label(name, name)
    return { ko: `${ko} 권한`, en: `the right to ${en}` }
  }
  return { ko: key, en: key }
}

const actions: Readonly<Record<string, Label>> = {
  search: label('조회', 'search'),
  save: label('저장', 'save'),
  delete: label('삭제', 'delete'),
  import: label('가져오기', 'import'),
  export: label('내보내기', 'export'),
  print: label('출력', 'print'),
}

/** A screen by its title; by its route where the user has no such screen. */
function screenInWords(route: string): Label {
  const { ko, en } = findScreen(route)?.title ?? label(route, route)
  return { ko: `${ko} 화면`, en: `on ${en}` }
}

function joined(parts: readonly When[], ko: string, en: string): Label {
  const words = parts.map(inWords)
  return {
    ko: words.map((word) => word.ko).join(ko),
    en: words.map((word) => word.en).join(en),
  }
}
