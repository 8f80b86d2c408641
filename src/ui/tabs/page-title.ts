let site = 'WMS'
let errors = 0

function draw(): void {
  document.title = errors > 0 ? 'Error' : site
}

/** Sets the window title: the fixed prefix and the corporation's location (spec §2). */
export function nameSite(corpLocNm: string): void {
  site = `WMS ${corpLocNm}`
  draw()
}

/** Sets the title Error while an error page is mounted, even if the site name loads later. */
export function titleError(): () => void {
  errors += 1
  draw()
  return () => {
    errors -= 1
    draw()
  }
}
