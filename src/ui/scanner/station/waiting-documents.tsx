import { useEffect, useState, type JSX } from 'react'
import type { Field, Value, WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import { postQuery } from '#ui/remote/query-call.ts'
import { useShownValue } from './scan-facts.tsx'

/** Number of documents requested. Only those that fit are shown. */
const MAX_WAITING = 40

export function WaitingDocuments({ screen }: { readonly screen: ScanScreen }): JSX.Element | null {
  const [rows, setRows] = useState<readonly WireRow[]>([])
  useEffect(() => {
    const request = new AbortController()
    const { waits, document } = screen
    if (!waits) return undefined
    postQuery({ source: document }, waits, request.signal, MAX_WAITING).then(
      setRows,
      () => undefined,
    )
    return () => request.abort()
  }, [screen])
  if (rows.length === 0) return null
  const { output } = screen.document
  const facts = screen.facts.filter((name) => name !== 'STATE_CD' && output[name] !== undefined)
  const more = rows.length < MAX_WAITING ? '' : '+'
  return (
    <div className="scan-waiting">
      <p className="quiet">
        {t(
          label(
            `대기 ${formatCount(rows.length)}건${more}`,
            `${formatCount(rows.length, 'document')}${more} waiting`,
          ),
        )}
      </p>
      <table>
        <tbody>
          {rows.map((row) => (
            <tr key={String(row[screen.documentKey])}>
              {facts.map((name) => (
                <ValueCell key={name} field={output[name]} value={row[name] ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ValueCell({ field, value }: { field: Field | undefined; value: Value }): JSX.Element {
  return <td>{useShownValue(field, value)}</td>
}
