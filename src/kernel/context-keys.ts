import { label, type Label } from './label.ts'

/**
 * Key that a `when` expression can test. A boolean key is written bare; a string key is compared.
 */
export interface ContextKey {
  readonly type: 'boolean' | 'string'
  readonly description: Label
  /** Description of the condition when a boolean key is false. */
  readonly negatedDescription?: Label
  /** All values of a string key, if the set is closed. Comparing it with any other value fails. */
  readonly values?: readonly string[]
}

/** Open-ended family of boolean keys, such as `row.receipt`. */
export interface ContextFamily {
  readonly description: Label
  readonly exclusive: boolean
}

type ContextValue = boolean | string | undefined

export type ContextValues = Readonly<Record<string, ContextValue>>

type WordPair = readonly [ko: string, en: string]

function flag(is: WordPair, isNot: WordPair): ContextKey {
  return { type: 'boolean', description: label(...is), negatedDescription: label(...isNot) }
}

const zones = [
  'grid',
  'form',
  'menu',
  'tabs',
  'palette',
  'dialog',
  'page',
  'search',
  'chart',
  'home',
] as const

/** Every context key of the product. A `when` with any other key fails to parse. */
export const contextKeys: Readonly<Record<string, ContextKey>> = {
  zone: {
    type: 'string',
    description: label('키보드 포커스가 있는 영역', 'Part of the page in focus'),
    values: zones,
  },
  screen: { type: 'string', description: label('열린 화면의 라우트', 'Route of the open screen') },
  setup: flag(
    ['시작 화면에 사이트 준비 단계가 있을 때', 'while the site is being set up'],
    ['사이트 준비가 끝났을 때', 'after the site is set up'],
  ),
  seesAs: flag(
    ['다른 사용자의 화면을 볼 때', 'while viewing as another user'],
    ['본인 화면을 볼 때', 'not while viewing as another user'],
  ),
  lacksRight: flag(
    ['권한이 없어 거부되었을 때', 'when a permission is missing'],
    ['없는 권한이 없을 때', 'when no permission is missing'],
  ),
  acts: flag(
    ['행에 작업을 실행하는 화면', 'on screens that run an action on rows'],
    ['행에 작업을 실행하지 않는 화면', 'on screens without an action on rows'],
  ),
  station: flag(
    ['스캔 작업 화면', 'at a scanning station'],
    ['스캔 작업 화면 외', 'not at a scanning station'],
  ),
  documentForm: flag(
    ['전표를 폼에 입력하는 화면', 'on screens with a document form'],
    ['전표 폼이 없는 화면', 'on screens without a document form'],
  ),
  grid: flag(['그리드에서', 'in a grid'], ['그리드 밖에서', 'outside grids']),
  cards: flag(
    ['카드로 볼 때', 'in the card view'],
    ['카드로 보지 않을 때', 'not in the card view'],
  ),
  form: flag(['입력 폼에서', 'in a form'], ['입력 폼 밖에서', 'outside forms']),
  detail: flag(
    ['상세 그리드에서', 'in the lines grid'],
    ['상세 그리드 밖에서', 'outside the lines grid'],
  ),
  editing: flag(
    ['칸 편집 중일 때', 'while editing a field'],
    ['칸 편집 중이 아닐 때', 'not while editing'],
  ),
  composing: flag(
    ['한글 조합 중일 때', 'while composing text'],
    ['한글 조합 중이 아닐 때', 'not while composing text'],
  ),
  commandMode: flag(
    ['그리드에서 글자 키가 명령일 때', 'when letters in the grid are commands'],
    ['그리드에서 글자 키가 입력일 때', 'when letters in the grid are text'],
  ),
  counting: flag(
    ['반복 횟수를 입력 중일 때', 'while typing a repeat count'],
    ['반복 횟수를 입력하지 않을 때', 'not while typing a repeat count'],
  ),
  optionNumbers: flag(
    ['행 옆에 번호를 입력하는 단축키 세트', 'in keymaps with numbers next to rows'],
    ['행 옆에 번호를 입력하지 않는 단축키 세트', 'in keymaps without numbers next to rows'],
  ),
  optionsTyped: flag(
    ['행 옆에 입력한 번호가 있을 때', 'with numbers typed next to rows'],
    ['행 옆에 입력한 번호가 없을 때', 'with no numbers typed next to rows'],
  ),
  singleKeys: flag(
    ['글자 단축키를 사용할 때', 'with single-letter shortcuts on'],
    ['글자 단축키를 사용하지 않을 때', 'with single-letter shortcuts off'],
  ),
  pageInFront: flag(
    ['열린 창이 없을 때', 'with no window open'],
    ['창이 열려 있을 때', 'with a window open'],
  ),
  dialogOpen: flag(
    ['대화상자가 열려 있을 때', 'with a dialog open'],
    ['대화상자가 닫혀 있을 때', 'with no dialog open'],
  ),
  paletteOpen: flag(
    ['명령줄이 열려 있을 때', 'with the command line open'],
    ['명령줄이 닫혀 있을 때', 'with the command line closed'],
  ),
  popupOpen: flag(
    ['팝업이 열려 있을 때', 'with a popup open'],
    ['팝업이 닫혀 있을 때', 'with no popup open'],
  ),
  editable: flag(
    ['수정할 수 있는 그리드', 'in an editable grid'],
    ['수정할 수 없는 그리드', 'in a read-only grid'],
  ),
  readOnlyCell: flag(
    ['수정할 수 없는 칸', 'on a read-only field'],
    ['수정할 수 있는 칸', 'on an editable field'],
  ),
  addsRows: flag(
    ['행을 추가하거나 삭제할 수 있을 때', 'where rows can be added or deleted'],
    ['행을 추가하거나 삭제할 수 없을 때', 'where rows cannot be added or deleted'],
  ),
  checks: flag(
    ['행을 선택할 수 있는 그리드', 'in a grid with checkboxes'],
    ['행을 선택할 수 없는 그리드', 'in a grid without checkboxes'],
  ),
  hasSelection: flag(
    ['선택한 행이 있을 때', 'with selected rows'],
    ['선택한 행이 없을 때', 'with no selected rows'],
  ),
  hasRows: flag(
    ['조회된 행이 있을 때', 'when there are rows'],
    ['조회된 행이 없을 때', 'when there are no rows'],
  ),
  filtered: flag(['필터가 있을 때', 'with a filter'], ['필터가 없을 때', 'without a filter']),
  listOpen: flag(
    ['그리드 위에 목록이 열려 있을 때', 'with a list open over the grid'],
    ['그리드 위에 목록이 없을 때', 'with no list open over the grid'],
  ),
  grouped: flag(
    ['행을 묶었을 때', 'when rows are grouped'],
    ['행을 묶지 않았을 때', 'when rows are not grouped'],
  ),
  forPartner: flag(
    ['협력사 사용자', 'for partner users'],
    ['협력사 사용자 외', 'except for partner users'],
  ),
  past: flag(
    ['과거 시점을 볼 때', 'when viewing a past time'],
    ['현재 시점을 볼 때', 'not when viewing a past time'],
  ),
  hasLines: flag(
    ['상세가 있는 행', 'on rows with lines'],
    ['상세가 없는 행', 'on rows without lines'],
  ),
  drills: flag(
    ['구성 내역이 있는 행', 'on rows with a breakdown'],
    ['구성 내역이 없는 행', 'on rows without a breakdown'],
  ),
  ofStock: flag(
    ['재고를 보여 주는 행', 'on stock rows'],
    ['재고를 보여 주지 않는 행', 'except on stock rows'],
  ),
  dirty: flag(
    ['저장하지 않은 변경이 있을 때', 'with unsaved changes'],
    ['저장하지 않은 변경이 없을 때', 'without unsaved changes'],
  ),
  importing: flag(
    ['엑셀을 가져오는 중일 때', 'during an import'],
    ['엑셀을 가져오는 중이 아닐 때', 'not during an import'],
  ),
  sheet: {
    type: 'string',
    description: label('가져오기 단계', 'Import step'),
    values: ['choose', 'map', 'rows', 'saved'],
  },
  sheetBusy: flag(
    ['시트를 읽거나 검증하거나 저장하는 중일 때', 'while the sheet is being processed'],
    ['시트 작업이 끝났을 때', 'when the sheet is ready'],
  ),
  undoable: flag(
    ['실행 취소할 작업이 있을 때', 'with something to undo'],
    ['실행 취소할 작업이 없을 때', 'with nothing to undo'],
  ),
  restored: flag(
    ['복구한 내용이 있을 때', 'with restored edits'],
    ['복구한 내용이 없을 때', 'without restored edits'],
  ),
  imported: flag(
    ['가져오기를 방금 저장했을 때', 'right after an import'],
    ['방금 저장한 가져오기가 없을 때', 'not right after an import'],
  ),
  opened: flag(
    ['다른 화면에서 연 화면', 'on a screen opened from another'],
    ['다른 화면에서 열지 않은 화면', 'on a screen not opened from another'],
  ),
  loading: flag(
    ['화면을 불러오는 중일 때', 'while the screen is loading'],
    ['화면을 불러온 뒤', 'once the screen has loaded'],
  ),
}

