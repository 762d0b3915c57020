import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** A picture of a page with at most 256 colours: a third of the bytes, and no eye sees it. @param {Buffer} png 8 bits a colour, not interlaced */
export function smallPng(png) {
  const { width, height, channels, pixels } = read(png)
  const counts = new Map()
  for (let at = 0; at < pixels.length; at += channels) {
    const color = colorAt(pixels, at)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const palette = paletteOf([...counts].sort(([, one], [, other]) => other - one).map(([color]) => color))
  const places = new Map(palette.map((color, place) => [color, place]))
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = colorAt(pixels, (y * width + x) * channels)
      if (!places.has(color)) places.set(color, nearest(palette, color))
      lines[y * (width + 1) + 1 + x] = places.get(color)
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))
  const parts = [part('IHDR', head), part('PLTE', colors), part('IDAT', deflateSync(lines, { level: 9 })), part('IEND')]
  return Buffer.concat([png.subarray(0, 8), ...parts])
}

/** The most frequent colours that differ from each other: a red that is seldom is a red still. */
function paletteOf(colors) {
  const palette = []
  for (const color of colors) {
    if (palette.length === 256) break
    if (palette.every((one) => distance(one, color) > 150)) palette.push(color)
  }
  return palette
}

function colorAt(pixels, at) {
  return (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]
}

function nearest(palette, color) {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [place, one] of palette.entries()) {
    const far = distance(one, color)
    if (far < least) [best, least] = [place, far]
  }
  return best
}

function distance(one, other) {
  const red = (one >> 16) - (other >> 16)
  const green = ((one >> 8) & 255) - ((other >> 8) & 255)
  const blue = (one & 255) - (other & 255)
  return red * red + green * green + blue * blue
}

function part(name, data = Buffer.alloc(0)) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** The form is that of the PNG specification, 9.2: each line is written against its left, its upper, or both. */
function read(png) {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = png[25] === 6 ? 4 : 3
  const packed = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const lines = inflateSync(Buffer.concat(packed))
  const size = width * channels
  const pixels = Buffer.alloc(size * height)
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (size + 1)]
    for (let x = 0; x < size; x += 1) {
      const at = y * size + x
      const left = x < channels ? 0 : pixels[at - channels]
      const up = y === 0 ? 0 : pixels[at - size]
      const corner = x < channels || y === 0 ? 0 : pixels[at - size - channels]
      pixels[at] = lines[y * (size + 1) + 1 + x] + [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
    }
  }
  return { width, height, channels, pixels }
}

function paeth(left, up, corner) {
  const [byLeft, byUp, byCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}
