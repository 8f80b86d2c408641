import { getChoseong } from 'es-hangul'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import screenSynonyms from '#ui/command-line/screen-synonyms.json' with { type: 'json' }
import { createSearchIndex, type SearchEntry } from '#ui/command-line/search-index.ts'
import { menu } from './menu.ts'

const index = createSearchIndex(menu)

function find(query: string, limit = 10) {
  return index.search(query, { limit })
}

function findFirst(query: string): string | undefined {
  return find(query, 1)[0]?.entry.id
}

describe('first search result', () => {
  test.each([
    // Full and partial titles, with and without spaces.
    ['재고이동', 'inv/InventoryMove'],
    ['재고 이동', 'inv/InventoryMove'],
    ['재고조', 'inv/InventoryAdjust'],
    ['셀', 'mst/Cell'],
    ['셀이동', 'inv/CellMove'],
    ['할당', 'out/Alloc'],
    ['할당취', 'out/AllocCancel'],
    ['피킹', 'out/Picking'],
    ['피킹리스트', 'out/PickingList'],
    ['오더별입고', 'inb/ReceivingByOrder'],
    ['입고확정', 'inb/ReceivingByOrder'],
    ['엑셀업로드', 'inb/ReceiptUploadExcel'],
    ['반입', 'bon/BondedReceiptReport'],
    ['보세입고반입', 'bon/BondedReceipt'],
    // Words in any order and either language.
    ['이동 로트', 'inv/InventoryMoveLot'],
    ['재고 로트별', 'rep/InventoryByLot'],
    ['리스트 품목', 'out/PickingListByStock'],
    ['inv 보류', 'inv/InventoryHold'],
    ['엑셀 화주', 'inb/ReceiptUploadExcelByOwner'],
    // Initials. Spaces are ignored on both sides.
    ['ㅈㄱㅇㄷ', 'inv/InventoryMove'],
    ['ㅈㄱ ㅇㄷ', 'inv/InventoryMove'],
    ['ㅈㄱㅈㅈ', 'inv/InventoryAdjust'],
    ['ㅊㅎㄱㅅ', 'out/ShippedCheck'],
    ['ㅇㄱㅇㅈㄷㄹ', 'inb/ReceiptCreate'],
    ['ㅍㅋ', 'out/Picking'],
    ['ㅅㅇㄷ', 'inv/CellMove'],
    ['ㄹㅌㅂㅈㄱ', 'rep/InventoryByLot'],
    ['ㅇㄷㅂ', 'inb/ReceivingByOrder'],
    ['ㅂㅋㄷㅅㅅ', 'inb/GenerateBarcode'],
    ['ㅎㅈ', 'mst/Owner'],
    // Input methods combine initials: ㄱㅅ becomes ㄳ, ㅂㅅ becomes ㅄ.
    ['ㅊㅎㄳ', 'out/ShippedCheck'],
    ['ㅄㅊ', 'mst/ShipTo'],
    // Incomplete syllables, and initials mixed with syllables.
    ['잭', 'inv/InventoryMove'],
    ['재고ㅈ', 'inv/InventoryAdjust'],
    ['재고읻', 'inv/InventoryMove'],
    ['입곻', 'inb/PrintConfirm'],
    ['ㅈ고이ㄷ', 'inv/InventoryMove'],
    ['ㅎ당', 'out/Alloc'],
    ['출핳', 'out/Shipping'],
    ['유통기하', 'mst/ChangeValidDate'],
    ['유통기한별', 'rep/InventoryByValidDate'],
    ['환유', 'mdm/MdmExchangeRate'],
    ['worhdlehd', 'inv/InventoryMove'],
    ['worh', 'inv/InventoryMove'],
    ['WORHDLEHD', 'inv/InventoryMove'],
    ['gkfekd', 'out/Alloc'],
    ['vlzld', 'out/Picking'],
    ['wrde', 'inv/InventoryMove'],
    ['ㅔㅑ차ㅑㅜㅎ', 'out/Picking'],
    ['ㅁㅣㅣㅐㅊ', 'out/Alloc'],
    ['ㅑㅣㅅ', 'rep/InventoryByLot'],
    ['ㄴㅁㅡㅔㅣㄷ', 'inb/ReceiptCreateSample'],
    ['alloc', 'out/Alloc'],
    ['Alloc Cancel', 'out/AllocCancel'],
    ['shipped check', 'out/ShippedCheck'],
    ['inventory by lot', 'rep/InventoryByLot'],
    ['lot trace', 'rep/LotTraceReport'],
    ['relocate', 'inv/InventoryMove'],
    ['cycle', 'inv/Stocktaking'],
    ['item', 'mst/StockBasic'],
    ['dispatch', 'out/Shipping'],
    ['위치변경', 'inv/InventoryMove'],
    ['pikl', 'inb/InterfacePikl'],
    ['ilt', 'rep/InventoryByLot'],
    ['ICL', 'rep/InventoryByCell'],
    ['InventoryMove', 'inv/InventoryMove'],
    ['rcs', 'inb/ReceiptCreateSingle'],
    ['iml', 'inv/InventoryMoveLot'],
    ['csm', 'out/CShipmentManagement'],
    ['crm', 'inb/CReceiptManagement'],
    ['ruebo', 'inb/ReceiptUploadExcelByOwner'],
    ['plbs', 'out/PickingListByStock'],
    ['invmov', 'inv/InventoryMove'],
    ['stkjob', 'inv/StocktakingJobWork'],
    // Missing letters and typing errors.
    ['입예등', 'inb/ReceiptCreate'],
    ['출명세', 'out/PrintOutboundBill'],
    ['재고이둥', 'inv/InventoryMove'],
    ['자고조정', 'inv/InventoryAdjust'],
    ['피킨리스트', 'out/PickingList'],
    ['ㅈ개ㅗ조정', 'inv/InventoryAdjust'],
    ['pickign', 'out/Picking'],
    ['recieving', 'inb/ReceivingByOrder'],
    ['barcdoe', 'out/PrintBarcode'],
    ['stoktaking', 'inv/Stocktaking'],
    ['shippng', 'out/Shipping'],
    ['재고이도ㅇ', 'inv/InventoryMove'],
    ['로트벼 ㄹ재고', 'rep/InventoryByLot'],
    ['엑샐업로드 입고', 'inb/ReceiptUploadExcel'],
    ['vlzldflwmxm', 'out/PickingList'],
    ['롯트별 재고', 'rep/InventoryByLot'],
    ['fhtxmquf worh', 'rep/InventoryByLot'],
  ])('%s finds %s', (query, id) => {
    expect(findFirst(query)).toBe(id)
  })
})

