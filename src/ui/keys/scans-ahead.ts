interface Scans {
  /** Half a scan is in: its keys are kept until it is seen to be one, then they are taken back. */
  readonly isComing: () => boolean
  /** One has been read that no target has yet: keys pressed after it come after it. */
  readonly isWaiting: () => boolean
  /**
   * Once those that wait are answered, as a save pressed behind them is of what they counted: whether
   * each was taken.
   */
  readonly taken: () => Promise<boolean>
}

/** What of the scanner comes before the keys. */
export let scans: Scans = {
  isComing: () => false,
  isWaiting: () => false,
  taken: () => Promise.resolve(true),
}

/** The scanner says what comes before the keys. */
export function waitForScans(all: Scans): void {
  scans = all
}
