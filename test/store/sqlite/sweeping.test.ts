import { describe, expect, it } from 'vitest'
import { done, entryOf } from '../../../src/testing/store-suite/samples.ts'
import { fileOfTest, openStore } from './opened.ts'
import { startHere } from './threads-here.ts'

describe('sweeping a store', () => {
  it('forgets identities wherever they are kept', async () => {
    const { inbox } = await openStore(fileOfTest(), startHere)
    // Enough that some are written to the index, and others are not yet.
    const entries = Array.from({ length: 1_000 }, () => entryOf())
    const acceptances = await Promise.all(entries.map((entry) => inbox.accept(entry, true)))
    const claims = acceptances.flatMap((each) => (each.status === 'accepted' && each.claim ? [each.claim] : []))
    expect(claims.length).toBe(1_000)
    await Promise.all(claims.map((claim) => inbox.settle(claim, done())))
    const retention = { entries: 3_600_000, identities: 0, rejected: 10 }
    let swept = 0
    for (let count = -1; count !== 0; swept += count) count = await inbox.sweep(retention, 500)
    expect(swept).toBe(1_000)
    const again = await Promise.all(entries.map((entry) => inbox.accept(entry, false)))
    expect(again.filter(({ status }) => status === 'accepted').length).toBe(1_000)
  })
})