describe('highlights in the Korean title', () => {
  test.each([
    ['재고', '[재고]이동', 'inv/InventoryMove'],
    ['ㅈㄱㅅㅅㄷㄹ', '[재고실사 등록]', 'inv/Stocktaking'],
    ['이동 로트', '[로트]별 재고[이동]', 'inv/InventoryMoveLot'],
    ['입예등', '[입]고[예]정[등]록', 'inb/ReceiptCreate'],
    ['worh', '[재고]이동', 'inv/InventoryMove'],
    ['반출', '보세출고([반출])', 'bon/BondedShipment'],
    ['재고읻', '[재고이동]', 'inv/InventoryMove'],
    ['alloc', '할당', 'out/Alloc'],
  ])('%s is highlighted as %s', (query, marked, id) => {
    const hit = find(query, 70).find(({ entry }) => entry.id === id)
    let text = hit?.entry.ko ?? ''
    for (const [from, to] of hit?.ranges.toReversed() ?? []) {
      text = `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`
    }
    expect(text).toBe(marked)
  })
})

test('a match at the start of a word is highlighted rather than one inside a word', () => {
  const own = createSearchIndex([{ id: 'a', group: 'g', ko: '보세반입 반입증', en: 'Slip' }])
  expect(own.search('반입', { limit: 1 })[0]?.ranges).toEqual([[5, 7]])
})

