import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { testDay, toRows } from '#tests/support/floor.ts'
import type { ModelShipment, RealStock, StockModel, Stage } from './stock-model.ts'

type StockCommand = fc.AsyncCommand<StockModel, RealStock>

const lots = ['', 'L-1', 'L-2'] as const
const cells = ['A-001', 'A-002', 'A-003', 'A-004'] as const

function command(
  name: string,
  run: (model: StockModel, real: RealStock) => Promise<unknown>,
): StockCommand {
  return {
    check: () => true,
    toString: () => name,
    run: async (model, real) => {
      real.commands += 1
      real.note(name.split(' ')[0] ?? name)
      await run(model, real)
    },
  }
}

async function receive(model: StockModel, real: RealStock, at: number, qty: number) {
  const item = real.item(at)
  const [head] = await real.saveOrThrow(
    model,
    'inbound/save-receipts',
    toRows({ RECEIPT_DT: testDay }, [{ STOCK_CD: item, ORDER_QTY: qty }]),
  )
  const number = String(head?.['RECEIPT_NO'])
  await real.saveOrThrow(model, 'inbound/receive-bulk', [{ RECEIPT_NO: number }])
  model.books(item).normal += qty
  model.receipts.push({ number, item, qty })
  await real.compare(model, item)
}

/** Returns stock to the supplier. Must succeed only if the received stock is untouched. */
async function sendBack(model: StockModel, real: RealStock, at: number) {
  const some = model.receipts.slice(-6)
  const receipt = some[at % Math.max(1, some.length)]
  if (!receipt) return
  const { movement, free } = await real.received(receipt)
  const rows = [{ RECEIPT_NO: receipt.number, MOVEMENT_NO: movement, REASON: 'wrong goods' }]
  const response = await real.save(model, 'inbound/cancel-receiving', rows)
  const isAllowed = free >= receipt.qty
  deepStrictEqual(
    ['send back', receipt, free, response.status === 200],
    ['send back', receipt, free, isAllowed],
  )
  if (isAllowed) {
    model.books(receipt.item).normal -= receipt.qty
    model.receipts.splice(model.receipts.indexOf(receipt), 1)
  }
  await real.compare(model, receipt.item)
}

async function place(model: StockModel, real: RealStock, at: number, qty: number) {
  const item = real.item(at)
  const [head] = await real.saveOrThrow(
    model,
    'outbound/save-shipments',
    toRows({ SHIPMENT_DT: testDay }, [{ STOCK_CD: item, ORDER_QTY: qty }]),
  )
  const number = String(head?.['SHIPMENT_NO'])
  model.shipments.push({ number, item, ordered: qty, stage: 'ordered', taken: 0 })
}

/**
 * Allocates, optionally from two concurrent requests with separate keys. Exactly one must succeed.
 */
async function allocate(
  model: StockModel,
  real: RealStock,
  shipment: ModelShipment,
  isTwice: boolean,
) {
  const rows = [{ SHIPMENT_NO: shipment.number }]
  const wanted = Math.min(model.free(shipment.item), shipment.ordered)
  await Promise.all(
    Array.from({ length: isTwice ? 2 : 1 }, () => real.save(model, 'outbound/allocate', rows)),
  )
  if (wanted > 0) Object.assign(shipment, { taken: wanted, stage: 'allocated' })
  await real.compare(model, shipment.item)
}

/** Picks the allocated quantity, or half of it with a reason, which frees the rest. */
async function pick(model: StockModel, real: RealStock, shipment: ModelShipment, isShort: boolean) {
  const promised = await real.user.query('outbound/picking-lines', { SHIPMENT_NO: shipment.number })
  const rows = promised.map((row) => {
    const qty = Number(row['ALLOC_QTY'])
    const picked = isShort && qty > 1 ? Math.floor(qty / 2) : qty
    const reason = picked < qty ? { REASON: 'not wanted', SHORTAGE_CD: 'LEFT' } : {}
    return { ALLOC_ID: row['ALLOC_ID'] ?? null, PICKED_QTY: picked, ...reason }
  })
  await real.saveOrThrow(model, 'outbound/pick', rows)
  const taken = rows.reduce((sum, row) => sum + row.PICKED_QTY, 0)
  Object.assign(shipment, { taken, stage: 'picked' })
}

