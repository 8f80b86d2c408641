import { defineHomeLines, type HomeLine } from '#kernel/home.ts'
import { label, type Label } from '#kernel/label.ts'
import { arrivalsToNotify } from './arrivals-to-notify.ts'
import { correctionStepFrom } from '../rules/cargo-status.ts'
import { corrections, deadlines, decideCorrection } from './keeping.ts'

/**
 * Cargo with a deadline of one kind that is near or past. `column` is the deadline's column in
 * bonded stock.
 */
function isDeadlineNear(
  id: string,
  title: Label,
  { kind, column, until }: { kind: string; column: string; until: string },
): HomeLine {
  const late = label('#건 기한 지남', '# past the deadline')
  return {
    id: `bonded/${id}`,
    title,
    counts: { of: deadlines, search: { DEADLINE_CD: kind, DUE_DT: `<=${until}` } },
    opens: 'BondedInventory',
    args: { [column]: `<=${until}` },
    part: {
      of: deadlines,
      search: { DEADLINE_CD: kind, DUE_DT: '<today' },
      text: late,
      tone: 'stop',
    },
    tone: 'warn',
    isWatch: true,
  }
}

export const bondedHomeLines = defineHomeLines([
  isDeadlineNear(
    'period-ends',
    label('보세 장치기한 30일 이내', 'Bonded periods ending within 30 days'),
    {
      kind: 'END',
      column: 'END_DT',
      until: 'today+30',
    },
  ),
  isDeadlineNear(
    'to-declare',
    label('수입신고 기한 7일 이내', 'Import declarations due within 7 days'),
    {
      kind: 'DECLARE',
      column: 'DECLARE_DT',
      until: 'today+7',
    },
  ),
  isDeadlineNear(
    'to-remove',
    label('보세 반출기한 7일 이내', 'Bonded releases due within 7 days'),
    {
      kind: 'REMOVE',
      column: 'REMOVE_DT',
      until: 'today+7',
    },
  ),
  {
    id: 'bonded/corrections-to-approve',
    title: label('보세 정정 승인', 'Bonded corrections to approve'),
    counts: { of: corrections, search: { STATE_CD: correctionStepFrom.decide.join(',') } },
    procedure: decideCorrection,
    opens: 'BondedCorrection',
    tone: 'warn',
  },
  {
    id: 'bonded/to-notify',
    title: label('3일 이내 도착, 통지 전', 'Arriving within 3 days, not notified'),
    counts: { of: arrivalsToNotify, search: { ARRIVE_DT: '<=today+3' } },
    opens: 'ArrivalNotice',
    args: { NOTICE_CD: 'NONE', ARRIVE_DT: '<=today+3' },
    tone: 'warn',
  },
])
