import { commands, type CommandId } from '#commands/index.ts'
import { findDestination, openTitle } from '#commands/keyboard.ts'
import type { ProcedureRunOptions, Command, CommandContext, Loadable } from '#kernel/command.ts'
import type { ContextValues } from '#kernel/context-keys.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import { findTable, type Table } from '#kernel/table.ts'
import { evaluate, parseWhen } from '#kernel/when.ts'
import { recordCommand, recordProcedure } from '#ui/keys/command-log.ts'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import type { InputRequest } from '#ui/forms/prompt-input.tsx'
import { showMessage } from '#ui/windows/message.tsx'
import { dismissResponses, notify } from '#ui/windows/notify.tsx'
import { saveProcedure, SaveKeys } from '#ui/remote/save-call.ts'
import { call, CallError } from '#ui/remote/api.ts'
import { requestHint, recordMissingRight, type MissingRight } from '#ui/remote/missing-right.ts'
import { clearLastAction, recordAction, takeUndoAction } from '#ui/tabs/last-action.ts'
import { currentContext } from './context.ts'
import { isPermitted, missingPermission } from './missing-permission.ts'
import { bufferKeysWhile, openWindow } from '#ui/keys/loading-keys.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { findScreen } from '#ui/remote/menu.ts'
import { addRecent } from '#ui/remote/recent.ts'
import { currentSession } from '#ui/remote/session.ts'
import { shellHandle } from './shell-reference.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

/** A command that opens a screen is named after the screen's title in the menu. */
export function resolveCommand(id: CommandId): Command {
  const route = findDestination(id)
  const screen = route === undefined ? undefined : findScreen(route)
  return screen ? { ...commands[id], title: openTitle(screen.title) } : commands[id]
}

function isOnCurrentRow({ on: name = '', exceptOn = '', offeredOnGroups }: Command): boolean {
  const table = findTable(name)
  const other = findTable(exceptOn)
  const page = findPage(activeTab().key)
  const row = page?.currentRow()
  if (!table || !page || !row) return false
  if (other && namesRecord(other, row)) return false
  const current = page.currentTable()
  // Several tables of requests have a number column of the same name.
  if (current !== table.name && hasSameKey(findTable(current ?? ''), table)) return false
  return (
    current === table.name ||
    (offeredOnGroups === true && page.isMadeOf?.(table) === true) ||
    namesRecord(table, row)
  )
}

/**
 * Almost every row has a warehouse and an owner, which identify no record of a table keyed by them.
 */
function namesRecord({ key, scope }: Table, row: WireRow): boolean {
  const isNamed = key.some((name) => !Object.values(scope).includes(name))
  return isNamed && key.every((name) => (row[name] ?? null) !== null)
}

function hasSameKey(a: Table | undefined, b: Table): boolean {
  return a?.key.join() === b.key.join()
}

function isInState({ on, states: all, statesForPartner }: Command, context: ContextValues) {
  const states = (context['forPartner'] === true && statesForPartner) || all
  const page = findPage(activeTab().key)
  if (!states || !page || (on && page.currentTable() !== on)) return true
  const chosen = page.handle.rows('chosen').flatMap(({ STATE_CD }) => STATE_CD ?? [])
  return chosen.length === 0 || chosen.some((state) => states.includes(String(state)))
}

/**
 * Returns the condition of a command. A command implemented by pages also requires that the page
 * offers it.
 */
export function commandCondition(id: CommandId): string | undefined {
  const { run: own, when } = resolveCommand(id)
  if (own) return when
  return when === undefined ? `offers.${id}` : `offers.${id} && (${when})`
}

export function isOffered(id: CommandId, context: ContextValues): boolean {
  const command = resolveCommand(id)
  const { on, needs } = command
  if (on && !isOnCurrentRow(command)) return false
  if (!isInState(command, context)) return false
  if (needs && ![needs].flat().some(isPermitted)) return false
  const when = commandCondition(id)
  return when === undefined || evaluate(parseWhen(when), context)
}

/** Runs a command if it is available. Failures are shown, never thrown. */
export function runCommand(id: CommandId): void {
  void executeCommand(id)
}

export async function executeCommand(id: CommandId): Promise<boolean> {
  const command = resolveCommand(id)
  if (!isOffered(id, currentContext())) {
    await explainUnavailable(id)
    return false
  }
  dismissResponses()
  if (command.palette !== false) {
    addRecent('commands', currentSession().user?.userId ?? '', id)
    if (id !== 'rights.ask') recordMissingRight(undefined)
  }
  recordCommand(id)
  return runResolved(id)
}

async function explainUnavailable(id: CommandId): Promise<void> {
  const { short, title } = resolveCommand(id)
  const name = t(short ?? title)
  const lack = findPage(activeTab().key)?.lacks?.(id) ?? missingPermission(resolveCommand(id))
  if (!lack) {
    recordMissingRight(undefined)
    const texts = await loadPrompt().catch(() => undefined)
    const reason = texts?.unavailableText(name, isOutOfState(id)) ?? name
    return notify('info', reason, { answersKey: true })
  }
  await explainMissingRight(lack, `${name}: `)
}

/** Names a missing permission, who can grant it and how to request it. */
export async function explainMissingRight(lack: MissingRight, name = ''): Promise<void> {
  recordMissingRight(lack)
  const text = label(`${name}권한이 없습니다.`, `${name}no permission.`)
  const request = call<{ message: string }>('/api/missingGrant', lack, {
    quiet: true,
    isBackground: true,
  })
  const reason = await request.then(({ message }) => name + message).catch(() => t(text))
  notify('warn', reason + requestHint())
}

