import type { CommandId } from '#commands/index.ts'
import { label, type Label } from '#kernel/label.ts'
import { chordParts, parseChords, type Platform } from './chord.ts'

/** A key that a part of the page uses itself. It is not a command and the same in every profile. */
export interface FixedKey {
  /** Alternatives, not a sequence. */
  readonly keys: readonly string[]
  readonly title: Label
  readonly when: string
  /** Position in the legend; hidden if absent. */
  readonly legend?: number
  /**
   * Can be assigned to a command, which then takes priority. The other keys move, type, copy or
   * confirm; the page is unusable without them (WCAG 2.2, 2.1.2).
   */
  readonly yields?: boolean
  /** The command with the same effect, for profiles that reassign the key. */
  readonly instead?: CommandId
}

const still = 'grid && !editing && pageInFront'
const changing = `${still} && editable`

export const fixedKeys: readonly FixedKey[] = [
  {
    keys: ['F2'],
    title: label('칸 편집', 'Edit field'),
    when: changing,
    legend: 25,
    yields: true,
    instead: 'grid.edit-cell',
  },
  {
    keys: ['$mod+d'],
    title: label('위 값으로 아래 채우기', 'Fill down'),
    when: changing,
    yields: true,
  },
  {
    keys: ['$mod+r'],
    title: label('왼쪽 값으로 오른쪽 채우기', 'Fill right'),
    when: changing,
    yields: true,
  },
  { keys: ["$mod+'"], title: label('위 칸 복사', 'Copy from above'), when: changing, yields: true },
  { keys: ['$mod+;'], title: label('오늘', 'Today'), when: changing, yields: true },
  {
    keys: ['Alt+ArrowDown'],
    title: label('목록 열기', 'Open the list'),
    when: 'grid || form || zone == search',
    yields: true,
  },
  {
    keys: ['Alt+Shift+a'],
    title: label('범위 추가 선택', 'Add a range'),
    when: still,
    yields: true,
  },
  {
    keys: ['$mod+a'],
    title: label('모두 선택', 'Select all'),
    when: 'grid || form || zone == search || editing',
  },
  {
    keys: ['$mod+c', '$mod+x', '$mod+v'],
    title: label('복사, 잘라내기, 붙여넣기', 'Copy, cut, paste'),
    when: 'grid || form || zone == search || editing',
  },
  { keys: ['Space'], title: label('행 선택', 'Select row'), when: still },
  {
    keys: ['Delete', 'Backspace'],
    title: label('지우기', 'Clear'),
    when: 'grid || form || zone == search || editing',
  },
  {
    keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'],
    title: label('움직이기 (⇧ 범위, ^ 끝까지)', 'Move (⇧ select, ^ to the end)'),
    when: 'grid || form || zone == search || zone == menu || zone == home || editing',
  },
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    title: label('바로 열기 (1–9, a–z)', 'Open at once (1–9, a–z)'),
    when: 'zone == home',
    legend: 11,
  },
  {
    keys: ['Enter'],
    title: label('확정', 'Confirm'),
    when: 'editing || popupOpen || dialogOpen',
    legend: 10,
  },
  {
    keys: ['Tab', 'Shift+Tab'],
    title: label('다음 칸, 이전 칸', 'Next field, previous field'),
    when: 'editing || form || zone == search || popupOpen || dialogOpen',
    legend: 12,
  },
  {
    keys: ['Escape'],
    title: label('취소', 'Cancel'),
    when: 'editing || popupOpen || dialogOpen',
    legend: 14,
  },
]

/** The fixed key a chord belongs to; Shift and Control widen arrow keys. */
export function fixedKeyOf(chord: string, platform: Platform): FixedKey | undefined {
  return fixedKeys.find(({ keys, yields }) =>
    keys.some((each) => {
      const [own = ''] = parseChords(each, platform)
      return own === chord || (!yields && isWider(chord, own))
    }),
  )
}

/** Arrows keep their meaning with Shift (select) and Control (further). */
function isWider(chord: string, own: string): boolean {
  const { key, alt } = chordParts(chord)
  return /^(?:Arrow|Home$|End$|Page)/.test(own) && key === own && !alt
}
