import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery, type Operation } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { factChange } from '../tables/fact-change.ts'
import { grantRequests } from './grant-requests.ts'
import { corps, organizations, saveCompany } from './corps.ts'
import {
  codeGroups,
  dataWords,
  numberRules,
  saveCodes,
  saveSiteMenus,
  siteMenus,
} from './site-facts.ts'
import { saveSiteTexts, siteTexts } from './site-texts.ts'
import { accounts } from './users.ts'
import { saveSchedules, schedules } from './schedules.ts'
import { saveWarehouse, thisWarehouse } from './warehouse.ts'

/** A table with change history, and the operations that grant reading and undoing a change. */
export interface KeptTable {
  readonly seenWith: Operation
  /**
   * Absent if changes cannot be undone. Undoing a change of an account would need the checks of
   * `saveAccounts`.
   */
  readonly changedWith?: Operation
}

export const historyTables: Readonly<Record<string, KeptTable>> = {
  corp: { seenWith: corps.query, changedWith: saveCompany },
  organization: { seenWith: organizations.query, changedWith: saveCompany },
  app_user: { seenWith: accounts },
  user_warehouse: { seenWith: accounts },
  user_owner: { seenWith: accounts },
  auto_number_rule: { seenWith: numberRules },
  code_group: { seenWith: codeGroups, changedWith: saveCodes },
  common_code: { seenWith: codeGroups, changedWith: saveCodes },
  site_menu: { seenWith: siteMenus, changedWith: saveSiteMenus },
  site_text: { seenWith: siteTexts, changedWith: saveSiteTexts },
  data_word: { seenWith: dataWords.query, changedWith: dataWords.save },
  grant_request: { seenWith: grantRequests },
  warehouse: { seenWith: thisWarehouse, changedWith: saveWarehouse },
  schedule: { seenWith: schedules, changedWith: saveSchedules },
}

export const factChanges = defineQuery({
  name: 'system/fact-changes',
  title: label('변경이력', 'Change history'),
  with: Object.values(historyTables).map(({ seenWith }) => seenWith),
  action: 'search',
  scope: 'company',
  bound: 'own',
  search: pick(factChange, ['TABLE_NM', 'RECORD_KEY', 'CHANGED_BY', 'CHANGED_AT', 'CHANGE_CD']),
  output: factChange.fields,
})

export const undoFactChange = defineProcedure({
  name: 'system/undo-fact-change',
  bound: 'refused',
  title: label('변경 되돌리기', 'Undo a change'),
  with: Object.values(historyTables).flatMap(({ changedWith }) => changedWith ?? []),
  action: 'save',
  scope: 'company',
  input: pick(factChange, ['CHANGE_NO']),
  rowsMax: 1,
})
