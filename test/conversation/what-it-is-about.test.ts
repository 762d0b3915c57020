import { expect, it } from 'vitest'
import type { Script } from '../../src/conversation/index.ts'
import { everyWorld } from './every-world.ts'

const claiming =
  (mark: 'home' | 'none' | 'empty' | 'null'): Script =>
  async (talk) => {
    for (;;) {
      if (mark === 'home') talk.home()
      const wish = await talk.choose('Menu', ['Claim', 'Info', 'Leave'])
      if (wish === 'Info') {
        await talk.show('Claims are free')
        continue
      }
      if (wish === 'Leave') return talk.end('Goodbye')
      talk.about('Claim of GHS 50')
      if (mark === 'empty') talk.about(' ')
      if (mark === 'null') talk.about(null)
      if (!(await talk.confirm('Claim 50?'))) continue
      await talk.once('claim', () => 'C1')
      await talk.show('Claim C1 is with us')
    }
  }

const plain = /^You did not finish\. Continue\?/

it.each(everyWorld)('what a session was about is what the subscriber is asked by, %s', async (_name, world) => {
  const { phone } = await world().start(claiming('none'))
  await phone()
    .dial('*713#')
    .reply('1')
    .redial()
    .expectScreen(/^Claim of GHS 50: continue\?/)
})

it.each(everyWorld)('and is over once its effect is done, %s', async (_name, world) => {
  const { phone } = await world().start(claiming('none'))
  const caller = phone()
  await caller
    .dial('*713#')
    .reply('1')
    .reply('1')
    .expectScreen(/^Claim C1 is with us/)
    .redial()
    .expectScreen(plain)
  await caller
    .reply('1')
    .expectScreen(/^Claim C1/)
    .reply('1')
    .expectScreen(/^Menu/)
    .redial()
    .expectScreen(plain)
})

it.each(everyWorld)('and after a No, also when it is read again, %s', async (_name, world) => {
  const { phone } = await world().start(claiming('none'))
  const caller = phone()
  await caller.dial('*713#').reply('1').reply('2').expectScreen(/^Menu/).redial().expectScreen(plain)
  await caller
    .reply('1')
    .reply('2')
    .expectScreen(/^Claims are free/)
    .redial()
    .expectScreen(plain)
})

it.each(['home', 'empty', 'null'] as const)('and where the script clears it: %s', async (mark) => {
  const [, [, world] = []] = everyWorld
  const { phone } = (await world?.().start(claiming(mark))) ?? expect.fail()
  const caller = phone()
  await caller.dial('*713#').reply('1')
  if (mark === 'home') await caller.reply('2').reply('2')
  await caller.redial().expectScreen(plain)
})
