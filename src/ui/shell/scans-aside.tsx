import { useEffect, type JSX } from 'react'
import { listenForScans } from '../app/scanner.ts'
import { NoteArea } from '../popups/notify.tsx'

/** On a page that has no work to scan for: a scan goes into no field, and it is said why. */
export function ScansAside(): JSX.Element {
  useEffect(listenForScans, [])
  return <NoteArea />
}
