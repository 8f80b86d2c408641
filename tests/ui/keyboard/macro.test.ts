import { describe, expect, test } from 'vitest'
import { collapseRepeats, type LogEntry } from '#ui/keys/command-log.ts'
import { renameMacro, removeStep, assignSlot, moveStep } from '#ui/keys/macros/macro-edit.ts'
import {
  applyResponses,
  macroParameters,
  readMacros,
  rowsForStep,
  toSteps,
  type Macro,
} from '#ui/keys/macros/macro.ts'

const at = 0
const hold: LogEntry = {
  kind: 'procedure',
  at,
  name: 'outbound/allocate',
  title: { ko: 'Allocate', en: 'Allocate' },
  columns: ['SHIPMENT_NO'],
  answers: { REASON: 'damaged' },
}

test('a macro records work steps and omits the palette and the help', () => {
  const log: LogEntry[] = [
    { kind: 'command', at, id: 'app.palette', keys: 'Control+k' },
    { kind: 'open', at, route: 'Alloc', args: { OWNER_CD: 'HANBIT' } },
    { kind: 'command', at, id: 'page.search', keys: 'F8' },
    { kind: 'command', at, id: 'app.help', keys: 'F1' },
    { kind: 'command', at, id: 'app.record-macro', keys: '' },
  ]
  expect(toSteps(log)).toEqual([
    { kind: 'open', route: 'Alloc', args: { OWNER_CD: 'HANBIT' } },
    { kind: 'command', id: 'page.search' },
  ])
})

test('a command that ran a procedure is recorded as the procedure, once', () => {
  const log: LogEntry[] = [{ kind: 'command', at, id: 'outbound.allocate', keys: '' }, hold]
  expect(toSteps(log)).toEqual([
    {
      kind: 'procedure',
      name: 'outbound/allocate',
      columns: ['SHIPMENT_NO'],
      answers: { REASON: 'damaged' },
    },
  ])
})

test('a search step stores its conditions and can rerun with other values', () => {
  const log: LogEntry[] = [
    { kind: 'command', at, id: 'page.search', keys: 'F8' },
    { kind: 'search', at, route: 'Cell', args: { CELL_CD: 'A-0%' } },
    { kind: 'command', at, id: 'page.search', keys: 'F8' },
    { kind: 'search', at, route: 'Cell', args: {} },
  ]
  const steps = toSteps(log)
  expect(steps).toEqual([
    { kind: 'search', route: 'Cell', args: { CELL_CD: 'A-0%' } },
    { kind: 'command', id: 'page.search' },
  ])
  const macro: Macro = { name: 'm', steps }
  expect(macroParameters(macro)).toEqual({ 'Cell.CELL_CD': 'A-0%' })
  expect(readMacros([macro])).toEqual([macro])
  const [step] = steps
  if (step?.kind !== 'search') throw new Error('the step is a search')
  expect(applyResponses(step, {}).args).toEqual({ CELL_CD: 'A-0%' })
  expect(applyResponses(step, { 'Cell.CELL_CD': 'B%' }).args).toEqual({ CELL_CD: 'B%' })
  expect(applyResponses(step, { 'Cell.CELL_CD': null }).args).toEqual({ CELL_CD: '' })
})

describe('replay over rows', () => {
  const [step] = toSteps([hold])
  if (step?.kind !== 'procedure') throw new Error('the step is a procedure')

  test('a step takes its columns from each row and its parameters from user input', () => {
    const chosen = [
      { SHIPMENT_NO: 'S1', OTHER: 'x' },
      { SHIPMENT_NO: 'S2', OTHER: 'y' },
    ]
    expect(rowsForStep(step, chosen, { REASON: 'stained' })).toEqual({
      rows: [
        { SHIPMENT_NO: 'S1', REASON: 'stained', NO: 1 },
        { SHIPMENT_NO: 'S2', REASON: 'stained', NO: 2 },
      ],
      left: 0,
    })
  })

  test('rows of one document count once, and rows without a document are skipped', () => {
    const chosen = [{ SHIPMENT_NO: 'S1' }, { SHIPMENT_NO: 'S1' }, { SHIPMENT_NO: null }]
    const { rows, left } = rowsForStep(step, chosen, {})
    expect(rows).toEqual([{ SHIPMENT_NO: 'S1', REASON: 'damaged', NO: 1 }])
    expect(left).toBe(1)
  })

  test('the parameters default to the recorded values', () => {
    expect(macroParameters({ name: 'm', steps: [step] })).toEqual({ REASON: 'damaged' })
  })
})

test('macros survive a round trip to the server, and malformed macros are dropped', () => {
  const macro = { name: 'held', steps: toSteps([hold]) }
  const stored: unknown = JSON.parse(JSON.stringify([macro, { name: 1, steps: [] }, null, 'x']))
  expect(readMacros(stored)).toEqual([macro])
  expect(readMacros(undefined)).toEqual([])
})

describe('an edited macro', () => {
  const a: Macro = {
    name: 'a',
    steps: toSteps([hold, { ...hold, name: 'outbound/ship' }]),
    slot: 1,
  }
  const b: Macro = { name: 'b', steps: toSteps([hold]) }

  test('replaces another macro with the same name', () => {
    expect(renameMacro([a, b], a, 'c').map(({ name }) => name)).toEqual(['c', 'b'])
    expect(renameMacro([a, b], a, 'b').map(({ steps }) => steps.length)).toEqual([2])
  })

  test('has a unique number, and loses it when that number is assigned to another macro', () => {
    const getSlots = (macros: readonly Macro[]) => macros.map(({ slot }) => slot)
    expect(getSlots(assignSlot([a, b], b, 1))).toEqual([undefined, 1])
    expect(getSlots(assignSlot([a, b], a, 1))).toEqual([undefined, undefined])
    expect(getSlots(assignSlot([a, b], b, 2))).toEqual([1, 2])
  })

  test('an edited macro can lose and reorder steps, and disappears with its last step', () => {
    const procedureNames = (macro: Macro | undefined) =>
      macro?.steps.map((step) => (step.kind === 'procedure' ? step.name : ''))
    expect(procedureNames(removeStep([a, b], a, 0)[0])).toEqual(['outbound/ship'])
    expect(removeStep([a, b], b, 0)).toEqual([a])
    expect(procedureNames(moveStep([a], a, 0, 1)[0])).toEqual([
      'outbound/ship',
      'outbound/allocate',
    ])
    expect(moveStep([a], a, 0, -1)).toEqual([a])
  })

  test('loads with its number, and is dropped if the number is invalid', () => {
    expect(readMacros([a, { ...b, slot: 10 }, { ...b, slot: 'x' }])).toEqual([a])
  })
})

test('the log folds consecutive runs of the same command into one line', () => {
  const downEntry = (time: number): LogEntry => ({
    kind: 'command',
    at: time,
    id: 'grid.down',
    keys: 'j',
  })
  const log = [downEntry(1), downEntry(2), hold, hold, downEntry(3)]
  expect(collapseRepeats(log).map(({ entry, times }) => [entry.kind, entry.at, times])).toEqual([
    ['command', 2, 2],
    ['procedure', 0, 1],
    ['procedure', 0, 1],
    ['command', 3, 1],
  ])
})
