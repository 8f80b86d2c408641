interface Scans {
  /** Half a scan is in: its keys are kept until it is seen to be one, then they are taken back. */
  readonly isComing: () => boolean
  /** One has been read that no target has yet: keys pressed after it come after it. */
  readonly isWaiting: () => boolean
  /** Once those that wait are answered: whether each was taken. */
  readonly taken: () => Promise<boolean>
}

let scans: Scans = {
  isComing: () => false,
  isWaiting: () => false,
  taken: () => Promise.resolve(true),
}

/** The scanner says what of it comes before the keys. */
export function waitForScans(all: Scans): void {
  scans = all
}

/** Whether half a scan is in. */
export function isScanComing(): boolean {
  return scans.isComing()
}

/** Whether a scan waits that comes before the next key. */
export function isScanAhead(): boolean {
  return scans.isWaiting()
}

/**
 * Once the scans that came before are answered: a save pressed behind them is of what they counted.
 * False where one of them was refused.
 */
export function scansTaken(): Promise<boolean> {
  return scans.taken()
}
