import { masterOperations } from '#kernel/master-operations.ts'
import { ownerNameRef, shipToNameRef, stockNameRef } from '#areas/master/tables/references.ts'
import { text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import {
  scmPartner,
  scmPartnerHoliday,
  scmPartnerShipTo,
  scmPartnerStock,
  scmPartnerUser,
  siteHoliday,
} from '../tables/scm-partner.ts'

export const scmPartners = masterOperations('supply-chain', 'partner', scmPartner, {
  OWNER_NM: ownerNameRef,
})

const grantedWithPartners = { with: [scmPartners.query] }

export const scmPartnerUsers = masterOperations(
  'supply-chain',
  'partner-user',
  scmPartnerUser,
  { USER_NM: text(label('이름', 'Name'), { width: 140 }) },
  grantedWithPartners,
)
export const scmPartnerStocks = masterOperations(
  'supply-chain',
  'partner-stock',
  scmPartnerStock,
  { STOCK_NM: stockNameRef },
  grantedWithPartners,
)
export const scmPartnerShipTos = masterOperations(
  'supply-chain',
  'partner-ship-to',
  scmPartnerShipTo,
  { SHIP_TO_NM: shipToNameRef },
  grantedWithPartners,
)
export const scmPartnerHolidays = masterOperations(
  'supply-chain',
  'partner-holiday',
  scmPartnerHoliday,
  {},
  grantedWithPartners,
)
export const siteHolidays = masterOperations(
  'supply-chain',
  'holiday',
  siteHoliday,
  {},
  grantedWithPartners,
)
