import { useState, type JSX, type KeyboardEvent } from 'react'
import { t } from '../language.ts'
import { notify } from '../popups/notify.tsx'
import { openPopup, type PopupProps } from '../popups/popup-stack.ts'
import type { Macro } from './macro.ts'
import { saveMacros, savedMacros } from './macro-store.ts'
import { replayMacro } from './replay-macro.ts'

interface Wanted {
  readonly macro: Macro
  readonly dryRun: boolean
}

/** Lists the macros: Enter replays one over the chosen rows, D tries it, Delete forgets it. */
export async function openMacros(): Promise<void> {
  const title = t({ ko: '매크로', en: 'Macros' })
  const wanted = await openPopup(MacroSheet, { width: 720, height: 420, title })
  if (wanted) await replayMacro(wanted.macro, wanted.dryRun)
}

async function keep(macros: readonly Macro[]): Promise<void> {
  try {
    await saveMacros(macros)
  } catch (error) {
    notify('error', error instanceof Error ? error.message : String(error))
  }
}

function MacroSheet({ close }: PopupProps<Wanted>): JSX.Element {
  const [macros, setMacros] = useState(savedMacros)
  const [at, setAt] = useState(0)
  const macro = macros[Math.min(at, macros.length - 1)]
  function onKeyDown(event: KeyboardEvent): void {
    if (!macro) return
    const isD = event.code === 'KeyD' && !event.ctrlKey && !event.altKey && !event.metaKey
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, macros.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter') close({ macro, dryRun: false })
    else if (isD) close({ macro, dryRun: true })
    else if (event.key === 'Delete') {
      const left = macros.filter((each) => each !== macro)
      setMacros(left)
      void keep(left)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="key-sheet">
      <p className="quiet">
        {t({
          ko: '↵ 고른 행에 실행 · D 모의 실행 · Del 지우기',
          en: '↵ run over the chosen rows · D dry run · Del delete',
        })}
      </p>
      <div
        className="key-rows"
        role="listbox"
        tabIndex={0}
        data-autofocus=""
        aria-label={t({ ko: '매크로', en: 'Macros' })}
        aria-activedescendant={macro && `macro-${macros.indexOf(macro)}`}
        onKeyDown={onKeyDown}
      >
        {macros.length === 0 && (
          <p className="quiet">
            {t({
              ko: "아직 없습니다. 명령줄에서 '매크로 기록'으로 시작하세요.",
              en: "None yet. Begin with 'record a macro' in the command line.",
            })}
          </p>
        )}
        {macros.map((each, index) => (
          <div
            key={each.name}
            id={`macro-${index}`}
            role="option"
            aria-selected={each === macro}
            className="key-row"
            onClick={() => setAt(index)}
            onDoubleClick={() => close({ macro: each, dryRun: false })}
          >
            <span>{each.name}</span>
            <span className="quiet">
              {t({ ko: `${each.steps.length}단계`, en: `${each.steps.length} steps` })}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
