import { useEffect, useState } from 'react'

import type { GridModel } from '#ui/grid/model/grid-model.ts'

export function useGridFrame(model: GridModel): number {
  const [version, setVersion] = useState(model.version)
  useEffect(() => {
    let frame = 0
    const draw = () => {
      frame = 0
      setVersion(model.version)
    }
    draw()
    const stop = model.subscribe(() => {
      if (frame === 0) frame = requestAnimationFrame(draw)
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [model])
  return version
}
