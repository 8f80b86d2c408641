/** A document for the report viewer (spec §3). */
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

/** Defaults of a print job (spec §3, §9): one silent A4 PDF. */
const printJobDefaults = {
  viewerMode: 'export',
  printCopies: 1,
  printSize: 'A4',
  exportMode: 'silent',
  exportFormat: 'pdf',
} as const

export function printJob(
  given: Pick<PrintJob, 'filePath' | 'fileNm' | 'jsonData'> & Partial<PrintJob>,
): PrintJob {
  return { exportFileName: given.fileNm, ...printJobDefaults, ...given }
}
