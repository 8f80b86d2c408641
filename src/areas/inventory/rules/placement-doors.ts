import { label, type Label } from '#kernel/label.ts'

/**
 * Rules on where stock can be placed. The cell must be open, have space, allow mixing, and match
 * the item's put-away zone and temperature. A pallet or box must not be split between cells. The
 * zone must accept the item's hazard and storage class and hold no incompatible class. The cell
 * must not be dedicated to another owner, nor be the fixed pick face of another item, and must bear
 * the weight and pallets. Stock without a measured volume cannot be compared with the capacity of
 * its cell.
 */
export const placementRules = [
  'CLOSED',
  'CAPACITY',
  'UNMEASURED',
  'MIXING',
  'ZONE',
  'TEMPERATURE',
  'UNIT',
  'HAZARD',
  'SEPARATION',
  'CLASS',
  'DEDICATED',
  'WEIGHT',
  'PALLETS',
  'FACE',
] as const

export type PlacementRule = (typeof placementRules)[number]

/**
 * `warn` posts the movement and warns the user; `skip` does not check the rule. Both contain the reason for
 * that decision.
 */
export type PlacementDecision = 'refuse' | { readonly warn: string } | { readonly skip: string }

export interface DoorDefinition {
  /** Operations that use this entry. */
  readonly ways: string
  /** Column on which a rejection is reported. Absent if no rule rejects. */
  readonly column?: string
  /** Advice appended to every rejection. */
  readonly instead?: Label
  readonly rules: Readonly<Record<PlacementRule, PlacementDecision>>
}

const unmeasured = 'New items arrive before they are measured; the user decides whether they fit.'

/** Stock that a user puts into a cell of their choice. */
const deliberateRules: DoorDefinition['rules'] = {
  CLOSED: 'refuse',
  CAPACITY: 'refuse',
  UNMEASURED: { warn: unmeasured },
  MIXING: 'refuse',
  ZONE: 'refuse',
  TEMPERATURE: 'refuse',
  UNIT: 'refuse',
  HAZARD: 'refuse',
  SEPARATION: 'refuse',
  CLASS: 'refuse',
  DEDICATED: 'refuse',
  WEIGHT: 'refuse',
  PALLETS: 'refuse',
  FACE: 'refuse',
}

/** Stock that returns to the cell it left. */
const returnRules: DoorDefinition['rules'] = {
  ...deliberateRules,
  UNMEASURED: { skip: 'The stock was in the cell before.' },
}

const countRecordsReality =
  'A count records the stock found; rejecting it would only keep the books wrong.'

const countRules: DoorDefinition['rules'] = {
  CLOSED: { warn: countRecordsReality },
  CAPACITY: { warn: countRecordsReality },
  UNMEASURED: { warn: countRecordsReality },
  MIXING: { warn: countRecordsReality },
  ZONE: { warn: countRecordsReality },
  TEMPERATURE: { warn: countRecordsReality },
  UNIT: { warn: countRecordsReality },
  HAZARD: { warn: countRecordsReality },
  SEPARATION: { warn: countRecordsReality },
  CLASS: { warn: countRecordsReality },
  DEDICATED: { warn: countRecordsReality },
  WEIGHT: { warn: countRecordsReality },
  PALLETS: { warn: countRecordsReality },
  FACE: { warn: countRecordsReality },
}

const stagedAtDock = 'The stock is picked and waits at the dock; it takes no part of the cell.'

const shippedBackRules: DoorDefinition['rules'] = {
  CLOSED: 'refuse',
  CAPACITY: { warn: stagedAtDock },
  UNMEASURED: { skip: stagedAtDock },
  MIXING: { warn: stagedAtDock },
  ZONE: { warn: stagedAtDock },
  TEMPERATURE: { warn: stagedAtDock },
  UNIT: { warn: stagedAtDock },
  HAZARD: { warn: stagedAtDock },
  SEPARATION: { warn: stagedAtDock },
  CLASS: { warn: stagedAtDock },
  DEDICATED: { warn: stagedAtDock },
  WEIGHT: { warn: stagedAtDock },
  PALLETS: { warn: stagedAtDock },
  FACE: { warn: stagedAtDock },
}

const unlockCellText = label(
  '셀의 잠금을 해제한 뒤 다시 취소하세요.',
  'Unlock the cell, then cancel again.',
)

const alreadyInCell = 'The stock is in the cell already and stays there.'

const newItem = 'The new item is what the stock is; moving it is another step.'

const inTransit = 'The stock never reaches the cell; it only passes through its books.'

const customsOnly = 'Only the customs status changes; item, lot and cell are the same.'

