import { keymapRules } from '#kernel/keymap.ts'
import { Dispatcher } from '#ui/keys/dispatcher.ts'
import { snapshotField } from '#ui/base/restore-field.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { ScanRouter } from '#ui/scanner/scan-router.ts'
import { WedgeDetector } from '#ui/scanner/wedge-detector.ts'

export interface DeskRecord {
  readonly commandsRun: string[]
  readonly scanned: string[]
  clicks: number
}

const record: DeskRecord = { commandsRun: [], scanned: [], clicks: 0 }
Object.assign(window, { record })

document.body.innerHTML = '<input id="quantity" value="40"><button id="confirm">확정</button>'
document.querySelector('#confirm')?.addEventListener('click', () => (record.clicks += 1))

const router = new ScanRouter({ read: (code) => interpretScan(code) })
router.addStation({
  name: 'desk',
  take: ({ code }) => {
    record.scanned.push(code)
    return { ok: true }
  },
})
const detector = new WedgeDetector({
  onScan: ({ code }) => void router.receive(code),
  snapshot: snapshotField,
})
const dispatcher = new Dispatcher<string>({
  rules: keymapRules([
    { when: 'always', keys: { '$mod+s': 'save', '$mod+p': 'print', F1: 'help', F8: 'search' } },
    { when: 'singleKeys', keys: { 'g l': 'lots', '8': 'eight' } },
  ]),
  evaluateContext: () => ({ singleKeys: true }),
  run: (command) => void record.commandsRun.push(command),
  scanner: detector.keydown,
})
dispatcher.attach(window)
