import type { Typed } from '#ui/tabs/page-registry.ts'
import type { PromptMode, StationDraft } from './scan-state.ts'
import type { ScanStation } from './scan-station.ts'

/** State of a station for a reload. */
interface ScanDraft {
  readonly mode: PromptMode
  readonly text: string
  readonly station: StationDraft
}

interface DraftedSession {
  readonly station: Pick<ScanStation, 'draft' | 'takeUp'>
  readonly mode: PromptMode
  readonly text: string
  ask(mode: PromptMode): void
  type(text: string): void
}

/** What a reload would lose. */
export function typedInScan({ station, text }: DraftedSession): Typed | undefined {
  const { document, quantity, pending } = station.draft()
  if (pending.length > 0) return 'work'
  return text !== '' || document !== '' || quantity !== undefined ? 'passing' : undefined
}

export function scanDraft({ station, mode, text }: DraftedSession): ScanDraft {
  return { mode, text, station: station.draft() }
}

function isScanDraft(draft: unknown): draft is ScanDraft {
  return typeof draft === 'object' && draft !== null && 'station' in draft && 'mode' in draft
}

/** Restores a station. Returns true if restored text can be discarded. */
export function restoreScan(session: DraftedSession, draft: unknown): boolean {
  if (!isScanDraft(draft)) return false
  session.station.takeUp(draft.station)
  if (draft.text === '' || session.text !== '') return false
  session.ask(draft.mode)
  session.type(draft.text)
  return true
}
