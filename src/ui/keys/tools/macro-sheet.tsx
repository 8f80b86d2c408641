import { useState, type JSX, type KeyboardEvent } from 'react'
import { text } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { t } from '#ui/base/language.ts'
import { promptInput } from '#ui/forms/prompt-input.tsx'
import { notifyError } from '#ui/windows/notify.tsx'
import { EmptyLine } from '#ui/windows/work-list.tsx'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { loadScreens } from '#ui/remote/screens.ts'
import { renameMacro, removeStep, assignSlot, moveStep } from '#ui/keys/macros/macro-edit.ts'
import { describeStep } from '#ui/keys/macros/describe-step.ts'
import { macroSlots, type Macro } from '#ui/keys/macros/macro.ts'
import { saveMacros, savedMacros } from '#ui/keys/macros/macro-store.ts'
import { SheetRow } from './sheet-list.tsx'
import { useUndo } from './use-undo.ts'
import { replayMacro } from '#ui/keys/macros/replay-macro.ts'

interface MacroSheetResult {
  readonly macro: Macro
  readonly dryRun: boolean
}

/** Lists macros and their steps. Enter replays one over the selected rows; D is a dry run. */
export async function openMacros(): Promise<void> {
  // Step titles load with the screens.
  await loadCode(loadScreens)
  const title = t(label('매크로', 'Macros'))
  const wanted = await openPopup(MacroSheet, { width: 860, height: 460, title })
  if (wanted) await replayMacro(wanted.macro, wanted.dryRun)
}

function useMacros() {
  const [macros, setMacros] = useState(savedMacros)
  const changes = useUndo(
    () => macros,
    (next: readonly Macro[]) => {
      setMacros(next)
      void saveMacros(next).catch(notifyError)
    },
  )
  const change = (next: readonly Macro[], description: Label): void => {
    if (next !== macros) changes.change(next, description)
  }
  return { ...changes, macros, change }
}

type Macros = ReturnType<typeof useMacros>

interface Place {
  readonly at: number
  readonly step: number | undefined
}

async function rename({ macros, change }: Macros, macro: Macro): Promise<void> {
  const NAME = text(label('이름', 'Name'), { required: true, maxLength: 40 })
  const title = t(label('매크로 이름', 'Name of the macro'))
  const given = await promptInput({ title, fields: { NAME }, initial: { NAME: macro.name } })
  if (!given) return
  const name = String(given['NAME'])
  change(renameMacro(macros, macro, name), label(`이름: ${name}`, `Named ${name}`))
}

function actOnMacro(event: KeyboardEvent, macro: Macro, all: Macros): boolean {
  const { macros, change } = all
  const slot = macroSlots.find((macroSlot) => event.code === `Digit${macroSlot}`)
  if (event.key === 'F2') void rename(all, macro)
  else if (event.key === 'Delete') {
    const { name } = macro
    change(
      macros.filter((other) => other !== macro),
      label(`'${name}' 삭제`, `'${name}' deleted`),
    )
  } else if (slot !== undefined) {
    change(assignSlot(macros, macro, slot), label(`번호 ${slot}`, `Number ${slot}`))
  } else return false
  return true
}

function actOnStep(event: KeyboardEvent, macro: Macro, step: number, all: Macros): boolean {
  const { macros, change } = all
  if (event.key !== 'Delete') return false
  change(removeStep(macros, macro, step), label('단계를 삭제했습니다.', 'Step deleted.'))
  return true
}

