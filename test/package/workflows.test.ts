import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

interface Step {
  readonly uses?: string
  readonly run?: string
}

interface Workflow {
  readonly on: unknown
  readonly permissions: unknown
  readonly jobs: Readonly<
    Record<string, { readonly needs?: string; readonly permissions?: unknown; readonly steps: readonly Step[] }>
  >
}

const root = new URL('../../', import.meta.url)
const workflow = (name: string): Workflow => parse(readFileSync(new URL(`.github/workflows/${name}.yml`, root), 'utf8'))
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))

it('every change runs what must hold, and may write nothing', () => {
  const { permissions, jobs } = workflow('ci')
  expect(existsSync(new URL('.ci/run', root))).toBe(true)
  expect(permissions).toEqual({ contents: 'read' })
  expect(jobs.run?.steps.at(-1)?.run).toBe('.ci/run')
})

it('take actions by their digest: a tag may be moved to other code', () => {
  const uses = [workflow('ci'), workflow('release')].flatMap(({ jobs }) =>
    Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses: action = [] }) => action)),
  )
  expect(uses.length).toBeGreaterThan(3)
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40}$/)
})

it('a tag alone publishes, after all of it has passed, with provenance and without a token', () => {
  const { on, permissions, jobs } = workflow('release')
  expect(on).toEqual({ push: { tags: ['v*'] } })
  expect(permissions).toEqual({ contents: 'read' })
  expect(jobs.test?.steps.map(({ run }) => run)).toContain('.ci/run')
  expect(jobs.publish).toMatchObject({ needs: 'test', permissions: { contents: 'read', 'id-token': 'write' } })
  expect(jobs.publish?.steps.at(-1)?.run).toBe('npm publish')
  expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true })
  expect(JSON.stringify([workflow('ci'), workflow('release')])).not.toMatch(/secrets\.|TOKEN/)
})
