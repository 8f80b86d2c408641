import type { Command } from '#kernel/command.ts'
import { contextKeys } from '#kernel/context-keys.ts'
import { label, type Label } from '#kernel/label.ts'
import { findTable } from '#kernel/table.ts'
import { parseWhen, type When } from '#kernel/when.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { t } from '#ui/base/language.ts'

/**
 * Readable form of a condition: `그리드에서, 칸 편집 중이 아닐 때`. Empty if the condition refers only to
 * functions of a screen.
 */
export function describeWhen(text: string): Label {
  return describeCondition(parseWhen(text), false) ?? label('', '')
}

/** Where a command works. Screens outside the user's menu have no title here and are left out. */
export function describeWhere({ on }: Pick<Command, 'on'>, when: string | undefined): string {
  const row = on === undefined || !findTable(on) ? undefined : t(describeRow(on, false))
  const known = when === undefined ? undefined : onKnownScreens(parseWhen(when))
  const where = known && describeCondition(known, false)
  return [row, where && t(where)].filter(Boolean).join(' · ')
}

function onKnownScreens(when: When): When | undefined {
  const keepKnown = (parts: readonly When[]) => parts.flatMap((part) => onKnownScreens(part) ?? [])
  switch (when.op) {
    case 'equals':
      return when.key !== 'screen' || when.value === '' || findScreen(when.value) ? when : undefined
    case 'and':
      return { ...when, all: keepKnown(when.all) }
    case 'or':
      return { ...when, any: keepKnown(when.any) }
    case 'not': {
      const of = onKnownScreens(when.of)
      return of && { ...when, of }
    }
    case 'always':
    case 'key':
      return when
  }
}

/** Undefined if the condition is omitted. */
function describeCondition(when: When, isNegated: boolean): Label | undefined {
  switch (when.op) {
    case 'always':
      return isNegated ? label('사용 안 함', 'never') : label('언제나', 'always')
    case 'key':
      return describeKey(when.key, isNegated)
    case 'equals':
      return describeValue(when.key, when.value, isNegated)
    case 'not':
      return describeCondition(when.of, !isNegated)
    case 'and':
      return isNegated ? describeOr(when.all, true) : describeAnd(when.all, false)
    case 'or':
      return isNegated ? describeAnd(when.any, true) : describeOr(when.any, false)
  }
}

function describeKey(key: string, isNegated: boolean): Label | undefined {
  const known = contextKeys[key]
  if (known) return (isNegated && known.negatedDescription) || known.description
  const [family, name = ''] = key.split('.')
  if (family === 'offers') return undefined
  if (family === 'row') return describeRow(name, isNegated)
  const { ko, en } = actions[name] ?? label(name, name)
  return isNegated
    ? label(`${ko} 권한이 없을 때`, `without permission to ${en}`)
    : label(`${ko} 권한`, `with permission to ${en}`)
}

function describeRow(table: string, isNegated: boolean): Label {
  const title = findTable(table)?.title ?? label(table, table)
  return isNegated
    ? label(`${title.ko} 행 외`, `except on a row of ${title.en}`)
    : label(`${title.ko} 행에서`, `on a row of ${title.en}`)
}

function describeValue(key: string, value: string, isNegated: boolean): Label {
  if (key === 'screen') return describeScreen(value, isNegated)
  if (key === 'zone') {
    const { ko, en } = zones[value] ?? label(value, value)
    return isNegated ? label(`${ko} 밖에서`, `outside ${en}`) : label(`${ko}에서`, `in ${en}`)
  }
  const { ko, en } = sheetSteps[value] ?? label(value, value)
  return isNegated
    ? label(`가져오기의 ${ko} 단계 외`, `except while ${en} in an import`)
    : label(`가져오기의 ${ko} 단계`, `while ${en} in an import`)
}

const actions: Readonly<Record<string, Label>> = {
  search: label('조회', 'search'),
  save: label('저장', 'save'),
  delete: label('삭제', 'delete'),
  import: label('가져오기', 'import'),
  export: label('내보내기', 'export'),
  print: label('인쇄', 'print'),
}

const zones: Readonly<Record<string, Label>> = {
  grid: label('그리드', 'a grid'),
  form: label('입력 폼', 'a form'),
  menu: label('메뉴', 'the menu'),
  tabs: label('탭', 'the tabs'),
  palette: label('명령줄', 'the command line'),
  dialog: label('대화상자', 'a dialog'),
  page: label('화면', 'the page'),
  search: label('조회 조건', 'the search'),
  chart: label('차트', 'the chart'),
  home: label('할 일', 'the to-do list'),
}

const sheetSteps: Readonly<Record<string, Label>> = {
  choose: label('파일 선택', 'selecting a file'),
  map: label('열 지정', 'mapping columns'),
  rows: label('행 확인', 'checking rows'),
  saved: label('저장한 행 보기', 'viewing the saved rows'),
}

function describeScreen(route: string, isNegated: boolean): Label {
  if (route === '') {
    return isNegated ? label('Home 외', 'on any screen but Home') : label('Home에서', 'on Home')
  }
  const { ko, en } = findScreen(route)?.title ?? label(route, route)
  return isNegated
    ? label(`${ko} 화면 외`, `on any screen but ${en}`)
    : label(`${ko} 화면`, `on ${en}`)
}

function describeAnd(parts: readonly When[], isNegated: boolean): Label | undefined {
  return joinConditions(parts, isNegated, [', ', ', '])
}

function describeOr(parts: readonly When[], isNegated: boolean): Label | undefined {
  return joinConditions(parts, isNegated, [' 또는 ', ' or '])
}

function joinConditions(
  parts: readonly When[],
  isNegated: boolean,
  [ko, en]: readonly [ko: string, en: string],
): Label | undefined {
  const words = parts
    .map((part) => describeCondition(part, isNegated))
    .filter((word) => word !== undefined)
  if (words.length === 0) return undefined
  const inKorean = new Set(words.map((word) => word.ko))
  const inEnglish = new Set(words.map((word) => word.en))
  return label([...inKorean].join(ko), [...inEnglish].join(en))
}
