import { partnerRows, type PartnerRowsKind } from '#areas/supply-chain/screens/partner-rows.ts'
import type { WireRow } from '#kernel/field.ts'
import { t } from '#ui/base/language.ts'
import { openMasterPopup } from '#ui/page/tools/master-popup.tsx'

export async function openPartnerRows(kind: PartnerRowsKind, row: WireRow): Promise<void> {
  const { isPerPartner, ...parts } = partnerRows(kind)
  const { OWNER_CD = null, PARTNER_CD = null } = row
  const search: WireRow = isPerPartner ? { OWNER_CD, PARTNER_CD } : {}
  await openMasterPopup({ ...parts, search }, { width: 720, height: 480, title: t(parts.title) })
}