/** Whether the command is unavailable because of the status of the selected rows alone. */
function isOutOfState(id: CommandId): boolean {
  const command = resolveCommand(id)
  const isHere = command.on
    ? isOnCurrentRow(command)
    : evaluate(parseWhen(commandCondition(id) ?? 'always'), currentContext())
  return isHere && !isInState(command, currentContext())
}

/** Commands see the value that is being typed. Rejected text stays in its editor. */
function commitEditor(id: CommandId): boolean | Promise<boolean> {
  const isBeside = id.startsWith('app.') || commands[id].keepsEditor === true
  return isBeside || (findPage(activeTab().key)?.commitEditor?.() ?? true)
}

async function runResolved(id: CommandId): Promise<boolean> {
  const { run: own } = resolveCommand(id)
  const committed = commitEditor(id)
  if (!(committed === true || (await bufferKeysWhile(Promise.resolve(committed))))) return false
  const offered = findPage(activeTab().key)?.offers()[id]
  if (id === 'page.save') recordAction(activeTab().key, undefined)
  else if (id === 'page.search') clearLastAction()
  try {
    return (await (own ? own(commandContext()) : offered?.())) !== false
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    await showMessage({ kind: 'error', text })
    return false
  }
}

function commandContext(): CommandContext {
  const page = findPage(activeTab().key)
  const current = page?.currentRow()
  const row = current && { ...page?.documentRow?.(), ...current }
  return { shell: shellHandle(), page: page?.handle, row, runProcedure: runProcedure }
}

const loadPrompt = () => import('#ui/forms/prompt-input.tsx')

/** Required inputs missing in some row. Without rows, all inputs. */
function missingFields(procedure: Procedure, rows: readonly Partial<WireRow>[]) {
  if (rows.length === 0) return procedure.input
  const lacking = Object.entries(procedure.input).filter(
    ([name, field]) => field.required && rows.some((row) => (row[name] ?? null) === null),
  )
  return Object.fromEntries(lacking)
}

function pickFields({ input }: Procedure, names: readonly string[]) {
  return Object.fromEntries(names.flatMap((name) => (input[name] ? [[name, input[name]]] : [])))
}

export async function undoLastAction(): Promise<boolean> {
  const done = takeUndoAction(activeTab().key)
  return done !== undefined && runProcedure(done.procedure, [...done.rows])
}

function fillMissingValues(row: Partial<WireRow>, answers: WireRow): Partial<WireRow> {
  const gaps = Object.entries(answers).filter(([name]) => (row[name] ?? null) === null)
  return { ...row, ...Object.fromEntries(gaps) }
}

/**
 * Runs a procedure for rows, prompting once for missing input, and refreshes the page. Returns
 * false if it was rejected or cancelled. A rejected form remains open for correction.
 */
export async function runProcedure(
  named: Loadable<Procedure>,
  input: Partial<WireRow>[],
  { about, target, extraInputs = {}, completeRow = (row) => row, undo }: ProcedureRunOptions = {},
): Promise<boolean> {
  const procedure = typeof named === 'function' ? await bufferKeysWhile(named()) : named
  const fields = {
    ...pickFields(procedure, Object.keys(extraInputs)),
    ...missingFields(procedure, input),
  }
  const rows = input.length > 0 ? input : [{}]
  const keys = new SaveKeys()
  let preview = ''
  const send = async (answers: WireRow): Promise<void> => {
    const sent = rows.map((row, index) => ({
      ...completeRow(fillMissingValues(row, answers)),
      NO: index + 1,
    }))
    const { message, data } = await saveProcedure(procedure, sent, keys)
    const undone = undo?.rows(sent, data?.rows ?? []) ?? []
    const back = undo && undone.length > 0 ? { ...undo, rows: undone } : undefined
    const done = message || t(label('완료했습니다.', 'Done.'))
    recordAction(activeTab().key, back, done)
    if (procedure.previews) preview = done
    else notify('success', done)
    recordProcedure(procedure, rows[0] ?? {}, answers)
  }
  const { final } = procedure
  if (Object.keys(fields).length > 0) {
    const question = {
      title: t(procedure.title) + (target ? `: ${t(target)}` : ''),
      about: [about, final && t(final)].filter(Boolean).join('\n') || undefined,
      fields,
      initial: extraInputs,
      isStrip: !about && !final,
      send,
    }
    if (!(await submitsPrompt(question))) return false
  } else {
    if (final && !(await confirmsFinal(procedure.title, final, rows))) return false
    try {
      await send({})
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { rejectedText } = await loadPrompt()
      await showMessage({ kind: 'error', text: rejectedText(error, rows) })
      return false
    }
  }
  // A preview has no other result than its text, which a passing note would hide.
  if (procedure.previews) await showMessage({ kind: 'information', text: preview })
  else await findPage(activeTab().key)?.handle.search()
  return true
}

async function confirmsFinal(
  title: Label,
  final: Label,
  rows: readonly Partial<WireRow>[],
): Promise<boolean> {
  const { finalQuestion } = await bufferKeysWhile(loadPrompt())
  return showMessage({ kind: 'question', text: finalQuestion(title, final, rows) })
}

async function submitsPrompt(question: InputRequest): Promise<boolean> {
  let isConfirmed = false
  await openWindow(loadPrompt(), async ({ promptInput }) => {
    isConfirmed = (await promptInput(question)) !== undefined
  })
  return isConfirmed
}
