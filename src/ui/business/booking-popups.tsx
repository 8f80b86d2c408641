import type { JSX } from 'react'
import { carrierSites, confirmBooking } from '#areas/freight/operations/bookings.ts'
import { readConfirmation } from '#areas/freight/rules/read-confirmation.ts'
import { siteAddress } from '#areas/freight/rules/site-address.ts'
import { freightCodeLists } from '#areas/freight/rules/code-lists.ts'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { promptInput } from '#ui/forms/prompt-input.tsx'
import { pickRow, rowsContaining } from '#ui/forms/value-help.tsx'
import { TextPopup } from '#ui/popups/text-popup.tsx'
import { findEntries } from '#ui/remote/lookup-source.ts'
import { postQuery } from '#ui/remote/query-call.ts'
import { saveAndNotify, SaveKeys } from '#ui/remote/save-call.ts'
import { notify } from '#ui/windows/notify.tsx'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'

const text = (row: WireRow, name: string): string => String(row[name] ?? '')

async function promptConfirmation(row: WireRow, proposed: WireRow): Promise<boolean> {
  const { BOOKING_ID: _id, ...fields } = confirmBooking.input
  const keys = new SaveKeys()
  const currentValues = Object.fromEntries(
    Object.keys(fields).map((name) => [name, row[name] ?? null]),
  )
  const answer = await promptInput({
    title: `${t(confirmBooking.title)} · ${text(row, 'BOOKING_ID')}`,
    fields,
    initial: { ...currentValues, ...proposed },
    send: async (typed) => {
      const saved = { NO: 1, BOOKING_ID: row['BOOKING_ID'] ?? null, ...typed }
      await saveAndNotify(confirmBooking, [saved], keys)
    },
  })
  return answer !== undefined
}

export function openConfirmation(row: WireRow): Promise<boolean> {
  return promptConfirmation(row, {})
}

/** Reads a pasted confirmation and proposes its fields in the form. True if it was confirmed. */
export async function pasteConfirmation(row: WireRow): Promise<boolean> {
  const Body = (props: PopupProps<WireRow>): JSX.Element => (
    <TextPopup {...props} input={{}} reject={() => props.close()} />
  )
  const title = t(label('선사 확정서 붙여넣기', 'Paste a confirmation'))
  const pasted = await openPopup<WireRow>(Body, { width: 640, height: 420, title })
  if (!pasted) return false
  const { VESSEL_NM: vessel, ...fields } = readConfirmation(text(pasted, 'TEXT'))
  const found = vessel === undefined ? [] : await findEntries('vessel', vessel)
  const code = found.length === 1 ? found[0]?.['CODE'] : undefined
  if (Object.keys(fields).length === 0) {
    notify('warn', t(label('읽을 항목을 찾지 못했습니다.', 'No values found in the text.')))
    return false
  }
  return promptConfirmation(row, { ...fields, ...(code ? { VESSEL_CD: code } : {}) })
}

export async function openCarrierSite(row: WireRow): Promise<void> {
  const search = { CARRIER_CD: row['CARRIER_CD'] ?? null, USE_YN: 'Y' }
  const sites = await postQuery({ source: carrierSites.query }, search)
  const purposes: Readonly<Record<string, Label>> = freightCodeLists['site-purpose']
  const values = { bookingNo: text(row, 'BOOKING_NO'), blNo: text(row, 'BL_NO') }
  const entries = sites.map((site): WireRow => {
    const purpose = purposes[text(site, 'PURPOSE_CD')]
    const NAME = siteAddress(text(site, 'URL'), values)
    return { CODE: purpose ? t(purpose) : text(site, 'PURPOSE_CD'), NAME }
  })
  const list = {
    columns: [
      { name: 'CODE', title: label('용도', 'Purpose'), width: '110px' },
      { name: 'NAME', title: label('주소', 'Address'), width: '1fr' },
    ],
    find: async (typed: string) => rowsContaining(entries, typed),
    none: label(
      '이 선사의 사이트가 없습니다. 선사 사이트관리에 등록하세요.',
      'This carrier has no site. Add one in Carrier sites.',
    ),
  }
  const title = t(label('선사 사이트 열기', 'Open a carrier site'))
  const chosen = await pickRow(list, { width: 700, height: 360, title })
  if (chosen) window.open(text(chosen, 'NAME'), '_blank', 'noopener,noreferrer')
}
