import { expect, it } from 'vitest'
import { read, rowsOf } from './documents.ts'

const script = read('scripts/check-runtimes.js')
const versions = [...script.matchAll(/const (?:nodes|tools) = \{(.*)\}/g)].map(([, line]) => line).join()
const [, names = ''] = /const runtimes = \{([\s\S]*?)\n\}/.exec(script) ?? []
const known = [...(/knownNot = new Set\(\[(.*)\]\)/.exec(script)?.[1] ?? '').matchAll(/'(.*?)'/g)].map(([, not]) => not)
const rows = rowsOf('docs/guides/beside-others.md', 'What it runs on').map(([name = '', version = '', ...cells]) => ({
  name: name.replaceAll('`', '').replace('Node.js', 'Node'),
  version,
  cells,
}))

it('the table of runtimes has those that the script starts, and no other', () => {
  const started = [...names.matchAll(/^ {2}'?([\w. ]+)'?: \[/gm)].map(([, name]) => name)
  expect(started.length).toBeGreaterThan(4)
  expect(rows.map(({ name }) => name)).toEqual(started)
})

it('each with the version that the script fetches', () => {
  const fetched = [...versions.matchAll(/'(\w+)@([\d.]+)'/g)].map(([, tool = '', version = '']) => ({ tool, version }))
  expect(fetched).toHaveLength(rows.length)
  for (const { name, version } of rows) {
    const [tool, major] = name.toLowerCase().split(' ')
    const one = fetched.find((it) => it.tool === tool && (major === undefined || it.version.startsWith(major)))
    expect(`${version}.`, name).toMatch(new RegExp(`^${one?.version}\\.`))
  }
})

it('says no where the script knows that it does not run, and yes everywhere else', () => {
  // The columns, in the order of the table, by the program that the script runs for each.
  const programs = ['app.js', 'durable.js', 'postgres.js', 'calls.js', 'common.cjs']
  const said = rows.flatMap(({ name, cells }) =>
    cells.map((cell, column) => ({ program: `${name} ${programs[column]}`, runs: cell === 'yes' })),
  )
  expect(said).toHaveLength(rows.length * programs.length)
  expect(said.filter(({ runs }) => !runs).map(({ program }) => program)).toEqual(known)
})
