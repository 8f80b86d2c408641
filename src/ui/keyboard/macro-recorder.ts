import { text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '../language.ts'
import { askInput } from '../popups/ask-input.tsx'
import { notify } from '../popups/notify.tsx'
import { commandLog, type Logged } from './command-log.ts'
import { saveMacros, savedMacros } from './macro-store.ts'
import { recording, setRecording } from './recording.ts'
import { stepsOf } from './macro.ts'

/** The last entry before the recording; the log may drop its oldest meanwhile. */
let before: Logged | undefined

/** Begins to record; the second time, ends it, asks for a name and keeps the macro. */
export async function toggleRecording(): Promise<void> {
  if (!recording()) {
    before = commandLog().at(-1)
    setRecording(true)
    return
  }
  setRecording(false)
  const log = commandLog()
  const start = before ? log.findIndex((entry) => isSame(entry, before)) + 1 : 0
  const steps = stepsOf(log.slice(start))
  if (steps.length === 0) {
    notify('warn', t({ ko: '기록한 것이 없습니다.', en: 'Nothing was recorded.' }))
    return
  }
  const NAME = text(label('이름', 'Name'), { required: true, lengthMax: 40 })
  const title = t({ ko: `매크로 이름 (${steps.length}단계)`, en: `Name (${steps.length} steps)` })
  const given = await askInput({ title, fields: { NAME }, initial: {} })
  if (!given) return
  const name = String(given['NAME'])
  await saveMacros([...savedMacros().filter((macro) => macro.name !== name), { name, steps }])
  notify('success', t({ ko: `매크로 '${name}' 저장`, en: `Macro '${name}' kept.` }))
}

/** Keys are noted on an entry after it was made, so it is known by its moment and kind. */
function isSame(entry: Logged, other: Logged | undefined): boolean {
  return entry.at === other?.at && entry.kind === other.kind
}
