import { defaultWedgeProfile, type GsKey, type WedgeProfile } from './wedge-profile.ts'

/** The profile belongs to the scanner at this machine, so the browser keeps it. */
const STORED = 'scanner-profile'
/** The copy on the server serves machines where nothing has been measured. */
export const PROFILE_SETTING = 'scanner-profile'

const gsKeys: readonly GsKey[] = ['Control+]', 'Alt+0029', 'F8', 'ArrowDown', 'ControlRight']

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function within(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && value >= min && value <= max ? value : undefined
}

/** A profile as it was stored, field by field held to what makes sense; undefined when it is none. */
export function readProfile(stored: unknown): WedgeProfile | undefined {
  if (!isRecord(stored)) return undefined
  const medianGapMs = within(stored['medianGapMs'], defaultWedgeProfile.medianGapMs, 200)
  const maxGapMs = within(stored['maxGapMs'], defaultWedgeProfile.maxGapMs, 600)
  const keys = Array.isArray(stored['gsKeys']) ? stored['gsKeys'] : undefined
  if (medianGapMs === undefined || maxGapMs === undefined || keys === undefined) return undefined
  return {
    ...defaultWedgeProfile,
    medianGapMs,
    maxGapMs,
    gsKeys: gsKeys.filter((key) => keys.includes(key)),
    capsLock: stored['capsLock'] === 'follow' ? 'follow' : 'ignore',
  }
}

/** The profile this machine has measured, if any. */
export function storedProfile(): WedgeProfile | undefined {
  try {
    return readProfile(JSON.parse(localStorage.getItem(STORED) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Keeps a profile on this machine; undefined goes back to the default. */
export function storeProfile(profile: WedgeProfile | undefined): void {
  if (profile) localStorage.setItem(STORED, JSON.stringify(profile))
  else localStorage.removeItem(STORED)
}
