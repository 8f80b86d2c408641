import { z } from 'zod'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { assertStorable } from '#server/base/storable-json.ts'
import { parsePaper, paperSizes, type Paper } from '#server/print/paper.ts'

export const maxCopies = 10

const value = z.union([z.string().max(20_000), z.number(), z.null()])
const rows = z
  .array(z.record(z.string().max(60), value))
  .min(1)
  .max(2000)
const jsonText = z.union([z.string().max(4_000_000), z.array(z.unknown()), z.looseObject({})])

/** A value left empty in a form or link counts as not given. */
const optionalText = <T extends z.ZodType>(shape: T) =>
  z.preprocess((given) => {
    const isEmpty = given === null || (typeof given === 'string' && given.trim() === '')
    return isEmpty ? undefined : given
  }, shape)
const name = optionalText(z.string().max(200).default(''))

/**
 * Report print job with the names and defaults of the spec (§3), sent as JSON, form or URL. The
 * report is `reportName`, or `filePath` and `fileNm`. Its rows are `jsonData`, or `jsondata` as the
 * viewer calls it.
 */
export const reportJobShape = z.looseObject({
  reportName: name,
  filePath: name,
  fileNm: name,
  jsonData: optionalText(jsonText.optional()),
  jsondata: optionalText(jsonText.optional()),
  viewerMode: optionalText(z.enum(['export', 'view']).default('export')),
  printCopies: optionalText(z.coerce.number().int().min(1).max(maxCopies).default(1)),
  printSize: optionalText(z.string().max(20).default('A4')),
  exportMode: optionalText(z.enum(['silent', 'normal']).default('silent')),
  exportFormat: optionalText(z.string().max(20).default('pdf')),
  exportFileName: name,
})

export interface ReportJob {
  /** Name of a print operation, such as `outbound/bill`. */
  readonly report: string
  readonly rows: z.infer<typeof rows>
  readonly isView: boolean
  readonly copies: number
  readonly paper: Paper
  readonly fileName: string
}

function rejectJob(code: string, ko: string, en: string): never {
  throw new AppError(400, code, label(ko, en))
}

/** Normalizes the name: no double or leading slashes, no `.ozr` extension. */
function reportName(job: z.infer<typeof reportJobShape>): string {
  const path = job.reportName || [job.filePath, job.fileNm].filter(Boolean).join('/')
  return path
    .replaceAll(/\/{2,}/g, '/')
    .replace(/^\//, '')
    .replace(/\.ozr$/i, '')
}

/**
 * Reads `ROWS` of the print operation: a list, or an object containing one. Throws AppError 400.
 */
function readRows(job: z.infer<typeof reportJobShape>): z.infer<typeof rows> {
  const given = job.jsonData ?? job.jsondata
  let data: unknown = given
  if (typeof given === 'string') {
    try {
      data = JSON.parse(given)
    } catch {
      data = undefined
    }
    // Nested JSON text can contain escapes that the outer parsing did not see.
    assertStorable(given, data)
  }
  if (typeof data === 'object' && data !== null && 'ROWS' in data) data = data.ROWS
  const parsed = rows.safeParse(data)
  if (parsed.success) return parsed.data
  return rejectJob('REPORT_DATA', '인쇄할 자료가 없습니다.', 'Nothing to print.')
}

/** Reads a job. Throws AppError 400 if it cannot be printed. */
export function readReportJob(given: z.infer<typeof reportJobShape>): ReportJob {
  const paper = parsePaper(given.printSize)
  if (!paper) {
    const names = Object.keys(paperSizes).join(', ')
    return rejectJob(
      'REPORT_PAPER',
      `용지는 ${names}만 사용할 수 있습니다.`,
      `The paper can only be ${names}.`,
    )
  }
  if (given.exportFormat.toLowerCase() !== 'pdf') {
    return rejectJob('REPORT_FORMAT', 'PDF로만 내보냅니다.', 'Reports are exported as PDF only.')
  }
  return {
    report: reportName(given),
    rows: readRows(given),
    // Only a plain export skips the viewer. Jobs for the viewer and exports with a prompt open it.
    isView: given.viewerMode === 'view' || given.exportMode === 'normal',
    copies: given.printCopies,
    paper,
    fileName: given.exportFileName,
  }
}
