import { expect, it } from 'vitest'
import { applications } from '../walker/applications/index.ts'
import { read, rowsOf } from './documents.ts'

const page = 'docs/benchmarks.md'
const rows = rowsOf(page, 'Every screen, walked')
const channels = ['ussd', 'webstore', 'pos', 'app']
const sumOf = (column: number) => rows.reduce((sum, row) => sum + Number(row[column]?.replaceAll(',', '')), 0)

it('the table of walked screens has each application on each channel, and no check that failed', () => {
  const pairs = applications.flatMap(({ name }) => channels.map((channel) => [name, channel]))
  expect(rows.map(([name, channel]) => [name, channel?.replaceAll('`', '')])).toEqual(pairs)
  expect(rows.map((row) => row[5])).toEqual(pairs.map(() => '0'))
})

it('the sums above the table are those of its rows', () => {
  const [pushes, screens, classes] = [sumOf(2), sumOf(3), sumOf(4)]
  expect(pushes).toBeGreaterThanOrEqual(150_000)
  const said = read(page).replaceAll(/\s+/g, ' ')
  expect(said).toContain(`${pushes.toLocaleString('en')} pushes in `)
  expect(said).toContain(`${screens} screens and ${classes.toLocaleString('en')} classes`)
})