/** All operations that put stock into a cell, with their decision for each placement rule. */
export const placementDoors = {
  RECEIVE: {
    ways: 'Receiving and bulk receiving',
    column: 'CELL_CD',
    rules: deliberateRules,
  },
  UNPACK: {
    ways: 'Unpacking bonded cargo',
    column: 'CELL_CD',
    rules: deliberateRules,
  },
  MOVE: {
    ways: 'Moves of stock, lots, cells, pallets and boxes, by hand or from a sheet',
    column: 'TO_CELL_CD',
    rules: deliberateRules,
  },
  ARRIVE: {
    ways: 'Receiving a transfer from another warehouse',
    column: 'TO_CELL_CD',
    rules: deliberateRules,
  },
  BACK: {
    ways: 'Calling back stock in transit to another warehouse',
    column: 'TO_CELL_CD',
    instead: label('다른 이동셀을 입력하세요.', 'Enter another To cell.'),
    rules: deliberateRules,
  },
  LOSE: {
    ways: 'Recording a loss in transit, and reversing that',
    rules: {
      CLOSED: { skip: inTransit },
      CAPACITY: { skip: inTransit },
      UNMEASURED: { skip: inTransit },
      MIXING: { skip: inTransit },
      ZONE: { skip: inTransit },
      TEMPERATURE: { skip: inTransit },
      UNIT: { skip: inTransit },
      HAZARD: { skip: inTransit },
      SEPARATION: { skip: inTransit },
      CLASS: { skip: inTransit },
      DEDICATED: { skip: inTransit },
      WEIGHT: { skip: inTransit },
      PALLETS: { skip: inTransit },
      FACE: { skip: inTransit },
    },
  },
  ADJUST: {
    ways: 'Adjusting up, directly or approved',
    column: 'ADJUST_QTY',
    instead: label(
      '실물이 있으면 실사로 반영하세요.',
      'If the stock is physically there, count it instead.',
    ),
    rules: deliberateRules,
  },
  COUNT: {
    ways: 'Approving a count',
    rules: countRules,
  },
  RELABEL: {
    ways: 'Changing condition, lot, mark, date or item, and reversing that',
    rules: {
      CLOSED: { skip: alreadyInCell },
      CAPACITY: { skip: alreadyInCell },
      UNMEASURED: { skip: alreadyInCell },
      MIXING: { warn: 'The new lot or item is what the stock is; moving it is another step.' },
      ZONE: { warn: newItem },
      TEMPERATURE: { warn: newItem },
      UNIT: { skip: alreadyInCell },
      HAZARD: { warn: newItem },
      SEPARATION: { warn: newItem },
      CLASS: { warn: newItem },
      DEDICATED: { skip: alreadyInCell },
      WEIGHT: { skip: alreadyInCell },
      PALLETS: { skip: alreadyInCell },
      FACE: { warn: newItem },
    },
  },
  CUSTOMS: {
    ways: 'Clearing and freeing bonded stock, and reversing that',
    rules: {
      CLOSED: { skip: customsOnly },
      CAPACITY: { skip: customsOnly },
      UNMEASURED: { skip: customsOnly },
      MIXING: { skip: customsOnly },
      ZONE: { skip: customsOnly },
      TEMPERATURE: { skip: customsOnly },
      UNIT: { skip: customsOnly },
      HAZARD: { skip: customsOnly },
      SEPARATION: { skip: customsOnly },
      CLASS: { skip: customsOnly },
      DEDICATED: { skip: customsOnly },
      WEIGHT: { skip: customsOnly },
      PALLETS: { skip: customsOnly },
      FACE: { skip: customsOnly },
    },
  },
  CANCEL_SHIP: {
    ways: 'Cancelling shipping',
    column: 'SHIPMENT_NO',
    instead: unlockCellText,
    rules: shippedBackRules,
  },
  CANCEL_RELEASE: {
    ways: 'Cancelling a release that shipped bonded stock',
    column: 'LINE_ID',
    instead: unlockCellText,
    rules: shippedBackRules,
  },
  REVERSE: {
    ways: 'Reversing a move or an adjustment',
    column: 'MOVEMENT_NO',
    rules: returnRules,
  },
  UNDO_SHEET: {
    ways: 'Undoing a sheet of moves',
    column: 'CELL_CD',
    rules: returnRules,
  },
} as const satisfies Readonly<Record<string, DoorDefinition>>

export type PlacementDoor = keyof typeof placementDoors

export function placementOutcome(door: PlacementDoor, rule: PlacementRule) {
  const decision: PlacementDecision = placementDoors[door].rules[rule]
  if (decision === 'refuse') return decision
  return 'warn' in decision ? 'warn' : 'skip'
}
