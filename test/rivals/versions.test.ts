import { expect, it } from 'vitest'
import { codeIn, read, rowsOf } from '../docs/documents.ts'

const rows = rowsOf('docs/rivals.md', 'What is compared')

it.each(['ussd-menu-builder', 'ussd-builder'])('the version of %s on the page is the one that is run', (name) => {
  const [, version] = rows.find(([first = '']) => codeIn(first)[0] === name) ?? []
  expect(version).toBe(JSON.parse(read(`node_modules/${name}/package.json`)).version)
})

it('the number of packages that come with this one is that of its manifest', () => {
  const [row = []] = rowsOf('docs/rivals.md', 'What you meet').filter(([what]) => what === 'What comes with it')
  const { dependencies } = JSON.parse(read('package.json'))
  expect(row[3]).toBe(`${Object.keys(dependencies).length} packages, and Fastify`)
})
