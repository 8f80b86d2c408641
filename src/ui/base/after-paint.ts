/** Does something once the next frame is painted; returns cancel. */
export function afterPaint(act: () => void): () => void {
  let painted: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    painted = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(painted)
  }
}
