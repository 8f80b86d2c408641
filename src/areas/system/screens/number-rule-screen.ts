import { editable, isNew } from '#kernel/editing.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { numberRules, saveNumberRules } from '../operations/site-facts.ts'

/** How documents are numbered; /sys/ and /cms/ show the same. */
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
        { field: 'RULE_CD', editable: isNew, frozen: true },
        'RULE_NM',
        'PREFIX',
        'PERIOD_PATTERN',
        'DIGITS',
        'NEXT_THREE',
        ...editable('NEXT_PREFIX', 'NEXT_PATTERN', 'NEXT_DIGITS'),
        'NEXT_FROM_DT',
        'THEN_THREE',
        'UPDATED_BY',
        'UPDATED_AT',
      ],
    }),
  }
}
