import { proxy, useSnapshot } from 'valtio'
import { label, type Label } from '#kernel/label.ts'
import { call } from './api.ts'
import { onUserSettings, saveUserSetting, userSetting } from './user-settings.ts'

/** Setup steps, pending work and lines to watch, in display order. */
const parts = ['SETUP', 'WORK', 'WATCH'] as const
type HomePart = (typeof parts)[number]

export interface WorkLine {
  readonly ID: string
  readonly TITLE: Label
  readonly ROUTE: string
  readonly ARGS: Readonly<Record<string, string>> | null
  readonly TONE: string | null
  readonly PART_CD: HomePart
  readonly SETUP: { readonly HINT: Label; readonly RUNS: string | null } | null
  readonly COUNT: number
  readonly PART: { readonly COUNT: number; readonly TEXT: Label; readonly TONE: string } | null
  /** Counts by date, oldest first. */
  readonly HISTORY: readonly number[] | null
  /** Timestamp shown instead of the count, empty if there is none yet. */
  readonly LATEST: string | null
}

export interface HomeChoice {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
}

const SETTING = 'home'
const state = proxy<{
  lines: readonly WorkLine[]
  phase: 'loading' | 'shown' | 'failed'
  choice: HomeChoice
}>({ lines: [], phase: 'loading', choice: { order: [], hidden: [] } })

let requestCount = 0

export async function loadHome(): Promise<boolean> {
  requestCount += 1
  const own = requestCount
  try {
    const { data } = await call<{ data: { LINES: WorkLine[] } }>(
      '/api/home',
      {},
      { quiet: true, isBackground: true },
    )
    if (own !== requestCount) return true
    Object.assign(state, { lines: data.LINES, phase: 'shown' })
    return true
  } catch {
    if (own === requestCount) state.phase = 'failed'
    return false
  }
}

export function clearHome(): void {
  requestCount += 1
  Object.assign(state, { lines: [], phase: 'loading', choice: { order: [], hidden: [] } })
}

function readChoice(): HomeChoice {
  const setting = userSetting(SETTING)
  const names = (key: string): string[] => {
    const list: unknown =
      typeof setting === 'object' && setting !== null ? Reflect.get(setting, key) : []
    return Array.isArray(list) ? list.filter((candidate) => typeof candidate === 'string') : []
  }
  return { order: names('order'), hidden: names('hidden') }
}

export function watchHomeChoice(): () => void {
  const update = (): void => {
    state.choice = readChoice()
  }
  update()
  return onUserSettings(update)
}

export function useHome() {
  return useSnapshot(state)
}

/** Lines in the user's order, followed by the remaining ones in default order. */
export function arrangeLines<L extends Pick<WorkLine, 'ID' | 'PART_CD'>>(
  lines: readonly L[],
  { order, hidden }: HomeChoice,
): L[] {
  const place = ({ ID }: L): number => {
    const index = order.indexOf(ID)
    return index < 0 ? order.length + lines.findIndex((line) => line.ID === ID) : index
  }
  return lines
    .filter(({ ID }) => !hidden.includes(ID))
    .toSorted((a, b) => parts.indexOf(a.PART_CD) - parts.indexOf(b.PART_CD) || place(a) - place(b))
}

export function orderAfterMove(
  lines: readonly Pick<WorkLine, 'ID' | 'PART_CD'>[],
  at: number,
  step: 1 | -1,
): string[] | undefined {
  const [line, other] = [lines[at], lines[at + step]]
  if (!line || !other || line.PART_CD !== other.PART_CD) return undefined
  const order = lines.map(({ ID }) => ID)
  order.splice(at, 1)
  order.splice(at + step, 0, line.ID)
  return order
}

/** Saves the arrangement on the server. Throws CallError. */
export async function saveHomeChoice(choice: HomeChoice): Promise<void> {
  state.choice = choice
  await saveUserSetting(SETTING, choice)
}

/**
 * Title such as `사이트 준비 3/8 · 지금 할 일` while setup steps are visible. Users without work lines see a
 * status title.
 */
export function workTitle(
  all: readonly Pick<WorkLine, 'SETUP' | 'COUNT'>[],
  shown: readonly Pick<WorkLine, 'SETUP' | 'PART_CD'>[],
): Label {
  const isWatching = shown.length > 0 && shown.every(({ PART_CD }) => PART_CD === 'WATCH')
  const work = isWatching ? label('진행 현황', 'Status') : label('지금 할 일', 'To do')
  const steps = all.filter(({ SETUP }) => SETUP)
  if (!shown.some(({ SETUP }) => SETUP)) return work
  const done = `${steps.filter(({ COUNT }) => COUNT > 0).length}/${steps.length}`
  return label(`사이트 준비 ${done} · ${work.ko}`, `Site setup ${done} · ${work.en}`)
}
