import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ServerFailure } from '../../../src/store/postgres/server/failure.ts'
import { Group } from '../../../src/store/postgres/server/group.ts'
import { Semaphore } from '../../../src/store/postgres/server/semaphore.ts'
import { within } from '../../../src/store/postgres/server/within.ts'

interface Op {
  readonly name: string
  readonly order: string
  readonly bytes: number
}

const op = (name: string, facts: Partial<Op> = {}): Op => ({ name, order: name, bytes: 1, ...facts })

function groupOf(run: (names: readonly string[]) => Promise<void> | void) {
  const groups: string[][] = []
  const group = new Group<Op, string>({
    run: async (ops) => {
      const names = ops.map(({ name }) => name)
      groups.push(names)
      await run(names)
      return ({ name }) => name
    },
    bytesOf: ({ bytes }) => bytes,
    orderOf: ({ order }) => order,
    namesOf: ({ name }) => [name],
  })
  return { group, groups }
}

/** None comes back before its gate is opened, and no time passes by itself. */
function heldGroups() {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const gates: (() => void)[] = []
  return { ...groupOf(() => new Promise((resolve) => gates.push(resolve))), gates }
}

const step = () => new Promise((resolve) => setImmediate(resolve))
const nothing = () => undefined
const failure = (kind: ServerFailure['kind']) => new ServerFailure({ kind, why: kind })

