import { label } from '#kernel/label.ts'
import { currentTime } from '#ui/base/calendar-day.ts'
import { saveBlob } from '#ui/base/file-name.ts'
import { t } from '#ui/base/language.ts'
import { drawScene, readPaint } from './scene-canvas.ts'
import { renderSvg } from './render-svg.ts'
import type { Scene } from './scene.ts'

/** Image pixels per page pixel, high enough for print. */
const PICTURE_SCALE = 2
const HEAD = 34

const imageFailed = label(
  '그림 파일을 생성할 수 없습니다. 표로 내보내세요.',
  'The picture cannot be created. Export the table instead.',
)

async function chartPicture(
  element: Element,
  scene: Scene,
  title: string,
  kind: 'png' | 'svg',
): Promise<Blob> {
  const paint = readPaint(element)
  if (kind === 'svg') {
    return new Blob([renderSvg(scene, paint, title, HEAD)], { type: 'image/svg+xml' })
  }
  const canvas = document.createElement('canvas')
  canvas.width = scene.width * PICTURE_SCALE
  canvas.height = (scene.height + HEAD) * PICTURE_SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error(t(imageFailed))
  context.scale(PICTURE_SCALE, PICTURE_SCALE)
  context.fillStyle = paint.colours.ground
  context.fillRect(0, 0, scene.width, scene.height + HEAD)
  context.font = paint.font
  context.fillStyle = paint.colours.strong
  context.fillText(title, 14, 22)
  context.translate(0, HEAD)
  drawScene(context, scene, paint)
  const created = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (!created) throw new Error(t(imageFailed))
  return created
}

export async function saveChart(
  element: Element,
  scene: Scene,
  title: string,
  kind: 'png' | 'svg',
): Promise<string> {
  const name = `${title.replaceAll(/[\\/:*?"<>|]/g, ' ')} ${currentTime().slice(0, 8)}.${kind}`
  saveBlob(await chartPicture(element, scene, title, kind), name)
  return name
}
