import { useEffect, useState, useSyncExternalStore, type DragEvent, type JSX } from 'react'
import { label } from '#kernel/label.ts'
import type { SheetIntake } from '#kernel/pane-screen.ts'
import { registerPage, touchPage } from '#ui/tabs/page-registry.ts'
import type { ValueHelpRequest } from '#ui/grid/edit/controller-options.ts'
import { Grid } from '#ui/grid/grid.tsx'
import { columnsToFill } from '#ui/remote/lookup-source.ts'
import { CommandKey } from '#ui/keys/dispatch/key-mark.tsx'
import { t, useLanguage } from '#ui/base/language.ts'
import { valueHelp } from '#ui/forms/value-help.tsx'
import { confirmDiscard, uploadRegistration } from './upload-handle.ts'
import { UploadIntake } from './upload-intake.tsx'
import { UploadMappingPanel } from './upload-mapping-panel.tsx'
import './upload-page.css'
import { UploadSession } from './upload-session.ts'
import { UploadSidePanel } from './upload-side-panel.tsx'

interface UploadPageProps {
  readonly screen: SheetIntake
  readonly tabKey: string
  /** Header values passed by another screen. Every delivery is a new object. */
  readonly args?: Readonly<Record<string, string>> | undefined
  /** Session of a page that embeds the upload. Created here if omitted. */
  readonly session?: UploadSession
}

export function UploadPage(props: UploadPageProps): JSX.Element {
  const { screen, tabKey, args } = props
  const [session] = useState(() => props.session ?? new UploadSession(screen))
  const { job } = session
  const language = useLanguage()
  const state = useSyncExternalStore(job.listeners.add, () => job.state)
  const [isDraggedOver, setOver] = useState(false)
  usePage(session, tabKey)
  useEffect(() => session.refreshColumns(), [session, language])
  useEffect(() => {
    const known = Object.entries(args ?? {}).filter(([name]) => Object.hasOwn(screen.header, name))
    if (known.length > 0) void job.setHeader(Object.fromEntries(known))
  }, [job, screen, args])

  const choose = (file: File | undefined): void => {
    if (file) void chooseFile(session, file)
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files[0])
  }
  const isTable = state.stage === 'rows' || state.stage === 'saved'
  return (
    <div
      className="upload-page"
      data-over={isDraggedOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <UploadIntake session={session} state={state} onFile={choose} />
      {state.stage === 'choose' && <DropHint screen={screen} />}
      {state.stage === 'map' && state.sheet && (
        <UploadMappingPanel session={session} state={state} sheet={state.sheet} />
      )}
      {isTable && <UploadTable session={session} />}
    </div>
  )
}

async function chooseFile(session: UploadSession, file: File): Promise<void> {
  if (!(await confirmDiscard(session))) return
  session.file = file
  await session.job.chooseFile(file)
  if (session.job.state.stage === 'rows') session.parts.grid?.focus()
}

function usePage(session: UploadSession, tabKey: string): void {
  useEffect(() => {
    const unregister = registerPage(tabKey, uploadRegistration(session))
    const touch = (): void => touchPage(tabKey)
    const stops = [session.job.listeners.add(touch), session.rows.model.subscribe(touch)]
    return () => {
      for (const stop of stops) stop()
      unregister()
    }
  }, [session, tabKey])
  useEffect(() => () => session.job.dispose(), [session])
}

function DropHint({ screen }: { screen: SheetIntake }): JSX.Element {
  return (
    <div className="upload-drop">
      <p className="upload-drop-title">
        {t(label('엑셀 파일을 여기에 놓거나', 'Drop a spreadsheet here, or press'))}{' '}
        <CommandKey of="page.import" /> {t(label('로 선택하세요', 'to select one'))}
      </p>
      <p className="quiet">
        {t(
          label(
            '.xlsx .xls .csv · 2행부터 A열이 빌 때까지 읽습니다. 모든 행을 먼저 확인하고, 한 번에 저장합니다.',
            '.xlsx .xls .csv · read from row 2 until column A is empty. Every row is checked first, then all are saved together.',
          ),
        )}
      </p>
      <p className="quiet mono">
        {screen.columns
          .map((ref) => (typeof ref === 'string' ? ref : ref.field))
          .map((name) => screen.save.input[name])
          .flatMap((field) => (field ? [`${t(field.label)}${field.required ? '*' : ''}`] : []))
          .join('  ')}
      </p>
    </div>
  )
}

function UploadTable({ session }: { session: UploadSession }): JSX.Element {
  return (
    <div className="upload-table">
      <div className="upload-grid" data-zone="grid">
        <Grid
          fits
          ref={(grid) => session.connect({ grid })}
          model={session.rows.model}
          label={t(session.screen.save.title)}
          emptyText={t(label('표시할 행이 없습니다.', 'No rows to show.'))}
          onValueHelp={(request) => void openHelp(session, request)}
          autoFocus
        />
      </div>
      <UploadSidePanel session={session} />
    </div>
  )
}

async function openHelp(session: UploadSession, request: ValueHelpRequest): Promise<void> {
  const column = session.columns.find(({ name }) => name === request.column.id)
  if (column?.lookup === undefined) return
  const context = { ...session.job.state.header, ...session.rows.model.row(request.row) }
  const owner = context['OWNER_CD'] ?? null
  const entry = await valueHelp({
    field: column,
    text: request.text,
    context: owner === null ? {} : { OWNER_CD: owner },
  })
  if (entry) request.commit(entry['CODE'] ?? null, columnsToFill(column, entry))
}
