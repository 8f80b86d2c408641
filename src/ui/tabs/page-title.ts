let site = 'WMS'
let errors = 0

function draw(): void {
  document.title = errors > 0 ? 'Error' : site
}

/** Title of the window: the fixed prefix and the corporation's location (spec §2). */
export function nameSite(corpLocNm: string): void {
  site = `WMS ${corpLocNm}`
  draw()
}

/** An error page is titled Error as long as it stands, whatever is loaded meanwhile. */
export function titleError(): () => void {
  errors += 1
  draw()
  return () => {
    errors -= 1
    draw()
  }
}
