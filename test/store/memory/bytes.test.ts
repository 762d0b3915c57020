import { describe, expect, it } from 'vitest'
import { againBy, attemptOf, done, effectOf, entryOf } from '../../../src/testing/store-suite/samples.ts'
import { openMemory } from './opened.ts'

const long = 'x'.repeat(60_000)

describe('what the memory store keeps is bounded in bytes', () => {
  it('identities: the ones that were finished first go', async () => {
    const { inbox } = openMemory({ identityBytes: 1_000_000, bytes: 100_000_000 })
    const entries = Array.from({ length: 20 }, (_, index) => entryOf({ identity: `${index} ${long}` }))
    for (const entry of entries) {
      const acceptance = await inbox.accept(entry, true)
      if ('claim' in acceptance && acceptance.claim) await inbox.settle(acceptance.claim, done())
    }
    await inbox.sweep({ entries: 0, identities: 1_000_000_000, rejected: 10 }, 1_000)
    const again = await Promise.all(entries.map((entry) => inbox.accept(entry, false)))
    const repeated = again.map(({ status }) => status === 'repeated')
    expect(repeated).toEqual(entries.map((_, index) => index >= 12))
  })

  it('contradictions of one identity: beyond it they are known by their ids', async () => {
    const { inbox } = openMemory({ identityBytes: 10_000 })
    const first = entryOf({ fingerprint: long })
    await inbox.accept(first, false)
    const conflict = { ...first, fingerprint: 'other' }
    expect(await inbox.accept(conflict, false)).toMatchObject({ status: 'conflict' })
    expect(await inbox.accept(conflict, false)).toMatchObject({ status: 'repeated' })
  })

  it('entries with what was written in the place of what came', async () => {
    const { inbox } = openMemory({ bytes: 1_000 })
    const acceptance = await inbox.accept(entryOf(), true)
    const claim = 'claim' in acceptance ? acceptance.claim : undefined
    if (claim === undefined) throw new Error('not claimed')
    await inbox.rewrite(claim, new Uint8Array(999))
    await expect(inbox.accept(entryOf(), false)).rejects.toThrow(/bytes wait already/)
    await inbox.rewrite(claim, new Uint8Array(10))
    expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
  })

  it('finished entries with the errors of their attempts', async () => {
    const { inbox } = openMemory({ bytes: 1_000_000 })
    for (let index = 0; index < 20; index++) {
      const acceptance = await inbox.accept(entryOf(), true)
      const claim = 'claim' in acceptance ? acceptance.claim : undefined
      if (claim === undefined) throw new Error('not claimed')
      await inbox.settle(claim, { state: 'dead', attempt: attemptOf(1, long) })
    }
    expect(await inbox.count({ registration: 'default' })).toMatchObject({ dead: 8 })
  })

  it('entries with long names, although their payload is short', async () => {
    const { inbox } = openMemory({ bytes: 1_000_000 })
    let refused = 0
    for (let index = 0; index < 20; index++) {
      await Promise.resolve(inbox.accept(entryOf({ lane: `${index} ${long}` }), false)).catch(() => refused++)
    }
    expect(refused).toBe(12)
  })

  it('effects: the ones that were begun first go, and never one that runs', async () => {
    const { turns } = openMemory({ effectBytes: 1_000_000 })
    const running = effectOf()
    await turns.begin(running)
    const effects = Array.from({ length: 20 }, () => effectOf({ within: -1_000 }))
    for (const effect of effects) {
      await turns.begin(effect)
      await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: long })
    }
    expect(await turns.begin(againBy(running))).toEqual({ status: 'running' })
    const last = effects.at(-1) ?? running
    expect(await turns.begin(againBy(last))).toEqual({ status: 'concluded', outcome: long })
    const first = effects[0] ?? running
    expect(await turns.begin(againBy(first))).toEqual({ status: 'begun' })
    expect(await turns.sweep(0, 1_000)).toBeGreaterThan(5)
  })
})
