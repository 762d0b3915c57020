import { describe, expect, it, onTestFinished } from 'vitest'
import type { Erasure } from '../../../src/store/people/erasure.ts'
import { sealStore } from '../../../src/store/sealed/sealed-store.ts'
import type { OpenStore, Store, StoreLook } from '../../../src/store/store.ts'
import {
  againBy,
  bytesOf,
  closingOf,
  done,
  effectOf,
  entryOf,
  newSession,
  openingOf,
} from '../../../src/testing/store-suite/samples.ts'
import { run, workOne } from '../../../src/testing/store-suite/working.ts'
import { realStores } from '../real-stores.ts'
import { first, openBare, openWith, registration, second, text } from './stores.ts'

const digits = '233000000042'
const number = { digits, without: (given: string) => given.replaceAll(/\+?233000000042/g, '...042') }
const erasure: Erasure = { registration, entries: [], phoneKey: 'digest of nobody', number }

/** Looks at a store as whoever has these secrets. */
async function lookWith(store: Store, secrets: readonly string[], isSealing = true): Promise<StoreLook> {
  const look = await sealStore(store, { secrets, isSealing }).look?.()
  if (look === undefined) throw new Error('there is a look')
  onTestFinished(() => look.close())
  return look
}

/** Keeps what an effect gave. @returns what it is said to have given from then on */
async function did({ turns }: OpenStore, outcome: string) {
  const effect = effectOf()
  await turns.begin(effect)
  await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome })
  return ({ turns: later }: OpenStore) => later.begin(againBy(effect, { turn: null }))
}

describe.each(realStores)('erasing somebody from %s', (_name, make) => {
  it('who is known by a word and no number leaves the outcomes as they are, and takes their sessions', async () => {
    const open = make()
    const opened = await openWith(open(), [first])
    const outcome = await did(opened, `"to ${digits}"`)
    const id = newSession()
    const opening = openingOf(id, 1, { phoneKey: 'digest of client-5f2e9c' })
    const { fence } = await run(opened.turns, opening)
    await opened.turns.close(closingOf(opening, fence, { session: { isOver: true } }))
    const look = await lookWith(open(), [first])
    const erased = await look.erase?.({ ...erasure, phoneKey: 'digest of client-5f2e9c', number: undefined })
    expect(erased).toEqual({ entries: [], sessions: 1, results: 0, effects: 0 })
    expect(await opened.turns.get(registration, id)).toEqual([])
    expect(await outcome(opened)).toMatchObject({ outcome: `"to ${digits}"` })
  })

  it('goes on where an entry was forgotten since it was found', async () => {
    const open = make()
    const { inbox } = await openWith(open(), [first])
    const entry = entryOf({ payload: bytesOf('"Ama"') })
    await workOne(inbox, entry, done())
    const look = await lookWith(open(), [first])
    const masked = bytesOf('"..."')
    const entries = [
      { id: 'forgotten', payload: masked, attempts: 1 },
      { id: entry.id, payload: masked, attempts: 1 },
    ]
    expect(await look.erase?.({ ...erasure, entries })).toEqual({
      entries: [entry.id],
      sessions: 0,
      results: 0,
      effects: 0,
    })
    expect(text((await inbox.get(registration, entry.id))?.payload)).toBe('"..."')
  })

  it('changes nothing that is sealed under a secret that is not given', async () => {
    const open = make()
    const { inbox } = await openWith(open(), [first])
    const entry = entryOf({ payload: bytesOf('"Ama"') })
    await workOne(inbox, entry, done())
    const look = await lookWith(open(), [], false)
    await expect(
      look.erase?.({ ...erasure, entries: [{ id: entry.id, payload: bytesOf('"..."'), attempts: 1 }] }),
    ).rejects.toMatchObject({
      code: 'FMW_SEALED',
      message: expect.stringContaining('no secret is given'),
    })
    expect(text((await inbox.get(registration, entry.id))?.payload)).toBe('"Ama"')
  })

  it('takes their number out of outcomes: sealed ones, plain ones, and one that only looks sealed', async () => {
    const open = make()
    const [bare, plain, sealing] = [
      await openBare(open()),
      await openWith(open(), [second], false),
      await openWith(open(), [first]),
    ]
    const outcomes = [
      await did(bare, `"plain +${digits}"`),
      await did(plain, `~fmw~ +${digits}`),
      await did(sealing, `"sealed ${digits}"`),
      await did(sealing, '"of another"'),
    ]
    const look = await lookWith(open(), [first])
    expect(await look.erase?.(erasure)).toEqual({ entries: [], sessions: 0, results: 0, effects: 3 })
    const kept = await Promise.all(outcomes.map((read) => read(sealing)))
    const outcome = ['"plain ...042"', '~fmw~ ...042', '"sealed ...042"', '"of another"']
    expect(kept).toEqual(outcome.map((one) => ({ status: 'concluded', outcome: one })))
  })

  it('does it in a store that was never sealed, too', async () => {
    const open = make()
    const bare = await openBare(open())
    const outcome = await did(bare, `"plain +${digits}"`)
    const look = await open().look?.()
    onTestFinished(() => look?.close())
    expect(await look?.erase?.(erasure)).toEqual({ entries: [], sessions: 0, results: 0, effects: 1 })
    expect(await outcome(bare)).toEqual({ status: 'concluded', outcome: '"plain ...042"' })
  })
})
