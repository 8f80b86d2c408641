import { commandIds } from '#commands/index.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { CallError } from '#ui/remote/api.ts'
import { postCheck, saveProcedure, SaveKeys } from '#ui/remote/save-call.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { findPage, waitForPage } from '#ui/tabs/page-registry.ts'
import { findProcedure } from '#ui/remote/palette-procedures.ts'
import { currentContext } from '#ui/keys/dispatch/context.ts'
import { executeCommand, isOffered } from '#ui/keys/dispatch/run-command.ts'
import { shellHandle } from '#ui/keys/dispatch/shell-reference.ts'
import { goToTab } from '#ui/workspace/navigation.ts'
import { activeTab, currentTabs } from '#ui/tabs/tabs.ts'
import { t } from '#ui/base/language.ts'
import { promptInput } from '#ui/forms/prompt-input.tsx'
import { showMessage } from '#ui/windows/message.tsx'
import { loadScreens } from '#ui/remote/screens.ts'
import { runSteps } from './macro-run.ts'
import { describeStep } from './describe-step.ts'
import { parameterFields, searchedParameters } from './macro-parameters.ts'
import {
  applyResponses,
  macroParameters,
  rowsForStep,
  type Macro,
  type MacroStep,
  type ScreenStep,
} from './macro.ts'

/**
 * Replays a macro over the selected rows after prompting for its parameters, and reports each step.
 * A dry run only validates procedures on the server. Stops at the first failure or on Escape.
 */
export async function replayMacro(
  macro: Macro,
  isDryRun: boolean,
  /** Parameter values typed in the command line. The prompt still shows them. */
  typed: Readonly<Record<string, string>> = {},
): Promise<void> {
  const rows = findPage(activeTab().key)?.handle.rows('chosen') ?? []
  await loadCode(loadScreens)
  const answers = await promptParameters(macro, typed)
  if (!answers) return
  const lines: string[] = []
  const activeRoute = activeTab().screen?.route
  let isOpened = false
  const steps = macro.steps.map((step) => async (): Promise<boolean> => {
    const done = await runStep(step, { rows, answers, dryRun: isDryRun, opened: isOpened })
    isOpened ||= isScreenStep(step) && step.route !== activeRoute
    lines.push(done.line)
    return done.ok
  })
  const end = await runSteps(macro.name, steps)
  const remainingSteps = macro.steps.length - lines.length
  if (remainingSteps > 0) lines.push(t(remainingStepsText(end, remainingSteps)))
  if (!isDryRun) await findPage(activeTab().key)?.handle.search()
  const title = isDryRun
    ? t(label(`모의 실행: ${macro.name}`, `Dry run: ${macro.name}`))
    : t(label(`매크로: ${macro.name}`, `Macro: ${macro.name}`))
  const kind = end === 'done' ? 'information' : end === 'stopped' ? 'warning' : 'error'
  await showMessage({ kind, title, text: lines.join('\n') })
}

function remainingStepsText(end: 'done' | 'failed' | 'stopped', remaining: number): Label {
  return end === 'stopped'
    ? label(
        `중지했습니다. 남은 ${remaining}단계는 실행하지 않았습니다.`,
        `Stopped. ${formatCount(remaining, 'step')} not run.`,
      )
    : label(
        `남은 ${remaining}단계는 실행하지 않았습니다.`,
        `${formatCount(remaining, 'step')} not run.`,
      )
}

async function promptParameters(
  macro: Macro,
  typed: Readonly<Record<string, string>>,
): Promise<WireRow | undefined> {
  const initial = { ...macroParameters(macro), ...typed }
  const fields = parameterFields(macro)
  if (Object.keys(fields).length === 0) return initial
  return promptInput({ title: macro.name, fields, initial, searched: searchedParameters(macro) })
}

interface StepResult {
  readonly ok: boolean
  readonly line: string
}

interface ReplayState {
  readonly rows: readonly WireRow[]
  readonly answers: WireRow
  readonly dryRun: boolean
  readonly opened: boolean
}

