import { expect, it } from 'vitest'
import { conversation, text } from '../../../src/conversation/index.ts'
import { phone } from '../../../src/testing/index.ts'
import { realStores } from '../../store/real-stores.ts'
import { officeOf } from './office.ts'

it.each(realStores)(
  'what was typed in a session is masked in the one that continues it, and where that is left, on %s',
  async (_name, make) => {
    const { app, ask } = await officeOf(undefined, {
      store: make()(),
      ussd: conversation(async (talk) => {
        const name = await talk.ask('Who gets it?', text())
        const town = await talk.ask('Where?', text())
        await talk.confirm(`For ${name} in ${town}?`)
        return talk.end('Thank you')
      }),
    })
    const mobile = '+233000000041'
    await phone(app, { mobile }).dial('*713#').reply('kofi mensah').hangUp()
    const again = phone(app, { mobile })
    await again.dial('*713#')
    await again.reply('1')
    await again.reply('tema')
    await again.hangUp()
    // Another caller's words are not looked for.
    const other = phone(app, { mobile: '+233000000042' })
    await other.dial('*713#').reply('esi').reply('kofi mensah')
    const { body } = await ask('session', { session: again.sessionId })
    expect(body.sessions[0].transcript.map(({ screen }: { screen: string }) => screen)).toMatchObject({
      2: expect.stringMatching(/^For \* \* in \*\?/),
    })
    const { body: left } = await ask('drop-off')
    const { body: others } = await ask('session', { session: other.sessionId })
    expect(others.sessions[0].transcript.at(-1).screen).toMatch(/^For \* in \* \*\?/)
    expect(left.screens.map(({ screen }: { screen: string }) => screen).join()).toMatch(/For \* in \*\?/)
    expect(JSON.stringify([body, left])).not.toMatch(/kofi|mensah|tema/)
    await app.close()
  },
)

it.each([
  ['letters', 'joão conceição'],
  ['an apostrophe', '“kofi” o’brien'],
])('a name that was typed is masked where a screen shows it in letters that phones have: %s', async (_what, name) => {
  const [, make] = realStores[0] ?? expect.fail()
  const { app, ask } = await officeOf(undefined, {
    store: make()(),
    ussd: conversation(async (talk) => {
      const typed = await talk.ask('Your name?', text())
      await talk.confirm(`Thanks ${typed}, is it right?`)
      return talk.end('Thank you')
    }),
  })
  const mobile = '+233000000043'
  const caller = phone(app, { mobile })
  await caller.dial('*713#').reply(name).hangUp()
  const { body } = await ask('session', { session: caller.sessionId })
  const { body: left } = await ask('drop-off')
  const exported = await app.merchant.export({ phone: mobile })
  expect(body.sessions[0].transcript[1].screen).toMatch(/^Thanks [*"]+ \*, is it right\?/)
  expect(JSON.stringify([body, left, exported])).not.toMatch(/joao|conceicao|kofi|brien/)
  await app.close()
})
