let site = 'WMS'
let errors = 0

function updateTitle(): void {
  document.title = errors > 0 ? 'Error' : site
}

/** Sets the window title: the fixed prefix and the corporation's location (spec §2). */
export function setSiteTitle(corpLocNm: string): void {
  site = `WMS ${corpLocNm}`
  updateTitle()
}

/** Sets the title Error while an error page is mounted, even if the site name loads later. */
export function showErrorTitle(): () => void {
  errors += 1
  updateTitle()
  return () => {
    errors -= 1
    updateTitle()
  }
}
