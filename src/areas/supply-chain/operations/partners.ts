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

const beside = { with: [scmPartners.query] }

export const scmPartnerUsers = masterOperations(
  'supply-chain',
  'partner-user',
  scmPartnerUser,
  { USER_NM: text(label('이름', 'Name'), { width: 140 }) },
  beside,
)
export const scmPartnerStocks = masterOperations(
  'supply-chain',
  'partner-stock',
  scmPartnerStock,
  { STOCK_NM: stockNameRef },
  beside,
)
export const scmPartnerShipTos = masterOperations(
  'supply-chain',
  'partner-ship-to',
  scmPartnerShipTo,
  { SHIP_TO_NM: shipToNameRef },
  beside,
)
export const scmPartnerHolidays = masterOperations(
  'supply-chain',
  'partner-holiday',
  scmPartnerHoliday,
  {},
  beside,
)
export const siteHolidays = masterOperations('supply-chain', 'holiday', siteHoliday, {}, beside)
