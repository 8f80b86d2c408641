import { documentStatus, indexSteps, type StatusOf } from '#kernel/status.ts'

export const cargoStatus = {
  expected: documentStatus.open,
  partlyIn: '20',
  arrived: '30',
  partlyCleared: '40',
  cleared: '45',
  partlyOut: '50',
  out: '60',
  cancelled: documentStatus.cancelled,
} as const

export type CargoStatus = StatusOf<typeof cargoStatus>

/**
 * Statuses from which each step of a bonded cargo can start. `keep` covers storage events:
 * extension, notice and auction. `skipDeadlines` marks statuses without deadlines to watch, `over`
 * those that free the cargo number.
 */
export const cargoStepFrom = indexSteps({
  [cargoStatus.expected]: ['change', 'arrive', 'askCustoms', 'skipDeadlines'],
  [cargoStatus.partlyIn]: ['arrive', 'keep', 'unpack', 'clear', 'askCustoms'],
  [cargoStatus.arrived]: ['keep', 'unpack', 'clear', 'askCustoms'],
  [cargoStatus.partlyCleared]: ['arrive', 'keep', 'unpack', 'clear', 'askCustoms'],
  [cargoStatus.cleared]: ['keep', 'unpack', 'askCustoms'],
  [cargoStatus.partlyOut]: ['arrive', 'keep', 'unpack', 'clear', 'askCustoms'],
  [cargoStatus.out]: ['askCustoms', 'skipDeadlines', 'over'],
  [cargoStatus.cancelled]: ['skipDeadlines', 'over'],
} as const satisfies Readonly<Record<CargoStatus, readonly string[]>>)

export const discrepancyStatus = { open: '10', closed: '20' } as const

export type DiscrepancyStatus = StatusOf<typeof discrepancyStatus>

export const discrepancyStepFrom = indexSteps({
  [discrepancyStatus.open]: ['settle'],
  [discrepancyStatus.closed]: [],
} as const satisfies Readonly<Record<DiscrepancyStatus, readonly string[]>>)

export const correctionStatus = { requested: '10', approved: '20', rejected: '90' } as const

export type CorrectionStatus = StatusOf<typeof correctionStatus>

export const correctionStepFrom = indexSteps({
  [correctionStatus.requested]: ['decide'],
  [correctionStatus.approved]: [],
  [correctionStatus.rejected]: [],
} as const satisfies Readonly<Record<CorrectionStatus, readonly string[]>>)
