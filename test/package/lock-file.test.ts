import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
)

// npm writes what its registry happens to have; `npm ci` then refuses the lock, on every machine.
test('every platform of an optional dependency is in the lock, so that npm ci runs anywhere', () => {
  const missing = Object.entries(lock.packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(owner, name)),
  )
  expect(missing).toEqual([])
})

function isLocked(owner: string, name: string): boolean {
  return `${owner}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages
}
