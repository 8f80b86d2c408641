import { josa } from '#kernel/josa.ts'
import { text } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { promptInput } from '#ui/forms/prompt-input.tsx'
import { notify } from '#ui/windows/notify.tsx'
import type { LogEntry } from '#ui/keys/command-log.ts'
import { toSteps } from '#ui/keys/macros/macro.ts'
import { saveMacros, savedMacros } from '#ui/keys/macros/macro-store.ts'

export async function saveRecording(logged: readonly LogEntry[]): Promise<void> {
  const steps = toSteps(logged)
  if (steps.length === 0) {
    notify('warn', t(label('기록한 단계가 없습니다.', 'Nothing was recorded.')))
    return
  }
  const NAME = text(label('이름', 'Name'), { required: true, maxLength: 40 })
  const title = t(
    label(
      `매크로 이름 (${formatCount(steps.length)}단계)`,
      `Macro name (${formatCount(steps.length, 'step')})`,
    ),
  )
  const given = await promptInput({ title, fields: { NAME }, initial: {} })
  if (!given) return
  const name = String(given['NAME'])
  try {
    await saveMacros([...savedMacros().filter((macro) => macro.name !== name), { name, steps }])
    notify('success', t(label(`매크로 '${name}' 저장`, `Macro '${name}' saved.`)))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const ko = `매크로 '${name}'${josa(name, '은/는')} 이 브라우저에 보관했고 사용할 수 있습니다. 서버에 연결되면 저장합니다. (${why})`
    const en = `Macro '${name}' is stored in this browser and can be used. It is saved when the server answers. (${why})`
    notify('warn', t(label(ko, en)))
  }
}
