import { proxy, useSnapshot } from 'valtio'
import { label, type Label } from '#kernel/label.ts'
import { call } from './api.ts'
import { onUserSettings, saveUserSetting, userSetting } from './user-settings.ts'

/** Steps by which a site starts, work that waits, and what is only watched: in this order. */
const parts = ['SETUP', 'WORK', 'WATCH'] as const
type HomePart = (typeof parts)[number]

/** A line of Home as the server counts it. */
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
  /** Oldest day first. */
  readonly HISTORY: readonly number[] | null
  /** A moment told in place of the number; empty where there was none yet. */
  readonly LATEST: string | null
}

/** How a user has the lines: those named first, in this order, and those left out. */
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

let asked = 0

/** Asks for the numbers anew; those shown stand until the answer. */
export async function loadHome(): Promise<boolean> {
  asked += 1
  const own = asked
  try {
    const { data } = await call<{ data: { LINES: WorkLine[] } }>(
      '/api/home',
      {},
      { quiet: true, aside: true },
    )
    if (own !== asked) return true
    Object.assign(state, { lines: data.LINES, phase: 'shown' })
    return true
  } catch {
    if (own === asked) state.phase = 'failed'
    return false
  }
}

/** The numbers of one user are nothing to the next one. */
export function forgetHome(): void {
  asked += 1
  Object.assign(state, { lines: [], phase: 'loading', choice: { order: [], hidden: [] } })
}

function readChoice(): HomeChoice {
  const kept = userSetting(SETTING)
  const names = (key: string): string[] => {
    const list: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, key) : []
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
  }
  return { order: names('order'), hidden: names('hidden') }
}

/** Follows what the user keeps of Home, here and in other windows; returns unsubscribe. */
export function followHomeChoice(): () => void {
  const take = (): void => {
    state.choice = readChoice()
  }
  take()
  return onUserSettings(take)
}

export function useHome() {
  return useSnapshot(state)
}

/** Lines in the order of the user: named ones first, then the others as the product has them. */
export function arrangedLines<L extends Pick<WorkLine, 'ID' | 'PART_CD'>>(
  lines: readonly L[],
  { order, hidden }: HomeChoice,
): L[] {
  const place = ({ ID }: L): number => {
    const at = order.indexOf(ID)
    return at < 0 ? order.length + lines.findIndex((line) => line.ID === ID) : at
  }
  return lines
    .filter(({ ID }) => !hidden.includes(ID))
    .toSorted(
      (one, other) =>
        parts.indexOf(one.PART_CD) - parts.indexOf(other.PART_CD) || place(one) - place(other),
    )
}

/** Moves a line within its part of the list; the place it has then, or undefined where it stays. */
export function movedLine(
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

/** Keeps a choice on the server. Throws CallError. */
export async function keepHomeChoice(choice: HomeChoice): Promise<void> {
  state.choice = choice
  await saveUserSetting(SETTING, choice)
}

/** `사이트 준비 3/8 · 지금 할 일` while a step of the start is in sight; who only watches has nothing to do. */
export function titleOfWork(
  all: readonly Pick<WorkLine, 'SETUP' | 'COUNT'>[],
  shown: readonly Pick<WorkLine, 'SETUP' | 'PART_CD'>[],
): Label {
  const isWatching = shown.length > 0 && shown.every(({ PART_CD }) => PART_CD === 'WATCH')
  const work = isWatching ? label('진행 현황', 'Status') : label('지금 할 일', 'Work that waits')
  const steps = all.filter(({ SETUP }) => SETUP)
  if (!shown.some(({ SETUP }) => SETUP)) return work
  const done = `${steps.filter(({ COUNT }) => COUNT > 0).length}/${steps.length}`
  return label(`사이트 준비 ${done} · ${work.ko}`, `Site setup ${done} · ${work.en}`)
}