describe('a group', () => {
  it('takes all that is asked for in one turn of the event loop', async () => {
    const { group, groups } = groupOf(nothing)
    expect(await Promise.all(['a', 'b', 'c'].map((name) => group.add(op(name))))).toEqual(['a', 'b', 'c'])
    expect(groups).toEqual([['a', 'b', 'c']])
    expect(group.commits).toBe(1)
  })

  it('holds 500 rows or 4 MiB at most', async () => {
    const { group, groups } = groupOf(nothing)
    await Promise.all(Array.from({ length: 1_100 }, (_, place) => group.add(op(`${place}`))))
    expect(groups.map(({ length }) => length)).toEqual([500, 500, 100])
    const heavy = Array.from({ length: 5 }, (_, place) => group.add(op(`heavy ${place}`, { bytes: 3 * 1_048_576 })))
    await Promise.all(heavy)
    expect(groups.slice(3).map(({ length }) => length)).toEqual([2, 2, 1])
  })

  it('has two away at most, the second after 5 ms, and none with what must keep its order', async () => {
    const { group, groups, gates } = heldGroups()
    const all = [group.add(op('a1', { order: 'a' }))]
    await step()
    all.push(group.add(op('a2', { order: 'a' })), group.add(op('b1')))
    await step()
    expect(groups).toEqual([['a1']])
    vi.advanceTimersByTime(5)
    all.push(group.add(op('c1')))
    await step()
    vi.advanceTimersByTime(5)
    expect(groups).toEqual([['a1'], ['b1']])
    gates[0]?.()
    await step()
    vi.advanceTimersByTime(5)
    expect(groups).toEqual([['a1'], ['b1'], ['a2', 'c1']])
    for (const open of gates) open()
    await Promise.all(all)
  })

  it('goes beside another at once when 32 wait, and with fewer of them once that has come back', async () => {
    const { group, groups, gates } = heldGroups()
    const many = (count: number, name: string) =>
      Array.from({ length: count }, (_, place) => group.add(op(`${name}${place}`)))
    const all = many(1, 'first')
    await step()
    all.push(...many(31, 'few'))
    await step()
    expect(groups.map(({ length }) => length)).toEqual([1])
    gates[0]?.()
    await step()
    expect(groups.map(({ length }) => length)).toEqual([1, 31])
    all.push(...many(32, 'many'))
    await step()
    expect(groups.map(({ length }) => length)).toEqual([1, 31, 32])
    for (const open of gates) open()
    await Promise.all(all)
  })

  it('does not go beside another because of those that are patient, and takes them with it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const gates: (() => void)[] = []
    const sizes: number[] = []
    const group = new Group<Op, string>({
      run: async (ops) => {
        sizes.push(ops.length)
        await new Promise<void>((resolve) => gates.push(resolve))
        return ({ name }) => name
      },
      bytesOf: ({ bytes }) => bytes,
      orderOf: ({ order }) => order,
      namesOf: ({ name }) => [name],
      isPatient: ({ name }) => name.startsWith('patient'),
    })
    const many = (count: number, name: string) =>
      Array.from({ length: count }, (_, place) => group.add(op(`${name} ${place}`)))
    const all = many(1, 'first')
    await step()
    all.push(...many(40, 'patient'), ...many(31, 'other'))
    await step()
    expect(sizes).toEqual([1])
    all.push(...many(1, 'last'))
    await step()
    expect(sizes).toEqual([1, 72])
    for (const open of gates) open()
    await Promise.all(all)
  })

  it('has no two of one name, and keeps the order of what waits for that', async () => {
    const { group, groups } = groupOf(nothing)
    const same = op('same')
    await Promise.all([group.add(same), group.add(same), group.add(op('after', { order: 'same' }))])
    expect(groups).toEqual([['same'], ['same', 'after']])
  })

  it('is halved until the row that is at fault fails alone', async () => {
    const { group } = groupOf((names) => {
      if (names.includes('5')) throw failure('row')
    })
    const results = await Promise.allSettled(Array.from({ length: 9 }, (_, place) => group.add(op(`${place}`))))
    expect(results.map(({ status }) => status)).toEqual(
      Array.from({ length: 9 }, (_, place) => (place === 5 ? 'rejected' : 'fulfilled')),
    )
  })

  it('gives up what came five seconds ago wherever it is, and asks for none of it later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const gates: (() => void)[] = []
    const { group, groups } = groupOf(() => new Promise((resolve) => gates.push(resolve)))
    const outcomes: string[] = []
    const add = (name: string, order: string) => {
      const told = (how: string) => () => void outcomes.push(`${name} ${how}`)
      group.add(op(name, { order }), performance.now()).then(told('done'), told('given up'))
    }
    add('away', 'one')
    await step()
    await vi.advanceTimersByTimeAsync(3_000)
    add('behind', 'one')
    await step()
    await vi.advanceTimersByTimeAsync(2_250)
    expect(outcomes).toEqual(['away given up'])
    add('last', 'one')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(outcomes).toEqual(['away given up', 'behind given up'])
    for (const open of gates) open()
    await step()
    await step()
    for (const open of gates) open()
    await step()
    expect(outcomes).toEqual(['away given up', 'behind given up', 'last done'])
    expect(groups).toEqual([['away'], ['last']])
  })

  it('is tried again where that may help, four times at most', async () => {
    let tries = 0
    const { group } = groupOf(() => {
      if (++tries < 3) throw failure('again')
    })
    expect(await group.add(op('a'))).toBe('a')
    expect(tries).toBe(3)
    tries = Number.NEGATIVE_INFINITY
    const { group: hopeless, groups } = groupOf(() => {
      throw failure('again')
    })
    await expect(hopeless.add(op('a'))).rejects.toMatchObject({ why: 'again' })
    expect(groups).toHaveLength(4)
  })

  it('lets what somebody else holds rest, keeps what must keep its order behind it, and does the others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    let isHeld = true
    const groups: [readonly string[], boolean][] = []
    const group = new Group<Op, string>({
      run: async (ops, wereHeld) => {
        groups.push([ops.map(({ name }) => name), wereHeld])
        return ({ name, order }) => (order === 'a' && isHeld ? undefined : name)
      },
      bytesOf: ({ bytes }) => bytes,
      orderOf: ({ order }) => order,
      namesOf: ({ name }) => [name],
    })
    const held = group.add(op('held', { order: 'a' }))
    expect(await group.add(op('b'))).toBe('b')
    const behind = group.add(op('behind', { order: 'a' }))
    expect(await group.add(op('c'))).toBe('c')
    expect(groups).toEqual([
      [['held', 'b'], false],
      [['c'], false],
    ])
    vi.advanceTimersByTime(250)
    await step()
    isHeld = false
    vi.advanceTimersByTime(250)
    expect(await Promise.all([held, behind])).toEqual(['held', 'behind'])
    expect(groups.slice(2)).toEqual([
      [['held', 'behind'], true],
      [['held', 'behind'], true],
    ])
  })

  it('refuses what is held for five seconds since it came, however late it was first tried', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    let tries = 0
    const group = new Group<Op, string>({
      run: async () => {
        tries++
        return () => undefined
      },
      bytesOf: ({ bytes }) => bytes,
      orderOf: ({ order }) => order,
      namesOf: ({ name }) => [name],
    })
    const since = performance.now()
    vi.advanceTimersByTime(2_000)
    const refused = Promise.allSettled(Array.from({ length: 500 }, (_, place) => group.add(op(`${place}`), since)))
    await step()
    for (let passed = 2_000; passed <= 5_000; passed += 250) {
      vi.advanceTimersByTime(250)
      await step()
    }
    const reasons = (await refused).map((told) => told.status === 'rejected' && told.reason.code)
    expect(new Set(reasons)).toEqual(new Set(['55P03']))
    expect(tries).toBe(11)
    expect(group.commits).toBe(0)
  })

  it('takes what waits with it when nobody answers, and only then', async () => {
    for (const [kind, rejected] of [
      ['away', 1_200],
      ['other', 1_000],
    ] as const) {
      let isFirst = true
      const { group } = groupOf(async (names) => {
        await new Promise((resolve) => setImmediate(resolve))
        if (names.includes('0') || (kind === 'other' && names.includes('500'))) throw failure(kind)
        if (isFirst) isFirst = false
      })
      const asked = Array.from({ length: 1_200 }, (_, place) => group.add(op(`${place}`)))
      const results = await Promise.allSettled(asked)
      const refused = results.filter(({ status }) => status === 'rejected').length
      expect(refused).toBe(kind === 'away' ? refused : rejected)
      expect(results.at(-1)?.status).toBe(kind === 'away' ? 'rejected' : 'fulfilled')
    }
  })
})

