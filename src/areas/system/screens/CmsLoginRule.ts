import { editableColumns, isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { factorRules, saveFactorRules } from '../operations/factor-rules.ts'

export const cmsLoginRuleScreen: MasterScreen = {
  kind: 'master',
  route: 'CmsLoginRule',
  search: ['ROLE_CD'],
  searchAtOpen: true,
  save: saveFactorRules,
  grid: grid({
    source: factorRules,
    columns: [
      { field: 'ROLE_CD', editable: isUnsavedRow, frozen: true },
      'ROLE_NM',
      ...editableColumns('NETWORKS', 'REMARK'),
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
}
