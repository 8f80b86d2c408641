import { codeFormats } from '#areas/master/operations/code-formats.ts'
import { yearNow } from '#ui/base/calendar-day.ts'
import type { WireRow } from '#kernel/field.ts'
import {
  ownerFormatCode,
  ownerFormatsOf,
  type OwnerFormat,
} from '#ui/scanner/codes/owner-format-code.ts'
import { interpretersWith, interpretScan } from '#ui/scanner/codes/scan-code.ts'
import type { InterpretedScan } from '#ui/scanner/codes/scan-part.ts'
import { call, CallError } from '#ui/remote/api.ts'
import { onTableChange } from '#ui/remote/changed-elsewhere.ts'
import { currentSession } from '#ui/remote/session.ts'

export { isProvenCode } from '#ui/scanner/codes/scan-code.ts'

/** Nobody waits longer for the formats with a scanner in hand. */
const TIMEOUT_MS = 5000

/** The formats this user may see, and whose they are. */
let known: { readonly user: string; readonly formats: readonly OwnerFormat[] } | undefined
let asking: Promise<void> | undefined

/** Asks for the formats of the owners if they are not here, or have been changed. */
async function loadFormats(): Promise<void> {
  if (known?.user === currentSession().user?.userId) return
  asking ??= ask().finally(() => {
    asking = undefined
  })
  await asking
}

/** The formats are to be asked for anew: they were changed. */
export function forgetFormats(): void {
  known = undefined
}

async function ask(): Promise<void> {
  const user = currentSession().user?.userId ?? ''
  try {
    const path = `/api/wms/${codeFormats.query.name}`
    const options = { quiet: true, timeoutMs: TIMEOUT_MS }
    const { data } = await call<{ data: WireRow[] }>(path, { SEARCH: { USE_YN: 'Y' } }, options)
    known = { user, formats: ownerFormatsOf(data) }
  } catch (error) {
    // Who may not see them has none; without an answer the next scan asks again.
    const isRefused = error instanceof CallError && error.status === 403
    known = isRefused ? { user, formats: [] } : undefined
  }
}

/**
 * Interprets a code once the formats are here: by those of some owners, or of any. No owners at all
 * need no formats, as for the number of a document.
 */
export async function readScan(
  code: string,
  owners: readonly string[] | undefined,
): Promise<InterpretedScan> {
  if (owners?.length !== 0) await loadFormats()
  const own = ownerFormatCode(known?.formats ?? [], owners, yearNow())
  return interpretScan(code, interpretersWith(own))
}

// Asked anew once somebody changes a format, for as long as the window stands.
onTableChange('owner_code_format', forgetFormats)
