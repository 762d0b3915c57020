import { describe, expect, it } from 'vitest'
import { DatabaseSync } from '../../../src/store/sqlite/worker/connection.ts'
import { entryOf } from '../../../src/testing/store-suite/samples.ts'
import { eventually } from '../../../src/testing/store-suite/suite-context.ts'
import { fileOfTest, openStore } from './opened.ts'

const unavailable = { code: 'FMW_STORE_UNAVAILABLE' }

/** Holds the file as long as it is not let go. */
function hold(file: string) {
  const connection = new DatabaseSync(file)
  connection.exec('BEGIN IMMEDIATE')
  return () => {
    connection.exec('ROLLBACK')
    connection.close()
  }
}

describe('operations that are given up while the file is held up', () => {
  it('may happen anyway; a claim that nobody waits for is handed back', async () => {
    const file = fileOfTest()
    const { inbox } = await openStore(file, undefined, { timeout: 100 })
    const letGo = hold(file)
    const entry = entryOf()
    await expect(inbox.accept(entry, true)).rejects.toMatchObject(unavailable)
    letGo()
    // The entry is there and waits, or it was never kept: asking again is harmless either way.
    await eventually('the entry', () =>
      Promise.resolve(inbox.accept(entry, false)).then(
        () => true,
        () => false,
      ),
    )
    await eventually('its claim', async () => (await inbox.claim(1).catch(() => [])).length === 1)
  })

  it('are handed back until that succeeds', async () => {
    const file = fileOfTest()
    const { inbox } = await openStore(file, undefined, { timeout: 300 })
    for (let count = 0; count < 3; count += 1) await inbox.accept(entryOf(), false)
    const letGo = hold(file)
    // It stands behind a group that waits for the file, so its answer comes too late.
    const accepted = inbox.accept(entryOf(), false)
    await new Promise(setImmediate)
    const claimed = inbox.claim(5)
    await expect(accepted).rejects.toMatchObject(unavailable)
    await expect(claimed).rejects.toMatchObject(unavailable)
    setTimeout(letGo, 3_000)
    let count = 0
    await eventually('the claims', async () => {
      count += (await inbox.claim(5).catch(() => [])).length
      return count >= 3
    })
  })

  it('are handed back only where something was claimed', async () => {
    const file = fileOfTest()
    const { inbox } = await openStore(file, undefined, { timeout: 100 })
    const known = entryOf()
    await inbox.accept(known, false)
    await eventually('its claim', async () => (await inbox.claim(1).catch(() => [])).length === 1)
    const letGo = hold(file)
    const asked = [
      inbox.accept(known, true),
      inbox.accept({ ...known, fingerprint: 'another' }, true),
      inbox.accept({ ...entryOf(), identity: known.identity, lane: 'of its own', fingerprint: 'a third' }, true),
      inbox.accept(entryOf({ lane: known.lane }), true),
    ]
    for (const end of await Promise.allSettled(asked)) expect(end.status).toBe('rejected')
    letGo()
    await eventually('the conflict with a lane of its own', async () => {
      const [claim] = await inbox.claim(1).catch(() => [])
      return claim?.entry.lane === 'of its own'
    })
  })

  it('are not asked for again once the store is closed', async () => {
    const file = fileOfTest()
    const opened = await openStore(file, undefined, { timeout: 100 })
    await opened.inbox.accept(entryOf(), true)
    const letGo = hold(file)
    await opened.close()
    letGo()
    const { inbox } = await openStore(file)
    expect((await inbox.claim(1)).length).toBe(1)
  })

  it('are settled anyway when the settlement comes through late', async () => {
    const file = fileOfTest()
    const { inbox } = await openStore(file, undefined, { timeout: 200 })
    const acceptance = await inbox.accept(entryOf(), true)
    if (acceptance.status !== 'accepted' || acceptance.claim === undefined) throw new Error('it is the head')
    const { claim } = acceptance
    const letGo = hold(file)
    await expect(inbox.settle(claim, { state: 'handedBack' })).rejects.toMatchObject(unavailable)
    letGo()
    await eventually('the claim', async () => (await inbox.claim(1).catch(() => [])).length === 1)
    expect(await inbox.settle(claim, { state: 'handedBack' })).toBe(false)
  })
})
