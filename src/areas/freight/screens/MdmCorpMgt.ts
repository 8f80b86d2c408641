import { masterScreen } from '#kernel/master-screen.ts'
import { corps } from '#areas/system/operations/corps.ts'

export const mdmCorpMgtScreen = masterScreen('MdmCorpMgt', corps, {
  search: ['CORP_CD', 'CORP_NM', 'BIZ_NO', 'USE_YN'],
  keys: ['CORP_CD'],
  typed: [
    'CORP_NM',
    'ENGLISH_NM',
    'BIZ_NO',
    'SUB_BIZ_NO',
    'PRESIDENT_NM',
    'BIZ_TYPE_NM',
    'BIZ_ITEM_NM',
    'ZIP_NO',
    'ADDRESS',
    'ENGLISH_ADDRESS',
    'PHONE_NO',
    'FAX_NO',
    'BANK_NM',
    'ACCOUNT_NO',
    'ACCOUNT_HOLDER_NM',
    'TAX_EMAIL',
    'USE_YN',
    'REMARK',
  ],
  more: [
    { field: 'SEAL_SN', hidden: true },
    { field: 'SEAL_NM', hidden: true },
  ],
})
