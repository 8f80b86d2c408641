/** One document for the report viewer (spec §3). */
export interface PrintJob {
  readonly filePath: string
  readonly fileNm: string
  readonly jsonData: string
  readonly viewerMode: string
  readonly printCopies: number
  readonly printSize: string
  readonly exportMode: string
  readonly exportFormat: string
  readonly exportFileName: string
}

/** What a print job need not say (spec §3, §9): one silent pdf on A4. */
const printJobDefaults = {
  viewerMode: 'export',
  printCopies: 1,
  printSize: 'A4',
  exportMode: 'silent',
  exportFormat: 'pdf',
} as const

/** A print job with everything filled in; the file is exported under the report's own name. */
export function printJob(
  given: Pick<PrintJob, 'filePath' | 'fileNm' | 'jsonData'> & Partial<PrintJob>,
): PrintJob {
  return { exportFileName: given.fileNm, ...printJobDefaults, ...given }
}
