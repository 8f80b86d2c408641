/**
 * Downloads a stored file in a new window (spec §2), which closes again once the browser has taken
 * the file. Whether it may be seen depends on its own warehouse and not on the one in force.
 */
export function openFileWindow(fileSn: string): void {
  const query = new URLSearchParams({ fileSn })
  window.open(`/api/file/fileDownload?${query}`, '_blank', 'noopener')
}
