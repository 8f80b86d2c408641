/** Usage page of barcode scanners (HID Point of Sale Usage Tables 1.02, section 3). */
export const SCANNER_PAGE = 0x8c

const usage = {
  byteCount: 0x0001_003b,
  aim: [0x008c_00fb, 0x008c_00fc, 0x008c_00fd],
  decodedData: 0x008c_00fe,
  continued: 0x008c_00ff,
} as const

interface ReportItem {
  /** Page in the upper half, usage in the lower. */
  readonly usages?: readonly number[]
  /** Bits per value. */
  readonly reportSize?: number
  readonly reportCount?: number
}

export interface HidCollection {
  readonly usagePage?: number
  readonly inputReports?: readonly {
    readonly reportId?: number
    readonly items?: readonly ReportItem[]
  }[]
  readonly children?: readonly HidCollection[]
}

/** Byte offsets of the parts of a scan, excluding the report id. */
export interface ReportLayout {
  readonly length: number
  readonly aim: number
  readonly data: number
  readonly maxData: number
  /** The lowest bit is set if the code continues in the next report. */
  readonly continued: number
}

/**
 * Layout of devices without a usable descriptor: length, three bytes AIM, 56 bytes data,
 * continuation.
 */
export const defaultLayout: ReportLayout = {
  length: 0,
  aim: 1,
  data: 4,
  maxData: 56,
  continued: 62,
}

export function reportLayouts(
  collections: readonly HidCollection[],
): ReadonlyMap<number, ReportLayout> {
  const layouts = new Map<number, ReportLayout>()
  for (const { inputReports = [], children = [] } of collections) {
    for (const { reportId = 0, items = [] } of inputReports) {
      const layout = toLayout(items)
      if (layout) layouts.set(reportId, layout)
    }
    for (const [id, layout] of reportLayouts(children)) layouts.set(id, layout)
  }
  return layouts
}

function toLayout(items: readonly ReportItem[]): ReportLayout | undefined {
  const places = new Map<number, { at: number; size: number }>()
  let bits = 0
  for (const { usages = [], reportSize = 0, reportCount = 0 } of items) {
    const at = bits
    for (const [index, each] of usages.entries()) {
      // Usages of one field share its values in order.
      places.set(each, {
        at: (at + index * reportSize) >> 3,
        size: (reportSize * reportCount) >> 3,
      })
    }
    bits += reportSize * reportCount
  }
  const data = places.get(usage.decodedData)
  if (!data) return undefined
  return {
    length: places.get(usage.byteCount)?.at ?? defaultLayout.length,
    aim: places.get(usage.aim[0])?.at ?? defaultLayout.aim,
    data: data.at,
    maxData: data.size,
    continued: places.get(usage.continued)?.at ?? (bits >> 3) - 1,
  }
}

export class HidReports {
  readonly #layouts: ReadonlyMap<number, ReportLayout>
  #begun = ''
  #bytes: number[] = []

  constructor(collections: readonly HidCollection[]) {
    this.#layouts = reportLayouts(collections)
  }

  /**
   * Returns the complete code with its AIM identifier. Undefined for unrelated reports and while
   * more reports follow.
   */
  take(reportId: number, report: DataView): string | undefined {
    const layout =
      this.#layouts.get(reportId) ?? (this.#layouts.size === 0 ? defaultLayout : undefined)
    if (!layout || report.byteLength <= layout.data) return undefined
    const byte = (at: number): number => (at < report.byteLength ? report.getUint8(at) : 0)
    const length = Math.min(byte(layout.length), layout.maxData, report.byteLength - layout.data)
    for (let index = 0; index < length; index += 1) this.#bytes.push(byte(layout.data + index))
    if (this.#begun === '')
      this.#begun = readAimIdentifier([0, 1, 2].map((index) => byte(layout.aim + index)))
    if ((byte(layout.continued) & 1) === 1) return undefined
    const text = decodeText(this.#bytes)
    const code = text === '' ? undefined : this.#begun + text
    this.#begun = ''
    this.#bytes = []
    return code
  }
}

function readAimIdentifier(bytes: readonly number[]): string {
  const written = String.fromCharCode(...bytes)
  return /^\][A-Za-z]\d$/.test(written) ? written : ''
}

/** UTF-8 if valid, otherwise Latin-1. */
export function decodeText(bytes: readonly number[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return String.fromCharCode(...bytes)
  }
}
