import { currentSession } from './session.ts'

/**
 * Downloads a stored file in a new window (spec §2), which closes again once the browser has taken
 * the file. A window sends no header of ours, so the warehouse stands in the address.
 */
export function openFileWindow(fileSn: string): void {
  const query = new URLSearchParams({ fileSn, wcode: currentSession().wcode })
  window.open(`/api/file/fileDownload?${query}`, '_blank', 'noopener')
}