function MacroSheet({ close }: PopupProps<MacroSheetResult>): JSX.Element {
  const all = useMacros()
  const { macros } = all
  const [place, setPlace] = useState<Place>({ at: 0, step: undefined })
  const at = Math.max(0, Math.min(place.at, macros.length - 1))
  const macro = macros[at]
  const step =
    macro && place.step !== undefined ? Math.min(place.step, macro.steps.length - 1) : undefined

  function move(by: 1 | -1): void {
    if (!macro) return
    const count = step === undefined ? macros.length : macro.steps.length
    const next = Math.max(0, Math.min((step ?? at) + by, count - 1))
    setPlace(step === undefined ? { at: next, step } : { at, step: next })
  }
  function arrow(event: KeyboardEvent): boolean {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (by !== undefined && event.altKey && macro && step !== undefined) {
      all.change(moveStep(macros, macro, step, by), label('순서를 변경했습니다.', 'Order changed.'))
    }
    if (by !== undefined) move(by)
    else if (event.key === 'ArrowRight') setPlace({ at, step: step ?? 0 })
    else if (event.key === 'ArrowLeft') setPlace({ at, step: undefined })
    else return false
    return true
  }
  function handleKey(event: KeyboardEvent): boolean {
    const hasModifier = event.ctrlKey || event.metaKey
    if (hasModifier && event.code === 'KeyZ') all.undo()
    else if (hasModifier || !macro) return false
    else if (event.key === 'Enter') close({ macro, dryRun: false })
    else if (event.code === 'KeyD' && !event.altKey) close({ macro, dryRun: true })
    else if (step !== undefined) return actOnStep(event, macro, step, all)
    else return actOnMacro(event, macro, all)
    return true
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (!arrow(event) && !handleKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="key-sheet">
      <p className="quiet">
        {t(
          label(
            '↵ 선택한 행에 실행 · D 모의 실행 · F2 이름 · 1–9 번호 · Del 삭제 · → 단계 (Del 삭제, Alt+↑↓ 순서) · ^Z 실행 취소',
            '↵ run on selected rows · D dry run · F2 name · 1–9 number · Del delete · → steps (Del delete, Alt+↑↓ order) · ^Z undo',
          ),
        )}
      </p>
      <div className="macro-parts" onKeyDown={onKeyDown}>
        <MacroRows
          macros={macros}
          macro={macro}
          choose={(index) => setPlace({ at: index, step: undefined })}
        />
        <StepRows macro={macro} step={step} />
      </div>
      <p className="key-sheet-foot">
        <span role="status" className="tone-accent">
          {all.said && t(all.said)}
        </span>
      </p>
    </div>
  )
}

interface RowsProps {
  readonly macros: readonly Macro[]
  readonly macro: Macro | undefined
  readonly choose: (at: number) => void
}

function MacroRows({ macros, macro, choose }: RowsProps): JSX.Element {
  return (
    <div
      className="key-rows"
      role="listbox"
      tabIndex={0}
      data-autofocus=""
      aria-label={t(label('매크로', 'Macros'))}
      aria-activedescendant={macro && `macro-${macros.indexOf(macro)}`}
    >
      {macros.length === 0 && (
        <EmptyLine
          text={t(
            label(
              "매크로가 없습니다. 명령줄에서 '매크로 기록'으로 시작하세요.",
              "No macros yet. Run 'Start or stop recording a macro' on the command line.",
            ),
          )}
        />
      )}
      {macros.map((item, index) => (
        <SheetRow
          key={item.name}
          id={`macro-${index}`}
          isChosen={item === macro}
          className="macro-row"
          onClick={() => choose(index)}
        >
          <span>{item.name}</span>
          <span className="quiet">
            {t(
              label(
                `${formatCount(item.steps.length)}단계`,
                formatCount(item.steps.length, 'step'),
              ),
            )}
          </span>
          <span className="quiet">{item.slot === undefined ? '' : `#${item.slot}`}</span>
          <span>
            {item.slot !== undefined && commandKeyLabel(`macro.${item.slot}`) !== '' && (
              <span className="key">{commandKeyLabel(`macro.${item.slot}`)}</span>
            )}
          </span>
        </SheetRow>
      ))}
    </div>
  )
}

function StepRows({
  macro,
  step,
}: {
  readonly macro: Macro | undefined
  readonly step: number | undefined
}): JSX.Element {
  return (
    <ol className="key-rows macro-steps" aria-label={t(label('단계', 'Steps'))}>
      {macro?.steps.map((each, index) => (
        <li key={index} aria-current={index === step ? 'step' : undefined}>
          {describeStep(each)}
        </li>
      ))}
    </ol>
  )
}