async function check(model: StockModel, real: RealStock, shipment: ModelShipment) {
  await real.saveOrThrow(model, 'outbound/check-scan', [
    { SHIPMENT_NO: shipment.number, CODE: shipment.item, QTY: shipment.taken },
  ])
  await real.saveOrThrow(model, 'outbound/finish-check', [{ SHIPMENT_NO: shipment.number }])
  shipment.stage = 'checked'
}

async function ship(model: StockModel, real: RealStock, shipment: ModelShipment) {
  await real.saveOrThrow(model, 'outbound/ship', [{ SHIPMENT_NO: shipment.number }])
  model.books(shipment.item).normal -= shipment.taken
  shipment.stage = 'shipped'
}

async function advanceShipment(model: StockModel, real: RealStock, at: number, isOdd: boolean) {
  const open = model.shipments.filter(({ stage }) => stage !== 'shipped').slice(-8)
  const shipment = open[at % Math.max(1, open.length)]
  if (!shipment) return
  if (shipment.stage === 'ordered') return allocate(model, real, shipment, isOdd)
  if (shipment.stage === 'allocated') {
    await real.saveOrThrow(model, 'outbound/mark-listed', [{ SHIPMENT_NO: shipment.number }])
    shipment.stage = 'listed'
  } else if (shipment.stage === 'listed') await pick(model, real, shipment, isOdd)
  else if (shipment.stage === 'picked') await check(model, real, shipment)
  else await ship(model, real, shipment)
  await real.compare(model, shipment.item)
}

/** Cancels the picks. The stock is allocated as before. */
async function putBack(model: StockModel, real: RealStock, shipment: ModelShipment) {
  const picked = await real.user.query('outbound/picked-lines', { SHIPMENT_NO: shipment.number })
  const rows = picked.map((row) => ({
    ALLOC_ID: row['ALLOC_ID'] ?? null,
    BACK_QTY: row['BACK_QTY'] ?? null,
  }))
  await real.saveOrThrow(model, 'outbound/cancel-pick', rows)
  shipment.stage = 'listed'
}

const stepsBack: Partial<Record<Stage, readonly [procedure: string, to: Stage]>> = {
  allocated: ['outbound/cancel-allocation', 'ordered'],
  listed: ['outbound/cancel-allocation', 'ordered'],
  checked: ['outbound/cancel-check', 'picked'],
  shipped: ['outbound/cancel-shipping', 'checked'],
}

async function undoShipmentStep(model: StockModel, real: RealStock, at: number) {
  const some = model.shipments.slice(-8)
  const shipment = some[at % Math.max(1, some.length)]
  if (!shipment) return
  if (shipment.stage === 'picked') {
    await putBack(model, real, shipment)
    return real.compare(model, shipment.item)
  }
  const step = stepsBack[shipment.stage]
  if (!step) return
  await real.saveOrThrow(model, step[0], [
    {
      SHIPMENT_NO: shipment.number,
      ...(shipment.stage === 'shipped' && { CANCEL_REASON: 'wrong order' }),
    },
  ])
  if (shipment.stage === 'shipped') model.books(shipment.item).normal += shipment.taken
  if (step[1] === 'ordered') shipment.taken = 0
  shipment.stage = step[1]
  await real.compare(model, shipment.item)
}

async function move(model: StockModel, real: RealStock, which: number, at: number, qty: number) {
  const item = real.item(which)
  const there = await real.balances(item, 'NORMAL')
  const from = there[at % Math.max(1, there.length)]
  const cell = cells[qty % cells.length] ?? cells[0]
  if (!from) return
  const response = await real.save(model, 'inventory/move', [
    { BALANCE_ID: String(from.id), WORK_QTY: qty, TO_CELL_CD: cell },
  ])
  const isAllowed = qty <= from.free && cell !== from.cell
  deepStrictEqual(
    ['move', qty, from, cell, response.status === 200],
    ['move', qty, from, cell, isAllowed],
  )
  await real.compare(model, item)
}

/**
 * Moves part of a balance to another lot, which splits the balance or merges it into an existing
 * one.
 */
