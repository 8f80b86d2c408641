import type { Command } from '#kernel/command.ts'
import { contextKeys } from '#kernel/context-keys.ts'
import { label, type Label } from '#kernel/label.ts'
import { tableNamed } from '#kernel/table.ts'
import { parseWhen, type When } from '#kernel/when.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { t } from '#ui/base/language.ts'

/** Readable form of a condition: `그리드에 포커스, 아님: 셀 또는 필드 편집 중`. */
export function describeWhen(text: string): Label {
  return inWords(parseWhen(text))
}

export function describeWhere({ on }: Pick<Command, 'on'>, when: string | undefined): string {
  const title = on === undefined ? undefined : tableNamed(on)?.title
  const row = title && t(label(`${title.ko} 행에서`, `on a row of ${title.en}`))
  return [row, when && t(describeWhen(when))].filter((part) => part !== undefined).join(' · ')
}

function inWords(when: When): Label {
  switch (when.op) {
    case 'always':
      return label('언제나', 'always')
    case 'key':
      return describe(when.key)
    case 'equals': {
      if (when.key === 'screen') return describeScreen(when.value)
      const { ko, en } = describe(when.key)
      if (when.value === '') return label(`${ko} 없음`, `no ${en}`)
      const value = values[when.key]?.[when.value] ?? label(when.value, when.value)
      return label(`${ko} ${value.ko}`, `${en} ${value.en}`)
    }
    case 'not': {
      const { ko, en } = inWords(when.of)
      return label(`아님: ${ko}`, `not: ${en}`)
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
    return label(`${ko} 권한`, `permission to ${en}`)
  }
  if (family === 'offers') return label('이 작업이 있는 화면', 'screens that offer it')
  return label(key, key)
}

const actions: Readonly<Record<string, Label>> = {
  search: label('조회', 'search'),
  save: label('저장', 'save'),
  delete: label('삭제', 'delete'),
  import: label('가져오기', 'import'),
  export: label('내보내기', 'export'),
  print: label('출력', 'print'),
}

const values: Readonly<Record<string, Readonly<Record<string, Label>>>> = {
  zone: {
    grid: label('그리드', 'grid'),
    form: label('입력 폼', 'form'),
    menu: label('메뉴', 'menu'),
    tabs: label('탭', 'tabs'),
    palette: label('명령줄', 'command line'),
    dialog: label('대화상자', 'dialog'),
    page: label('화면', 'page'),
    search: label('조회 조건', 'search'),
    chart: label('차트', 'chart'),
    home: label('할 일', 'work list'),
  },
  sheet: {
    choose: label('파일 선택', 'selecting a file'),
    map: label('열 지정', 'mapping columns'),
    rows: label('행 확인', 'checking rows'),
    saved: label('저장됨', 'saved'),
  },
}

function describeScreen(route: string): Label {
  const { ko, en } = findScreen(route)?.title ?? label(route, route)
  return label(`${ko} 화면`, `on ${en}`)
}

function joined(parts: readonly When[], ko: string, en: string): Label {
  const words = parts.map(inWords)
  return label(words.map((word) => word.ko).join(ko), words.map((word) => word.en).join(en))
}
