import { masterScreen } from '#kernel/master-screen.ts'
import { carrierSites } from '../operations/bookings.ts'

export const cmsCarrierSiteMgtScreen = masterScreen('CmsCarrierSiteMgt', carrierSites, {
  search: ['CARRIER_CD', 'PURPOSE_CD', 'USE_YN'],
  keys: ['CARRIER_CD', 'PURPOSE_CD'],
  named: ['CARRIER_NM'],
  typed: ['SITE_NM', 'URL', 'USE_YN', 'REMARK'],
})
