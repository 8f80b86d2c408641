import { masterScreen } from '#kernel/master-screen.ts'
import { scmPartners } from '../operations/partners.ts'

export const scmPartnerScreen = masterScreen('ScmPartner', scmPartners, {
  search: ['OWNER_CD', 'KIND_CD', 'PARTNER_CD', 'PARTNER_NM', 'USE_YN'],
  keys: ['OWNER_CD', 'PARTNER_CD'],
  typed: [
    'PARTNER_NM',
    'KIND_CD',
    'SHIP_TO_CD',
    'SUPPLIER_CD',
    'MANAGER_NM',
    'PHONE_NO',
    'EMAIL',
    'CUTOFF_TM',
    'LEAD_DAYS',
    'WORK_DAYS',
    'NOTIFY_CD',
    'PROFILE_CD',
    'USE_YN',
    'REMARK',
  ],
})
