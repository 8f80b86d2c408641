interface ScanTypeAhead {
  /** A scan is arriving. Its keys are buffered until it is recognized and then withdrawn. */
  readonly isComing: () => boolean
  /** A scan has been read but not delivered yet. Later keys must follow it. */
  readonly isWaiting: () => boolean
  /**
   * Resolves when the pending scans have been processed, because a save pressed after them must
   * include their counts. True if all were accepted.
   */
  readonly taken: () => Promise<boolean>
}

export let scanTypeAhead: ScanTypeAhead = {
  isComing: () => false,
  isWaiting: () => false,
  taken: () => Promise.resolve(true),
}

export function provideScanTypeAhead(state: ScanTypeAhead): void {
  scanTypeAhead = state
}
