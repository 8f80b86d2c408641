/**
 * Downloads a stored file in a new window, which closes once the download starts (spec §2). Access
 * depends on the warehouse of the file, not on the current one.
 */
export function openFileWindow(fileSn: string): void {
  const query = new URLSearchParams({ fileSn })
  window.open(`/api/file/fileDownload?${query}`, '_blank', 'noopener')
}
