import { expect, test } from 'vitest'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { ScanRouter, type ScanOutcome, type ScanTarget } from '#ui/scanner/scan-router.ts'
import { createScanSound, type ScanTone } from '#ui/scanner/scan-sound.ts'
import { testLabel } from '#tests/support/labels.ts'

function createRouter(focusedField?: () => ScanTarget | undefined) {
  const tones: ScanTone[] = []
  const outcomes: ScanOutcome[] = []
  const sound = { play: (tone: ScanTone) => void tones.push(tone), setVolume: () => {} }
  const router = new ScanRouter({
    read: (code) => interpretScan(code),
    sound,
    ...(focusedField ? { focusedField } : {}),
  })
  router.listen((outcome) => outcomes.push(outcome))
  return { router, tones, outcomes }
}

function cellTarget(name: string): ScanTarget {
  return { name, take: ({ parts }) => (parts[0]?.kind === 'cell' ? { ok: true } : undefined) }
}

test('the station gets a scan first, and the focused field gets a scan that the station declines', async () => {
  const field: ScanTarget = { name: 'field', take: () => ({ ok: true }) }
  const { router, outcomes } = createRouter(() => field)
  const close = router.addStation(cellTarget('station'))
  router.receive('CELL:A01-02-3')
  router.receive('SKU100422')
  await router.queue.idle()
  close()
  router.receive('CELL:A01-02-3')
  await router.queue.idle()
  expect(outcomes.map(({ id, takenBy }) => [id, takenBy])).toEqual([
    [1, 'station'],
    [2, 'field'],
    [3, 'field'],
  ])
})

test('the station opened last is tried first', async () => {
  const { router, outcomes } = createRouter()
  router.addStation(cellTarget('screen'))
  router.addStation(cellTarget('dialog'))
  router.receive('CELL:A01-02-3')
  await router.queue.idle()
  expect(outcomes[0]?.takenBy).toBe('dialog')
})

test('a scan goes to the field that the previous scan focused', async () => {
  const received: string[] = []
  let focus = 'item'
  const { router } = createRouter(() => ({
    name: focus,
    take: async ({ code }) => {
      await Promise.resolve()
      received.push(`${focus} ${code}`)
      focus = 'cell'
      return { ok: true }
    },
  }))
  router.receive('SKU100422')
  router.receive('CELL:A01-02-3')
  await router.queue.idle()
  expect(received).toEqual(['item SKU100422', 'cell CELL:A01-02-3'])
})

test('accepted, rejected and failed scans are each reported, and none stops the next', async () => {
  const { router, tones, outcomes } = createRouter()
  router.addStation({
    name: 'check',
    take: async ({ code }) => {
      if (code === 'DOWN') throw new Error('connection lost')
      return code === 'SKU100422'
        ? { ok: true }
        : { ok: false, message: testLabel('Not in this shipment') }
    },
  })
  for (const code of ['SKU100422', 'SKU100755', 'DOWN', 'SKU100422']) router.receive(code)
  await router.queue.idle()
  expect(tones).toEqual(['yes', 'no', 'no', 'yes'])
  expect(outcomes[1]?.message?.ko).toBe('Not in this shipment')
  expect(outcomes[2]?.message?.ko).toContain('connection lost')
})

test('a slow station claims every scan immediately, and each outcome is reported', async () => {
  const { router, tones, outcomes } = createRouter()
  const known: string[] = []
  const answers: ((ok: boolean) => void)[] = []
  const lane = {}
  router.addStation({
    name: 'check',
    claim: (code) => {
      known.push(code)
      const awaitAnswer = async () => ({
        ok: await new Promise<boolean>((resolve) => answers.push(resolve)),
      })
      return { lane, owners: () => undefined, take: awaitAnswer, takenBy: 'ShippedCheck' }
    },
    take: () => undefined,
  })
  for (const code of ['A', 'B', 'C']) router.receive(code)
  await expect.poll(() => known).toEqual(['A', 'B', 'C'])
  expect([outcomes, router.waitingCodes()]).toEqual([[], []])
  expect(router.queue.getState().waiting).toBe(3)
  for (const [index, ok] of [true, false, true].entries()) {
    await expect.poll(() => answers.length).toBe(index + 1)
    answers[index]?.(ok)
  }
  await router.queue.idle()
  expect(outcomes.map(({ scan, ok, takenBy }) => [scan.code, ok, takenBy])).toEqual([
    ['A', true, 'ShippedCheck'],
    ['B', false, 'ShippedCheck'],
    ['C', true, 'ShippedCheck'],
  ])
  expect(tones).toEqual(['yes', 'no', 'yes'])
})

test('an unclaimed scan is rejected, and a wrong check digit is named', async () => {
  const { router, tones, outcomes } = createRouter()
  router.receive('SKU100422')
  router.receive('8801234567890')
  await router.queue.idle()
  expect(tones).toEqual(['no', 'no'])
  expect(outcomes.map((outcome) => outcome.message?.en)).toEqual([
    'This code cannot be used here.',
    'the check digit is wrong',
  ])
})

