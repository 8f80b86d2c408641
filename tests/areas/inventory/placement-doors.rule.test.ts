import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  placementDoors,
  placementOutcome,
  placementRules,
  type DoorDefinition,
  type PlacementDoor,
} from '#areas/inventory/rules/placement-doors.ts'

const doors = Object.keys(placementDoors) as PlacementDoor[]

/**
 * Outcomes of each placement door, in the order of `placementRules`: decisions 690 to 695, 784,
 * 785, 975, 976 and 1376.
 */
const decided: Readonly<Record<PlacementDoor, string>> = {
  RECEIVE:
    'refuse refuse warn refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse',
  UNPACK:
    'refuse refuse warn refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse',
  MOVE: 'refuse refuse warn refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse',
  ARRIVE:
    'refuse refuse warn refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse',
  BACK: 'refuse refuse warn refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse',
  LOSE: 'skip skip skip skip skip skip skip skip skip skip skip skip skip skip',
  ADJUST:
    'refuse refuse warn refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse',
  COUNT: 'warn warn warn warn warn warn warn warn warn warn warn warn warn warn',
  RELABEL: 'skip skip skip warn warn warn skip warn warn warn skip skip skip warn',
  CUSTOMS: 'skip skip skip skip skip skip skip skip skip skip skip skip skip skip',
  CANCEL_SHIP: 'refuse warn skip warn warn warn warn warn warn warn warn warn warn warn',
  CANCEL_RELEASE: 'refuse warn skip warn warn warn warn warn warn warn warn warn warn warn',
  REVERSE:
    'refuse refuse skip refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse',
  UNDO_SHEET:
    'refuse refuse skip refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse refuse',
}

test.each(doors)(
  'stock entry path %s has the recorded decision for every placement rule',
  (door) => {
    const outcomes = placementRules.map((rule) => placementOutcome(door, rule))
    expect(outcomes.join(' ')).toBe(decided[door])
  },
)

test.each(doors)('stock entry path %s has a reason for every rule it does not enforce', (door) => {
  const { column, rules }: DoorDefinition = placementDoors[door]
  for (const rule of placementRules) {
    const decision = rules[rule]
    const reason = decision === 'refuse' ? column : Object.values(decision)[0]
    expect(reason, rule).toBeTruthy()
  }
})

test('only the posting function inserts movements', () => {
  const writers = globSync('src/**/*.ts').filter((path) =>
    /insert into stock_movement\b/i.test(readFileSync(path, 'utf8')),
  )
  expect(writers).toEqual(['src/areas/inventory/server/post-movements.ts'])
})
