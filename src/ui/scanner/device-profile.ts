import { defaultWedgeProfile, type GsKey, type WedgeProfile } from './wedge-profile.ts'

/** Profiles belong to the scanners at this machine, so they are stored in the browser. */
const STORED = 'scanner-profile'
/** Copy on the server for machines without a calibrated scanner. */
export const PROFILE_SETTING = 'scanner-profile'

const gsKeys: readonly GsKey[] = ['Control+]', 'Alt+0029', 'F8', 'ArrowDown', 'ControlRight']

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function numberInRange(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && value >= min && value <= max ? value : undefined
}

export function readProfile(stored: unknown): WedgeProfile | undefined {
  if (!isRecord(stored)) return undefined
  const medianGapMs = numberInRange(stored['medianGapMs'], defaultWedgeProfile.medianGapMs, 200)
  const maxGapMs = numberInRange(stored['maxGapMs'], defaultWedgeProfile.maxGapMs, 600)
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

export interface KnownScanner {
  readonly name: string
  readonly profile: WedgeProfile
}

/**
 * Valid stored scanners. Older versions stored a single profile, which becomes a scanner without a
 * name.
 */
export function readScanners(stored: unknown): readonly KnownScanner[] {
  if (!Array.isArray(stored)) {
    const profile = readProfile(stored)
    return profile ? [{ name: '', profile }] : []
  }
  return stored.flatMap((entry: unknown) => {
    const profile = isRecord(entry) ? readProfile(entry['profile']) : undefined
    const name = isRecord(entry) ? entry['name'] : undefined
    return profile && typeof name === 'string' ? [{ name, profile }] : []
  })
}

export function storedScanners(): readonly KnownScanner[] {
  try {
    return readScanners(JSON.parse(localStorage.getItem(STORED) ?? 'null'))
  } catch {
    return []
  }
}

export function storeScanners(scanners: readonly KnownScanner[]): void {
  localStorage.setItem(STORED, JSON.stringify(scanners))
}

export function addScanner(
  scanners: readonly KnownScanner[],
  scanner: KnownScanner,
): readonly KnownScanner[] {
  return [...scanners.filter(({ name }) => name !== scanner.name), scanner]
}

/**
 * Combined profile of all scanners, with the slowest timing and every separator. A key press does
 * not identify its device.
 */
export function combineProfiles(scanners: readonly KnownScanner[]): WedgeProfile | undefined {
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