test('scan tones do not throw if there is no audio', () => {
  const sound = createScanSound(() => undefined)
  expect(() => sound.play('yes')).not.toThrow()
})

test('an unreadable code is rejected with the reason, and the next one is read', async () => {
  const tones: ScanTone[] = []
  const router = new ScanRouter({
    read: (code) => {
      if (code === 'A') throw new Error('the code never came')
      return interpretScan(code)
    },
    sound: { play: (tone) => void tones.push(tone), setVolume: () => {} },
    focusedField: () => ({ name: 'field', take: () => ({ ok: true }) }),
  })
  const outcomes: ScanOutcome[] = []
  router.listen((outcome) => outcomes.push(outcome))
  router.receive('A')
  router.receive('B')
  await router.queue.idle()
  expect(tones).toEqual(['no', 'yes'])
  expect(outcomes.map(({ scan, takenBy }) => [scan.code, takenBy])).toEqual([
    ['A', undefined],
    ['B', 'field'],
  ])
  expect(outcomes[0]?.message?.ko).toContain('the code never came')
  expect(router.queue.getState()).toMatchObject({ waiting: 0, failed: 0 })
})

test('all waiting scans can be rejected, and later ones are accepted', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const router = new ScanRouter({ read: (code) => promise.then(() => interpretScan(code)) })
  router.addStation({ name: 'check', take: () => ({ ok: true }) })
  const reported: [string, boolean, string | undefined][] = []
  router.listen(({ scan, ok, message }) => reported.push([scan.code, ok, message?.ko]))
  router.receive('A')
  router.receive('B')
  router.rejectWaiting(testLabel('Discarded'))
  router.receive('C')
  resolve()
  await router.queue.idle()
  expect(reported).toEqual([
    ['A', false, 'Discarded'],
    ['B', false, 'Discarded'],
    ['C', true, undefined],
  ])
})

test('waiting codes can be listed and withdrawn silently', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const router = new ScanRouter({ read: (code) => promise.then(() => interpretScan(code)) })
  const taken: string[] = []
  router.addStation({
    name: 'check',
    take: ({ code }) => {
      taken.push(code)
      return { ok: true }
    },
  })
  for (const code of ['A', 'secret', 'B', 'secret']) router.receive(code)
  expect(router.waitingCodes()).toEqual(['A', 'secret', 'B', 'secret'])
  router.removeWaiting('secret')
  const reported: string[] = []
  router.listen(({ scan }) => reported.push(scan.code))
  resolve()
  await router.queue.idle()
  expect([taken, reported, router.waitingCodes()]).toEqual([['A', 'B'], ['A', 'B'], []])
})

test('scans during a page restore wait and are delivered to its station, even if it closes', async () => {
  const { promise: restored, resolve: restore } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const router = new ScanRouter({
    ready: () => restored,
    read: (code) => interpretScan(code),
    focusedField: () => ({ name: 'field', take: () => ({ ok: true }) }),
  })
  const lane = {}
  const awaitAnswer = (): Promise<{ ok: boolean }> => answered.then(() => ({ ok: true }))
  const reported: [string, string | undefined][] = []
  router.listen(({ scan, takenBy }) => reported.push([scan.code, takenBy]))
  for (const code of ['A', 'B', 'C']) router.receive(code)
  const close = router.addStation({
    name: 'station',
    claim: () => ({ lane, owners: () => [], take: awaitAnswer, takenBy: 'station' }),
    take: () => undefined,
  })
  restore()
  await expect.poll(() => router.waitingCodes()).toEqual([])
  close()
  router.receive('D')
  await expect.poll(() => reported).toEqual([['D', 'field']])
  answer()
  await router.queue.idle()
  expect(reported.slice(1)).toEqual([
    ['A', 'station'],
    ['B', 'station'],
    ['C', 'station'],
  ])
})

test('a claimed code is read once, in order, with the current data of its target', async () => {
  const reads: [string, string | undefined][] = []
  const router = new ScanRouter({
    read: (code, claim) => {
      reads.push([code, claim?.owners()?.[0]])
      return interpretScan(code)
    },
  })
  let owner: string | undefined
  const lane = {}
  router.addStation({
    name: 'station',
    claim: (code) => ({
      lane,
      owners: () => (owner === undefined ? undefined : [owner]),
      take: (scan) => {
        expect(scan.code).toBe(code)
        owner = 'HANBIT'
        return Promise.resolve({ ok: true })
      },
    }),
    take: () => undefined,
  })
  router.receive('SH-20261120-0412')
  router.receive('HB-1')
  await router.queue.idle()
  expect(reads).toEqual([
    ['SH-20261120-0412', undefined],
    ['HB-1', 'HANBIT'],
  ])
})
