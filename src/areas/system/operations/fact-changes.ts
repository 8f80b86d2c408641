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
export interface HistoryTable {
  readonly query: Operation
  /**
   * Absent if changes cannot be undone. Undoing a change of an account would need the checks of
   * `saveAccounts`.
   */
  readonly save?: Operation
}

export const historyTables: Readonly<Record<string, HistoryTable>> = {
  corp: { query: corps.query, save: saveCompany },
  organization: { query: organizations.query, save: saveCompany },
  app_user: { query: accounts },
  user_warehouse: { query: accounts },
  user_owner: { query: accounts },
  auto_number_rule: { query: numberRules },
  code_group: { query: codeGroups, save: saveCodes },
  common_code: { query: codeGroups, save: saveCodes },
  site_menu: { query: siteMenus, save: saveSiteMenus },
  site_text: { query: siteTexts, save: saveSiteTexts },
  data_word: { query: dataWords.query, save: dataWords.save },
  grant_request: { query: grantRequests },
  warehouse: { query: thisWarehouse, save: saveWarehouse },
  schedule: { query: schedules, save: saveSchedules },
}

export const factChanges = defineQuery({
  name: 'system/fact-changes',
  title: label('변경이력', 'Change history'),
  with: Object.values(historyTables).map(({ query }) => query),
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
  with: Object.values(historyTables).flatMap(({ save }) => save ?? []),
  action: 'save',
  scope: 'company',
  input: pick(factChange, ['CHANGE_NO']),
  maxRows: 1,
})