/** Open families: `row.<table>` is the focused row, `can.<action or button>` a permission. */
const contextFamilies: Readonly<Record<string, ContextFamily>> = {
  row: {
    description: label('포커스된 행의 테이블', 'Table of the row in focus'),
    exclusive: true,
  },
  offers: {
    description: label('화면의 기능', 'Functions of the active page'),
    exclusive: false,
  },
  can: {
    description: label(
      '권한: search, save, delete, import, export, print 또는 화면 버튼',
      'Permission: search, save, delete, import, export, print or a screen button',
    ),
    exclusive: false,
  },
}

export type Fact = readonly [key: string, value: boolean | string]

/** If the first fact is true, so is the second. The conflict check uses these implications. */
export const contextImplications: readonly (readonly [Fact, Fact])[] = [
  [
    ['grid', true],
    ['zone', 'grid'],
  ],
  [
    ['zone', 'grid'],
    ['grid', true],
  ],
  [
    ['form', true],
    ['zone', 'form'],
  ],
  [
    ['zone', 'form'],
    ['form', true],
  ],
  [
    ['zone', 'palette'],
    ['paletteOpen', true],
  ],
  [
    ['zone', 'dialog'],
    ['dialogOpen', true],
  ],
  [
    ['dialogOpen', true],
    ['pageInFront', false],
  ],
  [
    ['pageInFront', true],
    ['dialogOpen', false],
  ],
  [
    ['popupOpen', true],
    ['pageInFront', false],
  ],
  [
    ['pageInFront', true],
    ['popupOpen', false],
  ],
  [
    ['paletteOpen', true],
    ['pageInFront', false],
  ],
  [
    ['pageInFront', true],
    ['paletteOpen', false],
  ],
  [
    ['detail', true],
    ['grid', true],
  ],
  [
    ['commandMode', true],
    ['grid', true],
  ],
  [
    ['commandMode', true],
    ['editing', false],
  ],
]

export function findContextFamily(key: string): ContextFamily | undefined {
  const dot = key.indexOf('.')
  return dot > 0 && dot < key.length - 1 ? contextFamilies[key.slice(0, dot)] : undefined
}

export function contextKeyType(key: string): ContextKey['type'] | undefined {
  if (Object.hasOwn(contextKeys, key)) return contextKeys[key]?.type
  return findContextFamily(key) ? 'boolean' : undefined
}
