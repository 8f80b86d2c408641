import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** One day of orders of a real owner. Only available with the shared data next to the checkout. */
export const ordersFile = fileURLToPath(
  new URL('../../../shared/data/orders-2010-12-01.xlsx', import.meta.url),
)

export const hasOrders = existsSync(ordersFile)

export function readOrdersFile(): Promise<Buffer> {
  return readFile(ordersFile)
}

/** Column letters of that owner's system. */
export const ordersMapping = {
  OWNER_ORDER_NO: 'A',
  STOCK_CD: 'B',
  STOCK_NM: 'C',
  ORDER_QTY: 'D',
  ORDERED_AT: 'E',
  UNIT_PRICE: 'F',
  SHIP_TO_CD: 'G',
  COUNTRY_NM: 'H',
} as const

export interface OrderRow {
  readonly order: string
  readonly item: string
  readonly name: string
  readonly qty: number
  readonly customer: string
  readonly country: string
}

export function orderRows(sheet: readonly { cells: readonly unknown[] }[]): OrderRow[] {
  return sheet.slice(1).map(({ cells }) => {
    const cellText = (index: number) => {
      const cell = cells[index] ?? ''
      return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
    }
    return {
      order: cellText(0),
      item: cellText(1).toUpperCase(),
      name: cellText(2),
      qty: Number(cells[3] ?? 0),
      customer: cellText(6),
      country: cellText(7),
    }
  })
}

/** Item master as the owner would export it. Postage and manual entries are not stock items. */
export function getItems(rows: readonly OrderRow[]) {
  const names = new Map<string, string>()
  for (const { item, name } of rows) names.set(item, names.get(item) || name)
  return [...names].map(([code, name]) => ({
    STOCK_CD: code,
    STOCK_NM: name || code,
    GOODS_YN: /^\d/.test(code) ? 'Y' : 'N',
  }))
}

export function getShipTos(rows: readonly OrderRow[]) {
  const countries = new Map(rows.map(({ customer, country }) => [customer, country]))
  countries.delete('')
  return [...countries].map(([code, country]) => ({
    SHIP_TO_CD: code,
    SHIP_TO_NM: `Customer ${code}`,
    COUNTRY_NM: country,
  }))
}
