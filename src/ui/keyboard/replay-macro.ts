import { commandIds } from '#commands/index.ts'
import type { Fields, WireRow } from '#kernel/field.ts'
import { call, CallError } from '../app/api.ts'
import { pageOf } from '../app/page-registry.ts'
import { procedureNamed } from '../app/palette-procedures.ts'
import { carryOut, commandOf } from '../app/run-command.ts'
import { shell } from '../app/shell-handle.ts'
import { activeTab } from '../app/tabs.ts'
import { t } from '../language.ts'
import { askInput } from '../popups/ask-input.tsx'
import { showMessage } from '../popups/message.tsx'
import { parametersOf, rowsForStep, type Macro, type MacroStep } from './macro.ts'

/**
 * Carries a macro out over the chosen rows, asking first for its parameters, and says step by step
 * what happened. A dry run has the server check every procedure and changes nothing. The first
 * step that fails ends it.
 */
export async function replayMacro(macro: Macro, dryRun: boolean): Promise<void> {
  const rows = pageOf(activeTab().key)?.handle.rows('chosen') ?? []
  const answers = await askParameters(macro)
  if (!answers) return
  const lines: string[] = []
  let ok = true
  for (const step of macro.steps) {
    const done = await carryOutStep(step, rows, answers, dryRun)
    lines.push(done.line)
    ok = done.ok
    if (!ok) break
  }
  if (!dryRun) await pageOf(activeTab().key)?.handle.search()
  const title = dryRun
    ? t({ ko: `모의 실행: ${macro.name}`, en: `Dry run: ${macro.name}` })
    : t({ ko: `매크로: ${macro.name}`, en: `Macro: ${macro.name}` })
  await showMessage({ kind: ok ? 'information' : 'error', title, text: lines.join('\n') })
}

async function askParameters(macro: Macro): Promise<WireRow | undefined> {
  const initial = parametersOf(macro)
  const known: Fields = Object.assign(
    {},
    ...macro.steps.map((step) =>
      step.kind === 'procedure' ? (procedureNamed(step.name)?.input ?? {}) : {},
    ),
  )
  const fields = Object.fromEntries(
    Object.entries(known).filter(([name]) => Object.hasOwn(initial, name)),
  )
  if (Object.keys(fields).length === 0) return initial
  return askInput({ title: macro.name, fields, initial })
}

interface Done {
  readonly ok: boolean
  readonly line: string
}

async function carryOutStep(
  step: MacroStep,
  rows: readonly WireRow[],
  answers: WireRow,
  dryRun: boolean,
): Promise<Done> {
  if (step.kind === 'procedure') return callProcedure(step, rows, answers, dryRun)
  if (step.kind === 'open') {
    if (!dryRun) shell.open(step.route, step.args)
    return { ok: true, line: t({ ko: `열기: ${step.route}`, en: `Open: ${step.route}` }) }
  }
  const id = commandIds.find((each) => each === step.id)
  if (!id) {
    const line = t({ ko: `없는 명령입니다: ${step.id}`, en: `No such command: ${step.id}` })
    return { ok: false, line }
  }
  if (!dryRun) await carryOut(id)
  return { ok: true, line: t(commandOf(id).title) }
}

async function callProcedure(
  step: Extract<MacroStep, { kind: 'procedure' }>,
  chosen: readonly WireRow[],
  answers: WireRow,
  dryRun: boolean,
): Promise<Done> {
  const procedure = procedureNamed(step.name)
  const name = procedure ? t(procedure.title) : step.name
  const { rows, left } = rowsForStep(step, chosen, answers)
  if (rows.length === 0) {
    const ko = `${name}: 고른 행에 ${step.columns.join(', ')}가 없습니다.`
    return { ok: false, line: t({ ko, en: `${name}: no chosen row has what it needs.` }) }
  }
  try {
    await call(
      '/api/wms/comm/wmsCommon/saveProcedure',
      { PROCEDURE: step.name, ROWS: rows, ...(dryRun ? { DRY_RUN: 'Y' } : {}) },
      dryRun ? {} : { idempotencyKey: crypto.randomUUID() },
    )
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const faults = error.rows.map((row) => `  ${row.ROW}: ${row.POERROR}`)
    return { ok: false, line: [`${name}: ${error.message}`, ...faults].join('\n') }
  }
  const skipped =
    left === 0 ? '' : t({ ko: `, 맞지 않는 ${left}행 제외`, en: `, ${left} left out` })
  const done = dryRun
    ? { ko: `${name}: ${rows.length}행 가능`, en: `${name}: ${rows.length} row(s) would pass` }
    : { ko: `${name}: ${rows.length}행 처리`, en: `${name}: ${rows.length} row(s) done` }
  return { ok: true, line: t(done) + skipped }
}