describe('patience', () => {
  it('ends after five seconds, and what comes later goes where it is told to', async () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const slow = Promise.withResolvers<string>()
    const late: string[] = []
    const told = within('a free connection', slow.promise, { late: (value) => late.push(value) })
    const refused = expect(told).rejects.toMatchObject({
      kind: 'away',
      why: 'a free connection took longer than 5000 ms',
    })
    vi.advanceTimersByTime(5_000)
    await refused
    slow.resolve('late')
    await slow.promise
    expect(late).toEqual(['late'])
    expect(await within('the server', Promise.resolve('in time'))).toBe('in time')
    await expect(within('the server', Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})

describe('a semaphore', () => {
  it('lets so many in at once, and the others in order', async () => {
    const semaphore = new Semaphore(() => 2)
    const inside: string[] = []
    const gates = new Map<string, () => void>()
    const pass = (name: string) =>
      semaphore.pass(() => {
        inside.push(name)
        return new Promise<void>((resolve) => gates.set(name, resolve))
      })
    const all = ['a', 'b', 'c', 'd'].map(pass)
    expect(inside).toEqual(['a', 'b'])
    gates.get('b')?.()
    await all[1]
    await new Promise((resolve) => setImmediate(resolve))
    expect(inside).toEqual(['a', 'b', 'c'])
    gates.get('a')?.()
    await all[0]
    await new Promise((resolve) => setImmediate(resolve))
    gates.get('c')?.()
    gates.get('d')?.()
    await Promise.all(all)
    await expect(semaphore.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await semaphore.pass(async () => undefined)
    expect(inside).toEqual(['a', 'b', 'c', 'd'])
  })

  it('refuses those who wait too long, but for those who give up themselves', async () => {
    const semaphore = new Semaphore(() => 1, { after: 100, why: () => new Error('too long') })
    const gate = Promise.withResolvers<void>()
    const first = semaphore.pass(() => gate.promise)
    const patient = semaphore.pass(
      async () => 'patient',
      (room) => room,
    )
    await expect(semaphore.pass(async () => 'refused')).rejects.toThrow('too long')
    const last = semaphore.pass(async () => 'last')
    gate.resolve()
    expect(await Promise.all([first, patient, last])).toEqual([undefined, 'patient', 'last'])
  })
})
