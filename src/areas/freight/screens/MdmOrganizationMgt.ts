import { masterScreen } from '#kernel/master-screen.ts'
import { organizations } from '#areas/system/operations/corps.ts'

export const mdmOrganizationMgtScreen = masterScreen('MdmOrganizationMgt', organizations, {
  search: ['CORP_CD', 'ORG_CD', 'ORG_NM', 'ORG_KIND_CD', 'PARENT_CD'],
  keys: ['ORG_CD'],
  typed: [
    'CORP_CD',
    'ORG_NM',
    'ENGLISH_NM',
    'ORG_KIND_CD',
    'PARENT_CD',
    'FROM_DT',
    'TO_DT',
    'MANAGER_NM',
    'PHONE_NO',
    'REMARK',
  ],
})
