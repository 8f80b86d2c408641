import type { CodeLists, Label } from '#kernel/label.ts'
import { billingCodeLists } from '#areas/billing/rules/code-lists.ts'
import { bondedCodeLists } from '#areas/bonded/rules/code-lists.ts'
import { freightCodeLists } from '#areas/freight/rules/code-lists.ts'
import { inboundCodeLists } from '#areas/inbound/rules/code-lists.ts'
import { inventoryCodeLists } from '#areas/inventory/rules/code-lists.ts'
import { masterCodeLists } from '#areas/master/rules/code-lists.ts'
import { outboundCodeLists } from '#areas/outbound/rules/code-lists.ts'
import { returnsCodeLists } from '#areas/returns/rules/code-lists.ts'
import { reportsCodeLists } from '#areas/reports/rules/code-lists.ts'
import { supplyChainCodeLists } from '#areas/supply-chain/rules/code-lists.ts'
import { sampleCodeLists } from '#areas/system/rules/sample-code-lists.ts'
import { systemCodeLists } from '#areas/system/rules/code-lists.ts'

/** Code lists the program depends on. The codes are part of the API, the names are for display. */
export const codeLists: CodeLists = {
  ...systemCodeLists,
  ...sampleCodeLists,
  ...masterCodeLists,
  ...freightCodeLists,
  ...inventoryCodeLists,
  ...inboundCodeLists,
  ...outboundCodeLists,
  ...returnsCodeLists,
  ...bondedCodeLists,
  ...billingCodeLists,
  ...reportsCodeLists,
  ...supplyChainCodeLists,
}

/**
 * Codes and names of a list in display order, or empty for an unknown list. Numeric statuses are
 * sorted explicitly because object keys would put 10 before 05.
 */
export function codesInOrder(list: string): readonly (readonly [code: string, name: Label])[] {
  const entries = Object.entries(Object.hasOwn(codeLists, list) ? (codeLists[list] ?? {}) : {})
  const areNumbers = entries.every(([code]) => /^\d+$/.test(code))
  return areNumbers ? entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) : entries
}
