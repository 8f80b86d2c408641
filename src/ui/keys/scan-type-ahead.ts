interface ScanTypeAhead {
  /** A scan is arriving; its keys are kept until it is recognized, then withdrawn. */
  readonly isComing: () => boolean
  /** A scan has been read but no target has it yet; later keys must follow it. */
  readonly isWaiting: () => boolean
  /**
   * Resolves when the waiting scans are answered, because a save pressed after them includes what
   * they counted. True if all were accepted.
   */
  readonly taken: () => Promise<boolean>
}

/** State of scans that precede typed keys. */
export let scanTypeAhead: ScanTypeAhead = {
  isComing: () => false,
  isWaiting: () => false,
  taken: () => Promise.resolve(true),
}

export function provideScanTypeAhead(state: ScanTypeAhead): void {
  scanTypeAhead = state
}
