import {
  scmPartnerHolidays,
  scmPartnerShipTos,
  scmPartnerStocks,
  scmPartnerUsers,
  siteHolidays,
} from '#areas/supply-chain/operations/partners.ts'
import { changeColumns, isUnsavedRow } from '#kernel/editing.ts'
import type { Fields } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Procedure, Query } from '#kernel/operation.ts'
import type { MasterScreen } from '#kernel/screen.ts'

export type PartnerRowsKind = 'users' | 'items' | 'places' | 'days' | 'holidays'

interface PartnerRows {
  readonly title: Label
  readonly rows: { readonly query: Query<Fields, Fields>; readonly save: Procedure }
  readonly start: string
  readonly named: string
  readonly emptyText: Label
}

const kinds: Readonly<Record<PartnerRowsKind, PartnerRows>> = {
  users: {
    title: label('협력사 사용자', "Partner's users"),
    rows: scmPartnerUsers,
    start: 'USER_ID',
    named: 'USER_NM',
    emptyText: label('Insert로 사용자를 추가하세요.', 'Add a user with Insert.'),
  },
  items: {
    title: label('협력사 품목: 없으면 모든 품목', "Partner's items: all items if none"),
    rows: scmPartnerStocks,
    start: 'STOCK_CD',
    named: 'STOCK_NM',
    emptyText: label('모든 품목을 주문할 수 있습니다.', 'All items can be ordered.'),
  },
  places: {
    title: label('협력사 배송처: 자체 배송처 외', "Partner's ship-tos in addition to its own"),
    rows: scmPartnerShipTos,
    start: 'SHIP_TO_CD',
    named: 'SHIP_TO_NM',
    emptyText: label('Insert로 배송처를 추가하세요.', 'Add a ship-to with Insert.'),
  },
  days: {
    title: label('협력사 휴무일', "Partner's holidays"),
    rows: scmPartnerHolidays,
    start: 'HOLIDAY_DT',
    named: 'HOLIDAY_NM',
    emptyText: label('Insert로 휴무일을 추가하세요.', 'Add a holiday with Insert.'),
  },
  holidays: {
    title: label('물류센터 휴무일', 'Warehouse holidays'),
    rows: siteHolidays,
    start: 'HOLIDAY_DT',
    named: 'HOLIDAY_NM',
    emptyText: label('Insert로 휴무일을 추가하세요.', 'Add a holiday with Insert.'),
  },
}

export function partnerRows(kind: PartnerRowsKind) {
  const { title, rows, start, named, emptyText } = kinds[kind]
  const isPerPartner = Object.hasOwn(rows.query.output, 'PARTNER_CD')
  const hasPublic = Object.hasOwn(rows.save.input, 'PUBLIC_YN')
  const isNamed = Object.hasOwn(rows.save.input, named)
  const hidden = ['OWNER_CD', 'PARTNER_CD'].map((field) => ({ field, hidden: true }))
  const screen: MasterScreen = {
    kind: 'master',
    route: 'ScmPartner',
    search: [],
    save: rows.save,
    grid: {
      source: rows.query,
      columns: [
        { field: start, editable: isUnsavedRow, frozen: true },
        isNamed ? { field: named, editable: true } : named,
        ...(hasPublic ? [{ field: 'PUBLIC_YN', editable: true }] : []),
        ...(isPerPartner ? hidden : []),
        ...changeColumns,
      ],
    },
  }
  return { screen, title, start, emptyText, isPerPartner }
}
