import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findRedis } from '../../bench/durable/queues/redis-server.ts'

describe('The Redis of the benchmark', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })

  it('is the first in the path', () => {
    const [empty, first, second] = [folder(), folder(), folder()]
    const program = put(first, 'redis-server')
    put(second, 'redis-server')
    expect(findRedis({ PATH: [empty, first, second].join(delimiter) })).toBe(program)
  })

  it('is the one that REDIS_SERVER names', () => {
    const [first, other] = [folder(), folder()]
    put(first, 'redis-server')
    const named = put(other, 'of-my-own')
    expect(findRedis({ PATH: first, REDIS_SERVER: named })).toBe(named)
  })

  it('is none where there is none', () => {
    expect(findRedis({ PATH: folder() })).toBeUndefined()
    expect(findRedis({})).toBeUndefined()
  })

  function folder(): string {
    const made = mkdtempSync(join(tmpdir(), 'fmw-redis-'))
    folders.push(made)
    return made
  }
})

function put(folder: string, name: string): string {
  const file = join(folder, name)
  writeFileSync(file, '#!/bin/sh\n')
  chmodSync(file, 0o755)
  return file
}
