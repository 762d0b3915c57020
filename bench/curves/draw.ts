import { type BarGroup, type Bars, type Chart, type Line, type Lines, type Point, shortly, shown } from './chart.ts'

/** Draws a chart as SVG that reads on a light and on a dark page. */
export function draw(chart: Chart): string {
  const { height, body } = chart.kind === 'lines' ? drawLines(chart) : drawBars(chart)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title says">
<title id="title">${escaped(chart.title)}</title>
<desc id="says">${escaped(chart.says)}</desc>
<style>${style}</style>
<rect width="${width}" height="${height}" class="page"/>
<text x="${edge}" y="28" class="heading">${escaped(chart.title)}</text>
<text x="${edge}" y="48">${escaped(chart.values)}</text>
${body.join('\n')}
</svg>
`
}

interface Drawing {
  readonly height: number
  readonly body: readonly string[]
}

// Units of the drawing, which is as wide as a page of text.
const width = 760
const edge = 24

function drawLines({ along, scale, lines }: Lines): Drawing {
  const height = 400
  const plot = { left: 72, right: width - 190, top: 68, bottom: height - 52 }
  const points = lines.flatMap((line) => line.points)
  const marks = scaleMarks(Math.max(...points.map(({ y }) => y)))
  const top = marks.at(-1) ?? 1
  const place = placeOn(points, scale)
  const at = ({ x, y }: Point) => ({
    x: plot.left + place(x) * (plot.right - plot.left),
    y: plot.bottom - (y / top) * (plot.bottom - plot.top),
  })
  const grid = marks.flatMap((mark) => {
    const { y } = at({ x: 1, y: mark })
    return [
      `<line x1="${plot.left}" x2="${plot.right}" y1="${rounded(y)}" y2="${rounded(y)}" class="grid"/>`,
      `<text x="${plot.left - 8}" y="${rounded(y + 4)}" text-anchor="end">${shortly(mark)}</text>`,
    ]
  })
  const below = [...new Set(points.map(({ x }) => x))].map((x) => {
    return `<text x="${rounded(at({ x, y: 0 }).x)}" y="${plot.bottom + 20}" text-anchor="middle">${shortly(x)}</text>`
  })
  const ends = apart(lines.map(({ points: own }) => at(own.at(-1) ?? { x: 1, y: 0 }).y))
  return {
    height,
    body: [
      ...grid,
      ...below,
      `<text x="${(plot.left + plot.right) / 2}" y="${height - 12}" text-anchor="middle">${escaped(along)}</text>`,
      ...lines.flatMap((line, place) => drawLine(line, place, at, ends[place] ?? 0)),
    ],
  }
}

function drawLine(
  { label, points }: Line,
  place: number,
  at: (point: Point) => Point,
  labelAt: number,
): readonly string[] {
  const placed = points.map(at)
  const color = `line-${place % colors.length}`
  const path = placed.map(({ x, y }) => `${rounded(x)},${rounded(y)}`).join(' ')
  const last = placed.at(-1) ?? { x: 0, y: 0 }
  return [
    `<polyline points="${path}" class="${color}"/>`,
    ...placed.map((point, index) => {
      const value = `${label}: ${shown(points[index]?.y ?? 0)}`
      return `<circle cx="${rounded(point.x)}" cy="${rounded(point.y)}" r="3.5" class="${color}"><title>${escaped(value)}</title></circle>`
    }),
    `<text x="${rounded(last.x + 12)}" y="${rounded(labelAt + 4)}" class="name ${color}">${escaped(label)}</text>`,
  ]
}

function drawBars({ groups }: Bars): Drawing {
  const left = 250
  const right = width - 90
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)))
  const body: string[] = []
  let y = 72
  for (const group of groups) {
    body.push(...drawGroup(group, y, { left, length: (right - left) / most }))
    y += groupHeight(group)
  }
  return { height: y + 8, body }
}

function drawGroup(
  { label, bars }: BarGroup,
  top: number,
  { left, length }: { readonly left: number; readonly length: number },
): readonly string[] {
  const heading = label === '' ? [] : [`<text x="${edge}" y="${top + 14}" class="name">${escaped(label)}</text>`]
  const first = top + heading.length * headingHeight
  return [
    ...heading,
    ...bars.flatMap((bar, place) => {
      const y = first + place * barHeight
      const long = Math.max(1, bar.value * length)
      return [
        `<text x="${left - 10}" y="${y + 15}" text-anchor="end">${escaped(bar.label)}</text>`,
        `<rect x="${left}" y="${y + 2}" width="${rounded(long)}" height="${barHeight - 8}" class="${bar.isPeer ? 'peer' : 'bar'}"/>`,
        `<text x="${rounded(left + long + 8)}" y="${y + 15}">${shown(bar.value)}</text>`,
      ]
    }),
  ]
}

const barHeight = 26
const headingHeight = 26

function groupHeight({ label, bars }: BarGroup): number {
  return (label === '' ? 0 : headingHeight) + bars.length * barHeight + 12
}

/** From 0 to 1, by where a value stands among all. */
function placeOn(points: readonly Point[], scale: Lines['scale']): (x: number) => number {
  const of = scale === 'log' ? Math.log10 : (x: number) => x
  const all = points.map(({ x }) => of(x))
  const [least, most] = [Math.min(...all), Math.max(...all)]
  return (x) => (most === least ? 0.5 : (of(x) - least) / (most - least))
}

/** Round numbers from 0 to at least the largest value: four to eight of them. */
export function scaleMarks(most: number): readonly number[] {
  const rough = Math.max(most, Number.MIN_VALUE) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((times) => power * times >= rough) ?? 10)
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, place) => place * step)
}

/** Labels at those heights, moved so far that none covers another. */
export function apart(heights: readonly number[]): readonly number[] {
  const placed = [...heights]
  const order = heights.map((_, place) => place).sort((one, other) => (heights[one] ?? 0) - (heights[other] ?? 0))
  let least = Number.NEGATIVE_INFINITY
  for (const place of order) {
    placed[place] = Math.max(placed[place] ?? 0, least)
    least = (placed[place] ?? 0) + labelHeight
  }
  return placed
}

const labelHeight = 17

// Each on white and on black: told apart by those who see no red or no green, too.
const colors = [
  ['#1d4ed8', '#7ab0ff'],
  ['#b45309', '#f5b342'],
  ['#047857', '#46d3a0'],
  ['#7e22ce', '#cf9bff'],
  ['#475569', '#b6c2d1'],
] as const

function colorRules(shade: 0 | 1): string {
  const ink = shade === 0 ? '#1f2937' : '#e5e7eb'
  const lines = colors.map((color, place) => `.line-${place}{stroke:${color[shade]};fill:${color[shade]}}`)
  return [
    `.page{fill:${shade === 0 ? '#ffffff' : '#0d1117'}}text{fill:${ink}}.grid{stroke:${shade === 0 ? '#e5e7eb' : '#30363d'}}`,
    `.bar{fill:${colors[0][shade]}}.peer{fill:${shade === 0 ? '#9ca3af' : '#6b7280'}}`,
    ...lines,
  ].join('')
}

const style = [
  'text{font:13px system-ui,sans-serif}.heading{font-size:17px;font-weight:600}.name{font-weight:600}',
  'polyline[class]{fill:none;stroke-width:2.5}text[class*=line-]{stroke:none}',
  colorRules(0),
  `@media(prefers-color-scheme:dark){${colorRules(1)}}`,
].join('')

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10)
}
