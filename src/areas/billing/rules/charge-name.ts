import { codeLists } from '#areas/system/rules/code-lists.ts'

/** What papers call a charge and a unit. */
export function chargeName(code: string): string {
  return codeLists['charge']?.[code]?.ko ?? code
}

export function unitName(code: string): string {
  return codeLists['price-unit']?.[code]?.ko ?? code
}
