import { masterScreen } from '#kernel/master-screen.ts'
import { packageUnits } from '../operations/masters.ts'

export const mdmPackageUnitMgtScreen = masterScreen('MdmPackageUnitMgt', packageUnits, {
  search: ['PACKAGE_CD', 'PACKAGE_NM', 'PACKAGE_EN', 'SOURCE_CD'],
  keys: ['PACKAGE_CD'],
  typed: ['PACKAGE_NM', 'PACKAGE_EN', 'SOURCE_CD', 'WITHDRAWN_DT', 'USE_YN', 'REMARK'],
  more: ['EDITION_CD'],
})
