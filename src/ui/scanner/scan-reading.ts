import { codeFormats } from '#areas/master/operations/code-formats.ts'
import { currentYear } from '#ui/base/calendar-day.ts'
import type { WireRow } from '#kernel/field.ts'
import {
  ownerFormatCode,
  readOwnerFormats,
  type OwnerFormat,
} from '#ui/scanner/codes/owner-format-code.ts'
import { createInterpreters, interpretScan } from '#ui/scanner/codes/scan-code.ts'
import type { InterpretedScan } from '#ui/scanner/codes/scan-part.ts'
import { call, CallError } from '#ui/remote/api.ts'
import { onTableChange } from '#ui/remote/changed-elsewhere.ts'
import { currentSession } from '#ui/remote/session.ts'

export { isProvenCode } from '#ui/scanner/codes/scan-code.ts'

const TIMEOUT_MS = 5000

let known: { readonly user: string; readonly formats: readonly OwnerFormat[] } | undefined
let loadingFormats: Promise<void> | undefined

async function loadFormats(): Promise<void> {
  if (known?.user === currentSession().user?.userId) return
  loadingFormats ??= fetchFormats().finally(() => {
    loadingFormats = undefined
  })
  await loadingFormats
}

export function clearFormats(): void {
  known = undefined
}

async function fetchFormats(): Promise<void> {
  const user = currentSession().user?.userId ?? ''
  try {
    const path = `/api/wms/${codeFormats.query.name}`
    const options = { quiet: true, timeoutMs: TIMEOUT_MS }
    const { data } = await call<{ data: WireRow[] }>(path, { SEARCH: { USE_YN: 'Y' } }, options)
    known = { user, formats: readOwnerFormats(data) }
  } catch (error) {
    // Without permission there are no formats. After a network error the next scan retries.
    const isRefused = error instanceof CallError && error.status === 403
    known = isRefused ? { user, formats: [] } : undefined
  }
}

/**
 * Interprets a code in the formats of the given owners, or of all. An empty list needs no formats,
 * as for document numbers.
 */
export async function readScan(
  code: string,
  owners: readonly string[] | undefined,
): Promise<InterpretedScan> {
  if (owners?.length !== 0) await loadFormats()
  const own = ownerFormatCode(known?.formats ?? [], owners, currentYear())
  return interpretScan(code, createInterpreters(own))
}

onTableChange('owner_code_format', clearFormats)
