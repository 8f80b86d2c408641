import fs from 'node:fs'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import bwip from 'bwip-js/node'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const engine = fs.readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(engine).buffer } })

/** 8 dots per millimetre, as on 203 dpi label printers, the most common kind. */
const dotsPerMm = 8

interface Picture {
  readonly width: number
  readonly height: number
  readonly grey: Uint8ClampedArray
}

async function renderPictures(pdf: Uint8Array): Promise<Picture[]> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const pictures: Picture[] = []
    for (const page of document.pages()) {
      const scale = (dotsPerMm * 25.4) / 72
      const { width, height, data } = await page.render({ scale, render: 'bitmap' })
      const grey = new Uint8ClampedArray(width * height)
      // Label printers only print black and white.
      for (let index = 0; index < grey.length; index += 1)
        grey[index] = (data[index * 4] ?? 255) < 128 ? 0 : 255
      pictures.push({ width, height, grey })
    }
    document.destroy()
    return pictures
  } finally {
    library.destroy()
  }
}

/** Scanner output for each symbol of an image, including the symbology identifier. */
async function readCodes({ width, height, grey }: Picture): Promise<string[]> {
  const data = new Uint8ClampedArray(width * height * 4)
  grey.forEach((value, index) => data.set([value, value, value, 255], index * 4))
  const found = await readBarcodes({ width, height, data, colorSpace: 'srgb' } as ImageData, {
    tryHarder: true,
    textMode: 'Plain',
    maxNumberOfSymbols: 8,
  })
  // Symbols at most a text line apart in height count as side by side.
  const placeIndex = ({ position: { topLeft } }: (typeof found)[number]) =>
    Math.round(topLeft.y / (8 * dotsPerMm)) * width + topLeft.x
  const fromTop = found.toSorted((result, other) => placeIndex(result) - placeIndex(other))
  return fromTop.map(({ symbologyIdentifier, text }) => `${symbologyIdentifier}${text}`)
}

/** Scanner output for each label of a PDF, from top to bottom and left to right. */
export async function readPdfCodes(pdf: Uint8Array): Promise<string[][]> {
  const pictures = await renderPictures(pdf)
  return Promise.all(pictures.map(readCodes))
}

/** Scanner output for each label of a ZPL print job. */
export function readZplCodes(zpl: string): Promise<string[][]> {
  const labels = [...zpl.matchAll(/\^XA(.*?)\^XZ/gs)].map(([, label = '']) => label)
  return Promise.all(labels.map((label) => readCodes(drawZpl(label))))
}

const toNumber = (text: string | undefined): number => Number(text ?? 0)

/**
 * Draws the ZPL subset this product uses. Text is drawn as black blocks, so symbols beneath text
 * cannot be read.
 */
function drawZpl(label: string): Picture {
  const [, wide, high] = /\^PW(\d+)\^LL(\d+)/.exec(label) ?? []
  const [width, height] = [toNumber(wide), toNumber(high)]
  const grey = new Uint8ClampedArray(width * height).fill(255)
  const fill = (x: number, y: number, w: number, h: number) => {
    for (let row = y; row < Math.min(y + h, height); row += 1) {
      // Content beyond the edge is not printed.
      grey.fill(0, row * width + Math.min(x, width), row * width + Math.min(x + w, width))
    }
  }
  const fields =
    /\^FO(?<x>\d+),(?<y>\d+)(?:\^BY(?<by>\d+))?\^(?<kind>A0N|BQN|BXN|BCN|BEN|B2N),?(?<args>[^^]*)\^FH_\^FD(?<data>[^^]*)\^FS/g
  for (const { groups = {} } of label.matchAll(fields)) {
    const [x, y] = [toNumber(groups['x']), toNumber(groups['y'])]
    const args = (groups['args'] ?? '').split(',')
    const text = unescapeZpl(groups['data'] ?? '')
    if (groups['kind'] === 'A0N') {
      fill(x, y, Math.ceil((text.length * toNumber(args[1])) / 2), toNumber(args[0]))
      continue
    }
    const symbol = findSymbol(groups['kind'] ?? '', args, text)
    const unit =
      groups['by'] === undefined ? toNumber(args[args[0] === '2' ? 1 : 0]) : toNumber(groups['by'])
    drawSymbol(symbol, { x, y, unit, high: toNumber(args[0]) }, fill)
  }
  return { width, height, grey }
}

const unescapeZpl = (data: string): string =>
  Buffer.from(
    data.replaceAll(/_([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function findSymbol(kind: string, args: readonly string[], text: string): object | undefined {
  const encodeRaw = (bcid: string, data: string, extra = {}): object | undefined => {
    const [first]: unknown[] = bwip.raw({ bcid, text: data, ...extra })
    return typeof first === 'object' && first !== null ? first : undefined
  }
  switch (kind) {
    case 'BQN':
      return encodeRaw('qrcode', text.replace(/^QA,/, ''))
    case 'BXN':
      return args.at(-1) === '_'
        ? encodeRaw('datamatrix', text.replaceAll('_1', '^FNC1'), { parsefnc: true })
        : encodeRaw('datamatrix', text)
    case 'BCN':
      return encodeRaw(args.at(-1) === 'D' ? 'gs1-128' : 'code128', text)
    case 'BEN':
      return encodeRaw('ean13', text)
    default:
      return encodeRaw('interleaved2of5', text)
  }
}

function drawSymbol(
  symbol: object | undefined,
  { x, y, unit, high }: { x: number; y: number; unit: number; high: number },
  fill: (x: number, y: number, w: number, h: number) => void,
): void {
  if (symbol && 'sbs' in symbol && Array.isArray(symbol.sbs)) {
    let at = x
    symbol.sbs.forEach((modules: number, index: number) => {
      if (index % 2 === 0) fill(at, y, modules * unit, high)
      at += modules * unit
    })
  } else if (symbol && 'pixs' in symbol && Array.isArray(symbol.pixs) && 'pixx' in symbol) {
    const across = Number(symbol.pixx)
    symbol.pixs.forEach((dark: number, index: number) => {
      const [column, row] = [index % across, Math.floor(index / across)]
      if (dark === 1) fill(x + column * unit, y + row * unit, unit, unit)
    })
  }
}
