import { defaultWedgeProfile, type GsKey, type WedgeProfile } from './wedge-profile.ts'

/** The profiles belong to the scanners at this machine, so the browser keeps them. */
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

/** A scanner by the name its users gave it, and what five scans have shown of it. */
export interface KnownScanner {
  readonly name: string
  readonly profile: WedgeProfile
}

/**
 * The scanners as they were stored, those that make sense. A profile alone, as it was kept when a
 * machine had one for all of its scanners, is a scanner without a name.
 */
export function readScanners(stored: unknown): readonly KnownScanner[] {
  if (!Array.isArray(stored)) {
    const profile = readProfile(stored)
    return profile ? [{ name: '', profile }] : []
  }
  return stored.flatMap((each: unknown) => {
    const profile = isRecord(each) ? readProfile(each['profile']) : undefined
    const name = isRecord(each) ? each['name'] : undefined
    return profile && typeof name === 'string' ? [{ name, profile }] : []
  })
}

/** The scanners that were measured at this machine. */
export function storedScanners(): readonly KnownScanner[] {
  try {
    return readScanners(JSON.parse(localStorage.getItem(STORED) ?? 'null'))
  } catch {
    return []
  }
}

/** Keeps the scanners of this machine; without any the default holds. */
export function storeScanners(scanners: readonly KnownScanner[]): void {
  localStorage.setItem(STORED, JSON.stringify(scanners))
}

/** The scanners with one more, which takes the place of one of its name. */
export function withScanner(
  scanners: readonly KnownScanner[],
  scanner: KnownScanner,
): readonly KnownScanner[] {
  return [...scanners.filter(({ name }) => name !== scanner.name), scanner]
}

/**
 * What reads every one of some scanners, as nothing in a key press says which of them it came from:
 * slow enough for the slowest, and a separator in all their writings.
 */
export function profileOfAll(scanners: readonly KnownScanner[]): WedgeProfile | undefined {
  const profiles = scanners.map(({ profile }) => profile)
  const last = profiles.at(-1)
  return (
    last && {
      ...last,
      medianGapMs: Math.max(...profiles.map(({ medianGapMs }) => medianGapMs)),
      maxGapMs: Math.max(...profiles.map(({ maxGapMs }) => maxGapMs)),
      gsKeys: gsKeys.filter((key) => profiles.some((profile) => profile.gsKeys.includes(key))),
      capsLock: profiles.every(({ capsLock }) => capsLock === last.capsLock)
        ? last.capsLock
        : 'either',
    }
  )
}
