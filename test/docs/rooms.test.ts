import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blockUnder, codeIn, read, root, rowsOf } from './documents.ts'
import { type Arrow, arrows, drawnArrows, files, findCircle, rows } from './rooms.ts'

const all = arrows()
const between = all.filter(({ isPackage }) => !isPackage)
const placeOf = (room: string) => rows.findIndex((row) => row.includes(room))
const shown = ({ file, to }: Arrow) => `${file} imports ${to}`

// What knows no Fastify can be tested without it, and moved to another framework.
const withoutFastify = rows.slice(placeOf('conversation')).flat()

describe('the rooms', () => {
  it('are found with their imports', () => {
    expect(between).toContainEqual({ file: 'plugin.ts', from: 'plugin', to: 'registration', isPackage: false })
    expect(all).toContainEqual({ file: 'plugin.ts', from: 'plugin', to: 'fastify-plugin', isPackage: true })
    expect(between.length).toBeGreaterThan(200)
  })

  it('are all in the list', () => {
    const rooms = new Set(between.flatMap(({ from, to }) => [from, to]))
    expect([...rooms].filter((room) => placeOf(room) === -1)).toEqual([])
  })

  it('are those of the page on architecture, in the same order', () => {
    const named = rowsOf('docs/architecture.md', 'Rooms').flatMap(([cell = '']) => codeIn(cell))
    const listed = named.map((path) => path.replace(/^src\/|\/$|\.ts$/g, ''))
    expect(listed.toSorted()).toEqual([...new Set(between.flatMap(({ from, to }) => [from, to]))].toSorted())
    expect(listed.map(placeOf)).toEqual(listed.map(placeOf).toSorted((one, other) => one - other))
  })

  it('have a README each', () => {
    const folders = rowsOf('docs/architecture.md', 'Rooms')
      .flatMap(([cell = '']) => codeIn(cell))
      .filter((path) => path.endsWith('/'))
    expect(folders.length).toBeGreaterThan(10)
    expect(folders.filter((folder) => !existsSync(`${root}${folder}README.md`))).toEqual([])
  })

  it('are drawn with the arrows that their imports have', () => {
    const { code } = blockUnder('docs/architecture.md', 'The picture', 'mermaid')
    const drawn = [...code.matchAll(/^ +(\w+ --> \w+)$/gm)].map(([, arrow = '']) => arrow)
    expect(drawn.length).toBeGreaterThan(20)
    expect(drawn.toSorted()).toEqual(drawnArrows().toSorted())
  })

  it('import down the list only', () => {
    expect(between.filter(({ from, to }) => placeOf(from) > placeOf(to)).map(shown)).toEqual([])
  })

  it('have no circle of files, of types neither', () => {
    expect(files.size).toBeGreaterThan(400)
    expect(findCircle(files)).toBeUndefined()
    expect(findCircle(new Map([...files, ['clock.ts', ['plugin.ts']]]))).toContain('clock.ts')
  })

  it('have folders of at most 15 files', () => {
    const sizes = Map.groupBy(files.keys(), (file) => file.slice(0, file.lastIndexOf('/') + 1))
    expect(sizes.size).toBeGreaterThan(40)
    expect([...sizes].filter(([, held]) => held.length > 15).map(([folder]) => folder)).toEqual([])
  })

  it('of the pages are no larger', () => {
    const sources = readdirSync(`${root}ui`, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    )
    expect(sources.length).toBeGreaterThan(150)
    const sizes = Map.groupBy(sources, (file) => file.slice(0, file.lastIndexOf('/') + 1))
    expect([...sizes].filter(([, held]) => held.length > 15).map(([folder]) => folder)).toEqual([])
    const lines = (file: string) => read(`ui/${file}`).split('\n').length - 1
    expect(sources.filter((file) => lines(file) > 200)).toEqual([])
  })

  it('below HTTP know no Fastify, but for its coded errors', () => {
    const packages = all.filter(({ from, isPackage }) => isPackage && withoutFastify.includes(from))
    expect(packages.length).toBeGreaterThan(0)
    expect(packages.filter(({ to }) => /fastify/.test(to) && to !== '@fastify/error').map(shown)).toEqual([])
  })

  it('keep the receiver out of the simulator: it shares tables, and shows how a push is read', () => {
    const shared = ['simulator', ...rows.slice(placeOf('text')).flat()]
    const taken = [...files]
      .filter(([file]) => file.startsWith('simulator/'))
      .flatMap(([file, imports]) => imports.map((name) => [file, name] as const))
      .filter(([, name]) => files.has(name) && !shared.includes(name.replace(/[/.].*/, '')))
    expect(taken.length).toBeGreaterThan(20)
    expect(taken.filter(([, name]) => name !== 'pushes/kinds.ts').toSorted()).toEqual([
      // Which notes of an attempt say that another entry tells of its payment.
      ['simulator/checkout/ledger/app-inbox.ts', 'payments/work/ended-work.ts'],
      // The reference that the application put into a signed address.
      ['simulator/checkout/ledger/handled.ts', 'payments/rules/address-parameters.ts'],
      ['simulator/control/list-routes.ts', 'pushes/push-kinds.ts'],
      ['simulator/control/row-words.ts', 'admin/push-reading.ts'],
    ])
  })

  it('import no package that is not declared', () => {
    const { dependencies, peerDependencies } = JSON.parse(read('package.json'))
    const declared = Object.keys({ ...dependencies, ...peerDependencies })
    const others = all.filter(({ to, isPackage }) => isPackage && !to.startsWith('node:') && !declared.includes(to))
    expect(others.map(shown)).toEqual([])
  })
})
