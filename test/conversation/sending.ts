import { expect, onTestFinished } from 'vitest'
import type { OnceOptions, Script, Talk } from '../../src/conversation/index.ts'
import { memoryStore, systemClock } from '../../src/index.ts'
import type { Phone } from '../../src/testing/index.ts'
import { type StubService, startService } from '../client/stub-service.ts'
import { realStores } from '../store/real-stores.ts'
import { realWorld, type World } from './world.ts'

export const unknown = 'We could not confirm your last request. Please do not repeat it: we will let you know.'
export const message = { from: 'Shop', to: '+233000000000', content: 'Thank you' }

export type Send = (key: string, talk: Talk) => Promise<unknown>

export const sending =
  (send: Send, options: OnceOptions<unknown> = {}): Script =>
  async (talk) => {
    if (!(await talk.confirm('Send it?'))) return talk.end('Bye')
    const sent = await talk.once('send', (key) => send(key, talk), options)
    return talk.end(`Sent: ${JSON.stringify(sent)}`)
  }

/** A service that takes what is sent, and never answers. */
export interface SilentService extends StubService {
  /** What its clients have sent: a call that is cut off soon may end before the service has it. */
  readonly sent: unknown[]
}

/** Starts one, until the test is over. */
export async function silent(): Promise<SilentService> {
  const service = await startService()
  onTestFinished(() => service.close())
  service.answer(() => undefined)
  const sent: unknown[] = []
  const recorded: typeof fetch = (input, init) => {
    sent.push(JSON.parse(String(init?.body)))
    return fetch(input, init)
  }
  return { ...service, sent, client: (options) => service.client({ fetch: recorded, ...options }) }
}

/** Dials and sends, and leaves once the service has the call. */
export async function leaveWhileSending(caller: Phone, { received }: StubService): Promise<void> {
  await caller.dial('*713#')
  const answered = caller.reply('1').run()
  await expect.poll(() => received).toHaveLength(1)
  await caller.timeout()
  await answered.catch(() => undefined)
}

/** Finds what was sent, from the second time on. */
export function finding(): { readonly keys: string[]; readonly recover: (key: string) => unknown } {
  const keys: string[] = []
  return { keys, recover: (key) => ({ found: keys.push(key) }) }
}

export const stores: readonly (readonly [name: string, world: () => World])[] = [
  ['in memory', () => realWorld(memoryStore())],
  ...realStores.map(([name, make]) => [`on ${name}`, () => realWorld(make()())] as const),
]

/** A store may still be told that an effect is left when the next dial comes: that waits a moment, which passes by itself. */
export const byTheClock = { clock: systemClock }