test('a fully typed synonym ranks before a title that only starts with it', () => {
  const own = createSearchIndex([
    { id: 'begins', group: 'g', ko: '실사표 출력', en: 'Sheets' },
    { id: 'synonym', group: 'g', ko: '재고조사', en: 'Stock check', synonyms: ['실사'] },
  ])
  const findIds = (query: string) => own.search(query, { limit: 2 }).map(({ entry }) => entry.id)
  expect(findIds('실사')).toEqual(['synonym', 'begins'])
  expect(findIds('실사표')).toEqual(['begins'])
})

test('each synonym belongs to only one screen', () => {
  const words = Object.values(screenSynonyms).flat()
  expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([])
})

test('a wrong-layout match ranks below a match of the text as typed', () => {
  const own = createSearchIndex([
    { id: 'hangul', group: 'g', ko: '재고', en: 'Stock' },
    { id: 'latin', group: 'g', ko: '워', en: 'worh' },
  ])
  expect(own.search('worh', { limit: 5 }).map((hit) => hit.entry.id)).toEqual(['latin', 'hangul'])
})

test('the search handles decomposed jamo from a Mac in titles and queries', () => {
  const apart = createSearchIndex([
    { id: 'a', group: 'g', ko: '재고이동'.normalize('NFD'), en: 'Move' },
  ])
  expect(apart.search('재고', { limit: 1 })[0]?.ranges).toEqual([[0, 2]])
  expect(findFirst('재고조정'.normalize('NFD'))).toBe('inv/InventoryAdjust')
})

test('frequent use breaks ties but does not beat an exact code', () => {
  const boost = new Map([['inv/InventoryAdjust', 40]])
  expect(index.search('재고', { limit: 1, boost })[0]?.entry.id).toBe('inv/InventoryAdjust')
  expect(index.search('ilt', { limit: 1, boost })[0]?.entry.id).toBe('rep/InventoryByLot')
})

test('no usage boost ranks before a fully typed code', () => {
  const own = createSearchIndex([
    { id: 'title', group: 'g', ko: 'ILT', en: 'Title' },
    { id: 'code', group: 'g', ko: '로트별 재고', en: 'Lots', codes: ['ILT'] },
  ])
  const boost = new Map([['title', 100]])
  expect(own.search('ilt', { limit: 2, boost }).map(({ entry }) => entry.id)).toEqual([
    'code',
    'title',
  ])
})

test('the search returns only entries of the given groups, up to the limit', () => {
  const mixed = createSearchIndex([
    ...menu,
    { id: '>hold', group: 'commands', ko: '재고 보류…', en: 'Hold stock' },
  ])
  const groups = new Set(['commands'])
  expect(mixed.search('재고', { limit: 5, groups }).map((hit) => hit.entry.id)).toEqual(['>hold'])
  expect(mixed.search('재고', { limit: 3 })).toHaveLength(3)
})

test('one wrong digit of an item code does not match another item', () => {
  const items = createSearchIndex([
    { id: '1', group: 'items', ko: '비타민C', en: 'Vitamin C', codes: ['SKU100422'] },
  ])
  expect(items.search('SKU100423', { limit: 5 })).toEqual([])
  expect(items.search('sku-100422', { limit: 5 })).toHaveLength(1)
})

test('an empty or nonsense query finds nothing', () => {
  for (const query of ['', '   ', '-', 'qzxqzxqzx', '뷁뷁뷁뷁']) expect(find(query)).toEqual([])
})

// A hundred runs take seconds on a busy machine.
test('any query works, and the scores are in descending order', () => {
  const anyQuery = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzQWERTOP')) }),
    fc.string({ unit: fc.constantFrom('재', '고', 'ㅈ', 'ㅏ', 'w', 'o', ' ', '1', '-') }),
    fc.constantFrom(...menu.flatMap((entry) => [entry.ko, entry.en])),
  )
  fc.assert(
    fc.property(anyQuery, (query) => {
      const scores = find(query, 20).map((hit) => hit.score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    }),
  )
}, 30_000)

