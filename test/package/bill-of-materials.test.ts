import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Component {
  readonly name: string
  readonly version: string
  readonly 'bom-ref': string
  readonly hashes: readonly { readonly alg: string; readonly content: string }[]
}

interface Bom {
  readonly bomFormat: string
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const root = new URL('../../', import.meta.url)
const read = (file: string) => JSON.parse(readFileSync(new URL(file, root), 'utf8'))
const manifest: { readonly name: string; readonly dependencies: Readonly<Record<string, string>> } =
  read('package.json')
const lock: { readonly packages: Readonly<Record<string, { readonly version: string }>> } = read('package-lock.json')

function written(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fmw-bom-'))
  try {
    const file = join(folder, 'bom.json')
    execFileSync(process.execPath, [new URL('scripts/write-sbom.js', root).pathname, file])
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the bill of materials', () => {
  const text = written()
  const bom: Bom = JSON.parse(text)
  const versions = new Map(bom.components.map(({ name, version }) => [name, version]))

  it('has each dependency in the version that is locked, with its hash', () => {
    expect(bom.bomFormat).toBe('CycloneDX')
    for (const name of Object.keys(manifest.dependencies))
      expect(versions.get(name), name).toBe(lock.packages[`node_modules/${name}`]?.version)
    for (const { name, hashes } of bom.components)
      expect(hashes, name).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
  })

  it('has what the pages are built from, and what that needs, but nothing that only tests need', () => {
    for (const name of ['preact', '@preact/signals-core', '@codemirror/state', 'style-mod', 'daisyui'])
      expect([...versions.keys()]).toContain(name)
    for (const name of ['vitest', 'vite', '@biomejs/biome', 'fastify', 'pg'])
      expect([...versions.keys()]).not.toContain(name)
  })

  it('says what needs what, each of it in the list', () => {
    const refs = [bom.metadata.component, ...bom.components].map((component) => component['bom-ref'])
    expect(bom.metadata.component.name).toBe(manifest.name)
    expect(bom.dependencies.map(({ ref }) => ref).toSorted()).toEqual(refs.toSorted())
    for (const { dependsOn } of bom.dependencies) expect(refs).toEqual(expect.arrayContaining([...dependsOn]))
  })

  it('names no host, no folder and no time, so the same lock gives the same file', () => {
    expect(text).not.toMatch(/:\/\/|file:|localhost|timestamp|serialNumber/)
    expect(text).not.toContain(root.pathname)
    expect(written()).toBe(text)
  })
})
