import type { CommandId } from '#commands/index.ts'
import { label, type Label } from '#kernel/label.ts'
import { chordParts, parseChords, type Platform } from './chord.ts'

/** A key handled by a part of the page. It is not a command and is the same in every profile. */
export interface FixedKey {
  /** Alternatives, not a sequence. */
  readonly keys: readonly string[]
  readonly title: Label
  readonly when: string
  readonly legend?: number
  /**
   * Can be assigned to a command, which then takes priority. The other keys move, type, copy or
   * confirm, and the page is unusable without them (WCAG 2.2, 2.1.2).
   */
  readonly yields?: boolean
  /** The command with the same effect, for profiles that reassign the key. */
  readonly instead?: CommandId
}

const whileNotEditing = 'grid && !editing && pageInFront'
const whileChangeable = `${whileNotEditing} && editable && hasRows`
const inFields = 'grid || form || zone == search || editing'

function fixedKey(
  keys: string,
  title: Label,
  when: string,
  extra: Partial<Omit<FixedKey, 'keys' | 'title' | 'when'>> = {},
): FixedKey {
  return { keys: keys.split(' '), title, when, ...extra }
}

const canBeReassigned = true

export const fixedKeys: readonly FixedKey[] = [
  fixedKey('F2', label('칸 편집', 'Edit field'), whileChangeable, {
    legend: 25,
    yields: canBeReassigned,
    instead: 'grid.edit-cell',
  }),
  fixedKey('$mod+d', label('위 값으로 아래 채우기', 'Fill down'), whileChangeable, {
    yields: canBeReassigned,
  }),
  fixedKey('$mod+r', label('왼쪽 값으로 오른쪽 채우기', 'Fill right'), whileChangeable, {
    yields: canBeReassigned,
  }),
  fixedKey("$mod+'", label('위 칸 복사', 'Copy from above'), whileChangeable, {
    yields: canBeReassigned,
  }),
  fixedKey('$mod+;', label('오늘', 'Today'), whileChangeable, { yields: canBeReassigned }),
  fixedKey('Alt+ArrowDown', label('목록 열기', 'Open the list'), 'grid || form || zone == search', {
    yields: canBeReassigned,
  }),
  fixedKey('Alt+Shift+a', label('범위 추가 선택', 'Add a range'), whileNotEditing, {
    yields: canBeReassigned,
  }),
  fixedKey('$mod+a', label('모두 선택', 'Select all'), inFields),
  fixedKey('$mod+c $mod+x $mod+v', label('복사, 잘라내기, 붙여넣기', 'Copy, cut, paste'), inFields),
  fixedKey(
    'Space',
    label('행 선택', 'Select row'),
    `${whileNotEditing} && checks && readOnlyCell`,
    {
      legend: 22,
    },
  ),
  fixedKey('Delete Backspace', label('지우기', 'Clear'), inFields),
  fixedKey(
    'ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown',
    label('움직이기 (⇧ 범위, ^ 끝까지)', 'Move (⇧ select, ^ to the end)'),
    'grid || form || zone == search || zone == menu || zone == home || editing',
  ),
  fixedKey(
    '1 2 3 4 5 6 7 8 9',
    label('바로 열기 (1–9, a–z)', 'Open directly (1–9, a–z)'),
    'zone == home && pageInFront',
    { legend: 11 },
  ),
  // In the grid of a popup Enter moves down, unless the popup shows it with its own keys.
  fixedKey('Enter', label('확정', 'Confirm'), 'editing || popupOpen && !grid || dialogOpen', {
    legend: 10,
  }),
  fixedKey(
    'Tab Shift+Tab',
    label('다음 칸, 이전 칸', 'Next field, previous field'),
    'editing || form || zone == search || popupOpen || dialogOpen',
    { legend: 12 },
  ),
  fixedKey('Escape', label('취소', 'Cancel'), 'editing', { legend: 14 }),
  // A popup can offer to cancel a record, so closing it is named differently.
  fixedKey('Escape', label('닫기', 'Close'), '!editing && (popupOpen || dialogOpen)', {
    legend: 14,
  }),
]

export function findFixedKey(chord: string, platform: Platform): FixedKey | undefined {
  return fixedKeys.find(({ keys, yields }) =>
    keys.some((key) => {
      const [own = ''] = parseChords(key, platform)
      return own === chord || (!yields && isSelectingVariant(chord, own))
    }),
  )
}

function isSelectingVariant(chord: string, own: string): boolean {
  const { key, alt } = chordParts(chord)
  return /^(?:Arrow|Home$|End$|Page)/.test(own) && key === own && !alt
}
