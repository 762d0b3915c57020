import { expect, it } from 'vitest'
import { realStores } from '../../../store/real-stores.ts'
import { post, replyOf } from '../../sockets/post.ts'
import { serve } from '../../sockets/serve.ts'

it.each(realStores)('A turn that misses the one before it ends its session politely, on %s', async (_name, place) => {
  const runs: string[] = []
  const storeOf = place()
  const app = await serve({
    store: storeOf(),
    ussd: (push, turn) => {
      runs.push(push.message)
      return turn.prompt(push.message, { state: runs.length })
    },
  })
  const told = async (SessionId: string, Message: string, Sequence: number | null = null): Promise<unknown> => {
    const Type = Sequence === 1 ? 'Initiation' : 'Response'
    return replyOf(await post(app.port, { SessionId, Type, Message, Sequence })).Message
  }
  expect(await told('a', 'dial', 1)).toBe('dial')
  expect(await told('a', 'second', 2)).toBe('second')
  expect(await told('a', 'fourth', 4)).toBe('This has ended. Please dial again.')
  expect(await told('a', 'fifth', 5)).toBe('This has ended. Please dial again.')
  expect(await told('b', 'begins', 5)).toBe('begins')
  expect(await told('b', 'next', 6)).toBe('next')
  expect(await told('b', 'same number', 6)).toBe('same number')
  expect(await told('b', 'after it', 7)).toBe('after it')
  expect(await told('b', 'two further', 10)).toBe('This has ended. Please dial again.')
  expect(await told('c', 'dials', 1)).toBe('dials')
  expect(await told('c', 'one', 2)).toBe('one')
  expect(await told('c', 'one more', 2)).toBe('one more')
  expect(await told('c', 'fourth', 4)).toBe('fourth')
  expect(await told('c', 'sixth', 6)).toBe('This has ended. Please dial again.')
  expect(await told('d', 'it dials', 1)).toBe('it dials')
  expect(await told('d', 'no number')).toBe('no number')
  expect(await told('d', 'third', 3)).toBe('third')
  expect(await told('d', 'no number again')).toBe('no number again')
  expect(await told('d', 'seventh', 6)).toBe('This has ended. Please dial again.')
  const counted = [1, null, null, 2, 5, 6]
  for (const [at, sequence] of counted.entries())
    expect(await told('f', `counted ${at}`, sequence)).toBe(`counted ${at}`)
  expect(await told('f', 'counted 4', 5)).toBe('counted 4')
  expect(await told('f', 'late', 4)).toBe('counted 5')
  expect(await told('f', 'skips one', 8)).toBe('This has ended. Please dial again.')
  // The last whole number that JavaScript tells from the next: no store adds to it.
  expect(await told('e', 'at the end of numbers', Number.MAX_SAFE_INTEGER)).toBe('at the end of numbers')
  expect(await told('e', 'still there', Number.MAX_SAFE_INTEGER)).toBe('still there')
  expect(await told('e', 'and there', Number.MAX_SAFE_INTEGER)).toBe('and there')
  expect(runs.slice(0, 6)).toEqual(['dial', 'second', 'begins', 'next', 'same number', 'after it'])
  expect(runs.slice(6, -3)).toEqual([
    'dials',
    'one',
    'one more',
    'fourth',
    'it dials',
    'no number',
    'third',
    'no number again',
    ...counted.map((_, at) => `counted ${at}`),
  ])
})
