import { describe, expect, it } from 'vitest'
import { read, rowsOf } from './documents.ts'

const manifest = JSON.parse(read('package.json'))
const works = new Map(rowsOf('README.md', 'Works with').map(([what = '', versions]) => [what, versions]))

describe('the versions in the README', () => {
  it('are those of the manifest and of the plugin', () => {
    const [, least] = />=(\d+\.\d+)/.exec(manifest.engines.node) ?? []
    const [, fastify] = /fastify: '(5\.x)'/.exec(read('src/plugin.ts')) ?? []
    expect(works.get('Node.js')).toBe(`${least} and later`)
    expect(works.get('Fastify')).toBe(fastify)
  })
})

describe('the changelog', () => {
  it('has the version of the manifest', () => {
    expect(read('CHANGELOG.md')).toContain(`## ${manifest.version} `)
  })
})
