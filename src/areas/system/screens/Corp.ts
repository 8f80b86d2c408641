import { changeColumns, editableColumns, isUnsavedRow } from '#kernel/editing.ts'
import { grid, singleScreen } from '#kernel/screen.ts'
import { corps, organizations, saveCompany } from '../operations/corps.ts'

const form = [
  'CORP_CD',
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
  'SEAL_SN',
  'USE_YN',
  'REMARK',
] as const

const [number, ...typed] = form

export const corpScreen = singleScreen(
  {
    kind: 'doc',
    route: 'Corp',
    search: ['CORP_CD'],
    save: saveCompany,
    link: ['CORP_CD'],
    grid: grid({
      source: corps.query,
      columns: [
        { field: number, editable: isUnsavedRow },
        ...editableColumns(...typed),
        { field: 'SEAL_NM', hidden: true },
        ...changeColumns,
      ],
    }),
    lines: grid({
      source: organizations.query,
      columns: [
        { field: 'ORG_CD', editable: isUnsavedRow, frozen: true },
        ...editableColumns(
          'ORG_NM',
          'ENGLISH_NM',
          'ORG_KIND_CD',
          'PARENT_CD',
          'FROM_DT',
          'TO_DT',
          'MANAGER_NM',
          'PHONE_NO',
          'REMARK',
        ),
        ...changeColumns,
      ],
    }),
  },
  form,
)