const anyEntry = fc.constantFrom(...menu)

test('the search skips only entries that cannot reach the result', () => {
  // Boosted entries are never skipped. Boosting all of them equally must not change the result.
  const boost = new Map(menu.map(({ id }) => [id, 1]))
  const part = fc.tuple(anyEntry, fc.nat(8), fc.integer({ min: 1, max: 8 }))
  const anyPart = part.chain(([entry, from, length]) =>
    fc.constantFrom(
      ...[entry.ko, entry.en, ...(entry.codes ?? [])].map((text) =>
        text.slice(from, from + length),
      ),
    ),
  )
  fc.assert(
    fc.property(anyPart, fc.integer({ min: 1, max: 12 }), (query, limit) => {
      const ids = index.search(query, { limit }).map((hit) => hit.entry.id)
      expect(ids).toEqual(index.search(query, { limit, boost }).map((hit) => hit.entry.id))
    }),
  )
}, 30_000)

/** Asserts that a partial query finds the entry. */
function expectFound(entry: SearchEntry, query: string): void {
  const ids = index.search(query, { limit: menu.length }).map((hit) => hit.entry.id)
  expect(ids).toContain(entry.id)
}

test('every screen is found by any prefix of its title and of its initials', () => {
  fc.assert(
    fc.property(anyEntry, fc.integer({ min: 1, max: 20 }), (entry, length) => {
      expectFound(entry, entry.ko.slice(0, length))
      expectFound(entry, getChoseong(entry.ko).trim().slice(0, length))
    }),
  )
})

test('previous queries do not change the result', () => {
  const typed = fc.constantFrom(
    '재고이동',
    'ㅈㄱㅇㄷ',
    'worhdlehd',
    '이동 로트',
    'inv 보류',
    'recieving',
    '셀',
  )
  const length = fc.integer({ min: 1, max: 9 })
  fc.assert(
    fc.property(fc.array(fc.tuple(typed, length), { minLength: 2, maxLength: 6 }), (lines) => {
      const used = createSearchIndex(menu)
      const found = lines.map(([text, end]) => used.search(text.slice(0, end), { limit: 20 }))
      const [text = '', end = 0] = lines.at(-1) ?? []
      expect(found.at(-1)).toEqual(
        createSearchIndex(menu).search(text.slice(0, end), { limit: 20 }),
      )
    }),
    { numRuns: 200 },
  )
})

test('a text shared by many entries finds each of these entries', () => {
  const macros = Array.from({ length: 500 }, (_, number) => ({
    id: `macro:${number}`,
    group: number % 2 === 0 ? 'macro' : 'other',
    ko: `마감 ${number}`,
    en: `Closing ${number}`,
    keywords: ['macro', '매크로'],
  }))
  const many = createSearchIndex([...menu, ...macros])
  const findIds = (query: string, options = {}): string[] =>
    many.search(query, { limit: 50, ...options }).map(({ entry }) => entry.id)
  const getFirst = (from: number, step = 1): string[] =>
    Array.from({ length: 50 }, (_, index) => `macro:${from + index * step}`)
  for (const query of ['macro', '매크로', 'ㅁㅋㄹ', 'aozmfh'])
    expect(findIds(query)).toEqual(getFirst(0))
  expect(findIds('매크로', { groups: new Set(['other']) })).toEqual(getFirst(1, 2))
  // A frequently chosen entry is found even if it ranks far below the limit.
  const boost = new Map([['macro:499', 50]])
  expect(findIds('매크로', { boost })).toEqual(['macro:499', ...getFirst(0).slice(0, 49)])
  expect(findIds('매크로 마감 499')).toEqual(['macro:499'])
  expect(findIds('마크로').slice(0, 50)).toEqual(getFirst(0))
})