async function splitLot(
  model: StockModel,
  real: RealStock,
  which: number,
  at: number,
  qty: number,
) {
  const item = real.item(which)
  const there = await real.balances(item, 'NORMAL')
  const from = there[at % Math.max(1, there.length)]
  if (!from) return
  const lot = lots[qty % lots.length] ?? lots[0]
  const rows = [
    { BALANCE_ID: String(from.id), WORK_QTY: qty, TO_LOT_NO: lot, REASON: 'label misread' },
  ]
  const response = await real.save(model, 'inventory/transfer-lot', rows)
  const isAllowed = qty <= from.free && lot !== from.lot
  deepStrictEqual(
    ['split', qty, from, lot, response.status === 200],
    ['split', qty, from, lot, isAllowed],
  )
  await real.compare(model, item)
}

/** Holds all free stock of an item, or releases it. */
async function hold(model: StockModel, real: RealStock, which: number, isRelease: boolean) {
  const item = real.item(which)
  const books = model.books(item)
  const there = await real.balances(item, isRelease ? 'HELD' : 'NORMAL')
  const ids = there.filter(({ free }) => free > 0)
  if (ids.length === 0) return
  await real.saveOrThrow(
    model,
    'inventory/hold',
    ids.map(({ id, free }) => ({
      BALANCE_ID: String(id),
      WORK_QTY: free,
      HOLD_CD: isRelease ? 'RELEASE' : 'HOLD',
      REASON: 'looked at',
    })),
  )
  const sum = ids.reduce((total, { free }) => total + free, 0)
  books.normal += isRelease ? sum : -sum
  books.held += isRelease ? -sum : sum
  await real.compare(model, item)
}

async function adjust(model: StockModel, real: RealStock, which: number, at: number, by: number) {
  const item = real.item(which)
  const there = await real.balances(item, 'NORMAL')
  const balance = there[at % Math.max(1, there.length)]
  if (!balance || by === 0) return
  const rows = [{ BALANCE_ID: String(balance.id), ADJUST_QTY: by, REASON: 'counted' }]
  const response = await real.save(model, 'inventory/adjust', rows)
  const isAllowed = balance.free + by >= 0
  deepStrictEqual(
    ['adjust', by, balance, response.status === 200],
    ['adjust', by, balance, isAllowed],
  )
  if (isAllowed) model.books(item).normal += by
  await real.compare(model, item)
}

/** Repeats an earlier save with its key. Must return the first response without a second effect. */
async function repeat(model: StockModel, real: RealStock, at: number) {
  const sent = model.sent.slice(-40)
  const save = sent[at % Math.max(1, sent.length)]
  if (!save) return
  const response = await real.user.save(save.procedure, save.rows, save.key)
  deepStrictEqual([response.status, response.body.data], [200, save.answer])
  await real.compare(model, ...real.items)
}

const item = fc.nat(2)
const qty = fc.integer({ min: 1, max: 20 })
const position = fc.nat(30)

export const stockCommands: fc.Arbitrary<StockCommand>[] = [
  fc.tuple(item, qty).map(([i, q]) => command(`receive ${q} ${i}`, (m, r) => receive(m, r, i, q))),
  fc.tuple(item, qty).map(([i, q]) => command(`order ${q} ${i}`, (m, r) => place(m, r, i, q))),
  ...[0, 1, 2, 3].map(() =>
    fc
      .tuple(position, fc.boolean())
      .map(([at, isOdd]) =>
        command(`forward ${at} ${isOdd}`, (m, r) => advanceShipment(m, r, at, isOdd)),
      ),
  ),
  fc
    .tuple(item, position, qty)
    .map(([i, at, q]) => command(`split ${q} ${i} ${at}`, (m, r) => splitLot(m, r, i, at, q))),
  position.map((at) => command(`send-back ${at}`, (m, r) => sendBack(m, r, at))),
  position.map((at) => command(`back ${at}`, (m, r) => undoShipmentStep(m, r, at))),
  fc
    .tuple(item, position, qty)
    .map(([i, at, q]) => command(`move ${q} ${i} ${at}`, (m, r) => move(m, r, i, at, q))),
  fc
    .tuple(item, fc.boolean())
    .map(([i, isRelease]) =>
      command(`${isRelease ? 'release' : 'hold'} ${i}`, (m, r) => hold(m, r, i, isRelease)),
    ),
  fc
    .tuple(item, position, fc.integer({ min: -9, max: 9 }))
    .map(([i, at, by]) => command(`adjust ${by} ${i} ${at}`, (m, r) => adjust(m, r, i, at, by))),
  position.map((at) => command(`repeat ${at}`, (m, r) => repeat(m, r, at))),
]
