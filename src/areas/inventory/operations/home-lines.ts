import { defineHomeLines, type HomeLine } from '#kernel/home.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Query } from '#kernel/operation.ts'
import { countStatus, countStepFrom, openResults } from '../rules/count-status.ts'
import { adjustStepFrom } from '../rules/adjust-status.ts'
import { recallStatus } from '../rules/recall-status.ts'
import { approveAdjust } from './adjusting.ts'
import { approveCount, countJobs, countResults } from './counting.ts'
import { planReplenishment, replenishPlan } from './replenish.ts'
import { cellHoldRules, lotHoldRules, stockHoldRules, zoneHoldRules } from './hold-rules.ts'
import { blockRecall, recallLots } from './recalls.ts'
import { heldStock, ownBalances, stockByLot } from './stock.ts'
import { countStock } from './stock-verbs.ts'
import { stockToWork } from './stock-work.ts'
import { callBackTransfer, transferRows } from './warehouse-transfer.ts'

/** Days after which stock sent to another warehouse should have arrived. */
const overdueDays = 3

const month = 'today~today+30'

function holdsEndLine(
  id: string,
  title: Label,
  rules: { readonly query: Query },
  opens: string,
): HomeLine {
  return {
    id: `inventory/${id}`,
    title,
    counts: { of: rules.query, search: { TO_DT: month } },
    opens,
    tone: 'warn',
    isWatch: true,
  }
}

export const inventoryHomeLines = defineHomeLines([
  {
    id: 'inventory/counts-open',
    title: label('실사 진행', 'Counts in progress'),
    counts: { of: countJobs, search: { STATE_CD: countStepFrom.count.join(',') } },
    opens: 'StocktakingJobList',
    history: { of: countJobs, filter: { STATE_CD: `!=${countStatus.cancelled}` }, day: 'COUNT_DT' },
  },
  {
    id: 'inventory/counts-to-approve',
    title: label('실사 승인', 'Differences to approve'),
    counts: {
      of: countResults,
      search: { STATE_CD: countStepFrom.decide.join(','), RESULT_CD: openResults },
    },
    procedure: approveCount,
    opens: 'StocktakingResult',
    tone: 'warn',
  },
  {
    id: 'inventory/adjusts-to-approve',
    title: label('조정승인', 'Adjustments to approve'),
    counts: { of: stockToWork, search: { ADJUST_STATE_CD: adjustStepFrom.decide.join(',') } },
    procedure: approveAdjust,
    opens: 'InventoryAdjust',
    tone: 'warn',
  },
  {
    id: 'inventory/missing',
    title: label('미발견 재고', 'Missing stock to count'),
    counts: { of: heldStock, search: { HOLD_KIND_CD: 'MISSING' } },
    procedure: countStock,
    opens: 'InventoryHoldReport',
    tone: 'warn',
  },
  {
    id: 'inventory/faces-empty',
    title: label('빈 피킹면', 'Empty pick faces'),
    counts: { of: replenishPlan, search: { FACE_QTY: '0', PLAN_QTY: '>0' } },
    procedure: planReplenishment,
    opens: 'ReplenishPlan',
    tone: 'warn',
  },
  {
    id: 'inventory/transfers-in',
    title: label('창고 간 이동: 입고대기', 'Transfers to receive'),
    counts: { of: transferRows, search: { DIRECTION_CD: 'IN' } },
    opens: 'InventoryTransferWarehouse',
  },
  {
    id: 'inventory/transfers-overdue',
    title: label('창고 간 이동: 도착 지연', 'Transfers overdue'),
    counts: {
      of: transferRows,
      search: { DIRECTION_CD: 'SENT', SENT_DT: `<today-${overdueDays}` },
    },
    procedure: callBackTransfer,
    opens: 'InventoryTransferWarehouse',
    tone: 'warn',
  },
  {
    id: 'inventory/transfers-sent',
    title: label('창고 간 이동: 운송중', 'Transfers in transit'),
    counts: { of: transferRows, search: { DIRECTION_CD: 'SENT' } },
    opens: 'InventoryTransferWarehouse',
    isWatch: true,
  },
  {
    id: 'inventory/recalls-open',
    title: label('회수 진행', 'Open recalls'),
    counts: { of: recallLots, search: { STATE_CD: recallStatus.blocked } },
    procedure: blockRecall,
    opens: 'Recall',
    tone: 'stop',
  },
  {
    id: 'inventory/valid-ends',
    title: label('유통기한 30일 이내', 'Expiring within 30 days'),
    counts: { of: stockByLot, search: { VALID_DT: month } },
    opens: 'InventoryByLot',
    part: {
      of: stockByLot,
      search: { VALID_DT: '<today' },
      text: label('기한 지난 #행', '# expired'),
      tone: 'stop',
    },
    tone: 'warn',
    isWatch: true,
  },
  {
    id: 'inventory/own-valid-ends',
    title: label('유통기한 30일 이내', 'Expiring within 30 days'),
    counts: { of: ownBalances, search: { VALID_DT: month } },
    opens: 'CInventoryByLot',
    tone: 'warn',
    isOwn: true,
    isWatch: true,
  },
  holdsEndLine(
    'cell-holds-end',
    label('셀 보류 30일 이내 종료', 'Cell holds ending within 30 days'),
    cellHoldRules,
    'CellHold',
  ),
  holdsEndLine(
    'zone-holds-end',
    label('존 보류 30일 이내 종료', 'Zone holds ending within 30 days'),
    zoneHoldRules,
    'ZoneHold',
  ),
  holdsEndLine(
    'stock-holds-end',
    label('품목 보류 30일 이내 종료', 'Item holds ending within 30 days'),
    stockHoldRules,
    'StockHold',
  ),
  holdsEndLine(
    'lot-holds-end',
    label('로트 보류 30일 이내 종료', 'Lot holds ending within 30 days'),
    lotHoldRules,
    'LotHold',
  ),
])
