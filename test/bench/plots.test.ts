import { readdirSync, readFileSync } from 'node:fs'
import { array, assert, double, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bars, Chart, Lines } from '../../bench/curves/chart.ts'
import { shortly, shown } from '../../bench/curves/chart.ts'
import { apart, draw, scaleMarks } from '../../bench/curves/draw.ts'
import { type CurvesRun, plotsFolder, plotsPage, writePage } from '../../bench/curves/page.ts'

const root = new URL('../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const run: CurvesRun = JSON.parse(read(`${plotsFolder}/run.json`))

describe('the page of plots', () => {
  it('is what the run beside it gives, and so is each plot', () => {
    expect(read(plotsPage)).toBe(writePage(run))
    for (const chart of run.charts) expect(read(`${plotsFolder}/${chart.name}.svg`), chart.name).toBe(draw(chart))
  })

  it('has a plot of all that was to be measured, and no other file', () => {
    const names = ['rates', 'p99', 'sessions', 'entries', 'entries-p99', 'payloads', 'processes', 'weights', 'starts']
    expect(run.charts.map(({ name }) => name)).toEqual(names)
    const files = readdirSync(new URL(plotsFolder, root)).sort()
    expect(files).toEqual(['run.json', ...names.map((name) => `${name}.svg`)].sort())
  })

  it('shows growth over as many sizes as it says', () => {
    const sizesOf = (name: string) => {
      const chart = run.charts.find((one): one is Lines => one.name === name && one.kind === 'lines')
      return chart?.lines.map(({ points }) => points.map(({ x }) => x))
    }
    const stores = (sizes: readonly number[], many: number) => Array.from({ length: many }, () => sizes)
    expect(sizesOf('sessions')).toEqual(stores([1, 100, 1_000, 10_000, 100_000], 2))
    expect(sizesOf('entries')).toEqual(stores([1_000, 10_000, 100_000, 1_000_000], 2))
    expect(sizesOf('payloads')).toEqual(stores([0.4, 1, 4, 16, 60], 4))
    expect(sizesOf('processes')).toEqual(stores([1, 2, 3], 2))
  })
})

describe('a plot', () => {
  const bars: Bars = {
    kind: 'bars',
    name: 'n',
    title: 'A < B & "C"',
    says: 'What it says',
    values: 'ms',
    groups: [
      {
        label: 'Group',
        bars: [
          { label: 'one', value: 40 },
          { label: 'other', value: 10, isPeer: true },
        ],
      },
    ],
  }

  it('draws bars as long as their values, and others in grey', () => {
    const svg = draw(bars)
    const lengths = [...svg.matchAll(/width="([\d.]+)" height="18" class="(\w+)"/g)].map(([, long, name]) => [
      name,
      Number(long),
    ])
    expect(lengths.map(([name]) => name)).toEqual(['bar', 'peer'])
    expect(Number(lengths[0]?.[1]) / Number(lengths[1]?.[1])).toBeCloseTo(4, 2)
  })

  it('has its words as text, whatever is in them', () => {
    expect(draw(bars)).toContain('<title id="title">A &lt; B &amp; &quot;C&quot;</title>')
  })

  it('puts points where they belong: by their digits on a scale of digits', () => {
    const lines: Chart = {
      ...bars,
      kind: 'lines',
      along: 'x',
      scale: 'log',
      lines: [{ label: 'l', points: [1, 10, 100].map((x) => ({ x, y: x })) }],
    }
    const places = [...draw(lines).matchAll(/circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ])
    const [[first = 0] = [], [middle = 0, low = 0] = [], [last = 0, high = 0] = []] = places
    expect(middle - first).toBeCloseTo(last - middle, 0)
    expect(high).toBeLessThan(low)
    const even = draw({ ...lines, scale: 'even' })
    const [[, from] = [], [, next] = [], [, to] = []] = [...even.matchAll(/circle cx="([\d.]+)"/g)]
    expect((Number(next) - Number(from)) / (Number(to) - Number(from))).toBeCloseTo(9 / 99, 2)
  })

  it('has marks from 0 to the largest value, few enough to read', () => {
    assert(
      property(double({ min: 1e-6, max: 1e9, noNaN: true }), (most) => {
        const marks = scaleMarks(most)
        expect(marks[0]).toBe(0)
        expect(marks.at(-1)).toBeGreaterThanOrEqual(most)
        expect(marks.length).toBeGreaterThan(2)
        expect(marks.length).toBeLessThan(8)
      }),
    )
  })

  it('lets no label cover another', () => {
    assert(
      property(array(double({ min: 0, max: 400, noNaN: true }), { maxLength: 6 }), (heights) => {
        const placed = apart(heights).toSorted((one, other) => one - other)
        for (const [index, at] of placed.slice(1).entries())
          expect(at - (placed[index] ?? 0)).toBeGreaterThanOrEqual(16.99)
      }),
    )
  })

  it.each([
    [0, '0'],
    [0.01234, '0.012'],
    [1.234, '1.23'],
    [98.76, '98.8'],
    [1234.5, '1,235'],
    [54_806, '54,806'],
  ])('says %d as %s', (value, words) => {
    expect(shown(value)).toBe(words)
  })

  it.each([
    [500, '500'],
    [9_000, '9,000'],
    [10_000, '10 k'],
    [2_000_000, '2 M'],
  ])('says %d at an axis as %s', (value, words) => {
    expect(shortly(value)).toBe(words)
  })
})
