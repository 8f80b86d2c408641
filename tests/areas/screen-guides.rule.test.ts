import { expect, test } from 'vitest'
import { hiddenEntries, menuEntries } from '#areas/menu-map.ts'
import { screenFiles } from '#areas/screens.ts'
import { guides } from '#ui/keys/tools/screen-guides.ts'

const samples = hiddenEntries.filter(({ path }) => path.startsWith('/z-dev/'))
const routes = [...menuEntries, ...samples].map(({ route }) => route)
const splitSentences = (text: string): readonly string[] => text.split(/(?<=\.)\s/)

test('every screen has a help text', () => {
  const missing = [...routes, ...Object.keys(screenFiles)].filter((route) => !guides[route])
  expect(missing, 'add a line to guides.ts in the screens of its area').toEqual([])
  expect(Object.keys(guides).filter((route) => ![...routes, 'Home'].includes(route))).toEqual([])
})

test('a help text has two sentences in Korean and in English', () => {
  const wrong = Object.entries(guides).filter(
    ([, { text }]) =>
      splitSentences(text.ko).length !== 2 ||
      splitSentences(text.en).length !== 2 ||
      !splitSentences(text.ko).every((sentence) =>
        /(?:\u{b2c8}\u{b2e4}|\u{c694})\.$/u.test(sentence),
      ) ||
      !/^[A-Z].*\.$/.test(text.en),
  )
  expect(wrong.map(([route]) => route)).toEqual([])
})

test('no two screens share a help text', () => {
  const texts = Object.values(guides).flatMap(({ text }) => [text.ko, text.en])
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})

test('the neighbours of a screen are other screens of the menu', () => {
  const inMenu = new Set(menuEntries.map(({ route }) => route))
  const wrong = Object.entries(guides).flatMap(([route, { before, after }]) =>
    [...before, ...after]
      .filter((other) => other === route || !(inMenu.has(other) || other === 'Home'))
      .map((other) => `${route}: ${other}`),
  )
  expect(wrong).toEqual([])
})

test('the guides lead from a receipt to its invoice without a gap', () => {
  const isFollowUp = (from: string, to: string): boolean =>
    guides[from]?.after.includes(to) ?? false
  const steps = [
    ['StockUpload', 'ReceiptUploadExcel', 'BulkReceiving', 'InventoryByLot', 'InventoryMove'],
    ['ShipmentUploadExcelByOwner', 'Alloc', 'PickingList', 'Picking', 'ShippedCheck', 'Shipping'],
    ['CmsMyBooking', 'CmsBill', 'CmsFreightCharge', 'CmsBookingProfit', 'Invoice', 'PaymentMatch'],
    ['BondedCargo', 'BondedReceipt', 'BondedClearance', 'BondedShipment', 'BondedShipmentReport'],
  ]
  const gaps = steps.flatMap((chain) =>
    chain
      .slice(1)
      .flatMap((to, index) =>
        isFollowUp(chain[index] ?? '', to) ? [] : [`${chain[index]} ${to}`],
      ),
  )
  expect(gaps).toEqual([])
})
