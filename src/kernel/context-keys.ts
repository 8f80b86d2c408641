import { label, type Label } from './label.ts'

/**
 * Key that a `when` expression can test. A boolean key is written bare; a string key is compared.
 */
export interface ContextKey {
  readonly type: 'boolean' | 'string'
  readonly description: Label
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

function flag(ko: string, en: string): ContextKey {
  return { type: 'boolean', description: label(ko, en) }
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
    description: label('키보드를 받는 영역', 'Part of the page that takes the keyboard'),
    values: zones,
  },
  screen: { type: 'string', description: label('열린 화면의 라우트', 'Route of the open screen') },
  setup: flag('시작 화면에 사이트 준비 단계가 있음', 'Home shows steps of the start of the site'),
  seesAs: flag('다른 사용자의 화면을 보는 중', 'Looking on as another user'),
  lacksRight: flag('없는 권한으로 거부됨', 'A right is missing'),
  acts: flag('선택한 행에 실행하는 화면', 'The screen runs an act on its rows'),
  station: flag('스캔 작업 화면', 'The screen is a scan station'),
  documentForm: flag('전표를 폼에 입력하는 화면', 'The document is entered in a form'),
  grid: flag('그리드에 포커스', 'Focus is in a grid'),
  cards: flag('행을 카드로 보는 중', 'The rows are shown as cards'),
  form: flag('입력 폼에 포커스', 'Focus is in a form'),
  detail: flag('상세 그리드에 포커스', 'Focus is in the line grid of a document'),
  editing: flag('칸 편집 중', 'A field is being edited'),
  composing: flag('한글 조합 중', 'An input method is composing'),
  commandMode: flag(
    '그리드에서 글자 키가 명령으로 동작',
    'Typed letters in the grid are commands, not cell text',
  ),
  counting: flag('다음 명령의 횟수를 적는 중', 'A number is typed for the next command'),
  optionNumbers: flag(
    '행 옆에 번호를 적는 키 배열',
    'The key profile has numbers to type beside rows',
  ),
  optionsTyped: flag('행 옆에 입력한 번호 있음', 'There are numbers beside rows'),
  singleKeys: flag('글자 단축키 사용', 'Single-character shortcuts are switched on'),
  pageInFront: flag(
    '화면이 맨 앞에 있음',
    'The page is in front: no dialog, popup or command line over it',
  ),
  dialogOpen: flag('대화상자 열림', 'A dialog is open'),
  paletteOpen: flag('명령 창 열림', 'The palette is open'),
  popupOpen: flag('팝업 열림', 'A popup is open'),
  editable: flag('그리드 편집 가능', 'The grid in focus can be edited'),
  readOnlyCell: flag('커서가 읽기 전용 칸에 있음', 'The cursor is in a cell that takes no text'),
  addsRows: flag('행을 추가하고 삭제할 수 있음', 'Rows can be added and deleted'),
  hasSelection: flag('선택한 행 있음', 'Rows are selected'),
  hasRows: flag('조회된 행 있음', 'The grid has rows'),
  filtered: flag('필터가 걸려 있음', 'A filter is set'),
  listOpen: flag('그리드 위에 목록이 열림', 'A list is open over the grid'),
  grouped: flag('행이 묶여 있음', 'The rows are grouped'),
  forPartner: flag('협력사 사용자', 'The user works for a branch or partner'),
  past: flag('과거 시점을 보는 중', 'The rows are those of a past moment'),
  hasLines: flag('행마다 상세 행이 있음', 'Rows have lines of their own'),
  drills: flag('행의 구성 내역이 있음', 'Rows lead to what they are made of'),
  ofStock: flag('재고를 보여 주는 행', 'The rows are stock'),
  dirty: flag('저장하지 않은 변경 있음', 'There are unsaved changes'),
  importing: flag('엑셀을 가져오는 중', 'A spreadsheet is being imported'),
  sheet: {
    type: 'string',
    description: label('가져오는 시트의 단계', 'How far the imported sheet is'),
    values: ['choose', 'map', 'rows', 'saved'],
  },
  sheetBusy: flag('시트를 읽거나 확인하거나 저장하는 중', 'The sheet is being read or saved'),
  undoable: flag('되돌릴 작업이 있음', 'Can be undone'),
  restored: flag('복구한 편집 내용이 있음', 'Edits were restored after a reload'),
  imported: flag('가져오기를 방금 저장함', 'An import was just saved'),
  opened: flag('다른 화면에서 연 화면', 'Another screen opened the screen'),
  loading: flag('화면을 불러오는 중', 'The screen is loading'),
}

/** Open families: `row.<table>` is the focused row, `can.<action or button>` a permission. */
const contextFamilies: Readonly<Record<string, ContextFamily>> = {
  row: {
    description: label('포커스된 행의 테이블', 'Table of the row in focus'),
    exclusive: true,
  },
  offers: {
    description: label('화면의 기능', 'What the page in front offers'),
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

export function familyOf(key: string): ContextFamily | undefined {
  const dot = key.indexOf('.')
  return dot > 0 && dot < key.length - 1 ? contextFamilies[key.slice(0, dot)] : undefined
}

export function contextKeyType(key: string): ContextKey['type'] | undefined {
  if (Object.hasOwn(contextKeys, key)) return contextKeys[key]?.type
  return familyOf(key) ? 'boolean' : undefined
}
