import { expect, inject, test } from 'vitest'
import { newDatabase } from '../postgres-shared.ts'
import { killInChain } from './kills.ts'

const settings = { newDatabase: () => newDatabase(inject('postgresPort')), onKill: () => undefined }

test('nothing acknowledged is lost when the process is killed at any moment, on SQLite', async () => {
  const chains = await Promise.all([
    killInChain({ ...settings, store: 'sqlite', seed: 101, kills: 9, firstPoint: 0 }),
    killInChain({ ...settings, store: 'sqlite', seed: 102, kills: 9, firstPoint: 4 }),
  ])
  expect(chains.flatMap(({ violations }) => violations)).toEqual([])
  expect(new Set(chains.flatMap(({ kills }) => kills.map(({ moment }) => moment))).size).toBe(9)
}, 120_000)

test('a store that forgets what it has acknowledged is found out', async () => {
  const { violations } = await killInChain({ ...settings, store: 'liar', seed: 103, kills: 2, firstPoint: 1 })
  expect(violations.filter((line) => line.includes(': lost: ')).length).toBeGreaterThan(0)
}, 60_000)
