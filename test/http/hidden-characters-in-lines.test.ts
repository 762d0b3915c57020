import { expect, it, onTestFinished } from 'vitest'
import { memoryStore, type Store } from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { newFile, removeFiles } from '../store/sqlite/files.ts'
import { appWith, post } from './app.ts'
import { linesOf } from './lines.ts'
import { kinds } from './receiver.ts'
import { paths, samples } from './samples.ts'

/** What a terminal obeys, what turns a text around, and what nobody sees. */
const hostile = 'a\u001b[2J\u009b\u061c\u00ad\u202e\u2028\ufff9\u{e0041}\u200b\nz'
const shown = String.raw`a\u001b[2J\u009b\u061c\u00ad\u202e\u2028\ufff9\udb40\udc41\u200b\u000az`

/** The same push, hostile in each of its texts that may be so. */
function spoiled(push: object, isSpoiled: (name: string) => boolean): object {
  const text = JSON.stringify(push, (name, value: unknown) =>
    typeof value === 'string' && isSpoiled(name) ? `${value}${hostile}` : value,
  )
  return JSON.parse(text)
}

const identifiers = ['SessionId', 'CheckoutId', 'ClientReference', 'OrderId', 'TransactionId', 'MessageId', 'From']

const stores: readonly (readonly [string, () => Store])[] = [
  ['memory', () => memoryStore()],
  [
    'SQLite',
    () => {
      const file = newFile()
      onTestFinished(() => removeFiles(file))
      return sqliteStore(file)
    },
  ],
]

it.each(stores)('no line shows a hidden character of a push, on %s', async (_name, newStore) => {
  const lines = linesOf('trace')
  const fail = (): never => {
    throw Object.assign(new Error(`cannot serve ${hostile}`, { cause: hostile }), { code: hostile })
  }
  const app = await appWith(
    {
      verify: 'none',
      store: newStore(),
      logScreens: true,
      ussd: { handler: (push, turn) => turn.prompt(`Not ${push.message}?`), onLeave: fail },
      programmable: fail,
      payment: (payment) => (payment.kind === 'checkout' ? undefined : fail()),
      deliveryReport: fail,
      inboundMessage: fail,
      retry: { attempts: 1 },
    },
    { server: { logger: lines.logger } },
  )
  for (const kind of kinds) {
    const push = spoiled(samples[kind], (name) => identifiers.includes(name))
    await post(app, paths[kind], push)
    await post(app, paths[kind], push)
    await post(
      app,
      paths[kind],
      spoiled(samples[kind], (name) => name !== 'Type'),
    )
    await post(app, paths[kind], JSON.parse(JSON.stringify(push).replaceAll('50.5', '51')))
    await post(app, paths[kind], `{"${hostile}":`)
    await post(app, paths[kind], { [hostile]: hostile })
  }
  await post(app, paths.ussd, { ...samples.ussd, SessionId: hostile, Sequence: 2, Type: 'Response', Message: hostile })
  await post(app, paths.ussd, { ...samples.ussd, SessionId: hostile, Sequence: 3, Type: 'Release' })
  await app.close()

  // JSON escapes what is below U+0020 by itself; here it was said in words, so that whoever prints it shows no more.
  const texts = lines.all().map((line) => JSON.stringify(line))
  expect(texts.filter((line) => /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u.test(line))).toEqual([])
  expect(texts.filter((line) => /(?<!\\)\\u001b/.test(line))).toEqual([])
  const named = lines.all().filter(({ sessionId, id }) => [sessionId, id].some((one) => String(one).includes(shown)))
  expect(new Set(named.map(({ kind }) => kind)).size).toBeGreaterThan(4)
  expect(
    lines
      .saying('a turn was answered')
      .some(({ screen }) => screen === `Not ${shown.replace(String.raw`\u000a`, '\n')}?`),
  ).toBe(true)
})
