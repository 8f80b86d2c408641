import { editableColumns, isUnsavedRow } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { numberRules, saveNumberRules } from '../operations/site-facts.ts'

export function numberRuleScreen(route: string): MasterScreen {
  return {
    kind: 'master',
    route,
    rowsFixed: true,
    search: ['RULE_CD', 'RULE_NM'],
    searchAtOpen: true,
    save: saveNumberRules,
    grid: grid({
      source: numberRules,
      columns: [
        { field: 'RULE_CD', editable: isUnsavedRow, frozen: true },
        'RULE_NM',
        'PREFIX',
        'PERIOD_PATTERN',
        'DIGITS',
        { field: 'NEXT_THREE', leads: true },
        ...editableColumns('NEXT_PREFIX', 'NEXT_PATTERN', 'NEXT_DIGITS'),
        { field: 'NEXT_FROM_DT', seldom: true },
        { field: 'THEN_THREE', seldom: true },
        'UPDATED_BY',
        'UPDATED_AT',
      ],
    }),
  }
}