async function runStep(step: MacroStep, replay: ReplayState): Promise<StepResult> {
  const { answers, dryRun, opened } = replay
  if (step.kind === 'procedure') return callProcedure(step, replay)
  if (isScreenStep(step)) return (dryRun ? checkScreen : showScreen)(applyResponses(step, answers))
  const id = commandIds.find((commandId) => commandId === step.id)
  const title = describeStep(step)
  if (!id) return { ok: false, line: title }
  if (!dryRun) return toStepResult(await executeCommand(id), title, label('실패', 'failed'))
  // The availability of a command on a screen that is not open yet is unknown.
  if (opened)
    return toStepResult(true, title + t(label(' (열린 화면에서)', ' (on the open screen)')))
  return toStepResult(
    isOffered(id, currentContext()),
    title,
    label('여기서는 사용할 수 없습니다.', 'not available here.'),
  )
}

function toStepResult(isOk: boolean, title: string, failure?: Label): StepResult {
  return { ok: isOk, line: isOk || !failure ? title : `${title}: ${t(failure)}` }
}

function checkScreen(step: ScreenStep): StepResult {
  const isKnown = findScreen(step.route) !== undefined
  return toStepResult(isKnown, describeStep(step), label('열 수 없습니다.', 'cannot be opened.'))
}

function isScreenStep(step: MacroStep): step is ScreenStep {
  return step.kind === 'open' || step.kind === 'search'
}

async function showScreen(step: ScreenStep): Promise<StepResult> {
  const { route, args } = step
  const words = describeStep(step)
  const startTab = [activeTab(), ...currentTabs().tabs].find(
    (tab) => tab.screen?.route === route && findPage(tab.key),
  )
  const searchesAgain =
    startTab !== undefined &&
    findPage(startTab.key)?.handle.searchBy !== undefined &&
    Object.keys(args).length > 0
  if (searchesAgain) goToTab(startTab)
  else shellHandle().open(route, args)
  const isOpen = findScreen(route) !== undefined && (await waitForPage(activeTab().key))
  if (!isOpen) {
    return { ok: false, line: t(label(`열리지 않음: ${route}`, `Did not open: ${route}`)) }
  }
  const isOk = !searchesAgain || (await findPage(activeTab().key)?.handle.searchBy?.(args)) === true
  return toStepResult(isOk, words, label('실패', 'failed'))
}

async function callProcedure(
  step: Extract<MacroStep, { kind: 'procedure' }>,
  { rows: chosen, answers, dryRun }: ReplayState,
): Promise<StepResult> {
  const procedure = findProcedure(step.name)
  const name = procedure ? t(procedure.title) : step.name
  const { rows, left } = rowsForStep(step, chosen, answers)
  if (rows.length === 0) {
    const ko = `${name}: 선택한 행에 없는 열입니다: ${step.columns.join(', ')}`
    return {
      ok: false,
      line: t(
        label(ko, `${name}: the selected rows lack these columns: ${step.columns.join(', ')}`),
      ),
    }
  }
  try {
    if (dryRun) await postCheck({ procedure: step, rows })
    else await saveProcedure(step, rows, new SaveKeys())
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const errors = error.rows.map((row) => `  ${row.ROW}: ${row.POERROR}`)
    return { ok: false, line: [`${name}: ${error.message}`, ...errors].join('\n') }
  }
  const skipped =
    left === 0
      ? ''
      : t(label(`, 맞지 않는 ${formatCount(left)}행 제외`, `, ${formatCount(left)} excluded`))
  const outcome = dryRun
    ? label(
        `${name}: ${formatCount(rows.length)}행 가능`,
        `${name}: ${formatCount(rows.length, 'row')} can run`,
      )
    : label(
        `${name}: ${formatCount(rows.length)}행 실행`,
        `${name}: ${formatCount(rows.length, 'row')} done`,
      )
  return { ok: true, line: t(outcome) + skipped }
}
