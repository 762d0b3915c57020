import { describe, expect } from 'vitest'
import type { Talk } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { byTheClock, finding, sending, stores, unknown } from './sending.ts'

const endings: readonly (readonly [name: string, end: (talk: Talk) => unknown])[] = [
  ['returns', (talk) => talk.end('Sent')],
  ['makes', (talk) => void talk.end('Sent')],
  [
    'throws',
    (talk) => {
      throw talk.end('Sent')
    },
  ],
]

describe.each(dealt(stores))('An effect is in doubt, %s', (_name, world, it) => {
  it.each(endings)('where it %s an ending after it did something', async (_what, end) => {
    const keys: string[] = []
    const found = finding()
    const send = async (key: string, talk: Talk) => {
      keys.push(key)
      return end(talk)
    }
    const { phone, lines } = await world().start(sending(send, { recover: found.recover }), byTheClock)
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(unknown)
    const [line] = lines.saying('an effect may have happened or not')
    expect(JSON.stringify(line)).toContain('it stands inside the step: return it from the script')
    expect(line).toMatchObject({ level: 50, effect: 'send', key: keys[0] })
    await caller.dial('*713#').expectScreen('Sent: {"found":1}')
    expect(keys).toHaveLength(1)
    expect(found.keys).toEqual(keys)
  })
})
