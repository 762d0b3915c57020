import { describe, expect, it } from 'vitest'
import { maskedSessions } from '../../src/admin/sessions/masked-session.ts'
import { conversation, text } from '../../src/conversation/index.ts'
import { phone } from '../../src/testing/index.ts'
import { appWith, post } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'
import { call, other, own, pay, report, settled, shopOn, write } from './shop.ts'

describe.each(dealt(realStores))('the data of one person on %s', (_name, make, it) => {
  it('is one value: what came, what was asked and said, and nothing of others', async () => {
    const app = await shopOn(make()())
    for (const mobile of [own, other]) {
      await pay(app, `paid-${mobile.slice(-2)}`, mobile)
      await write(app, mobile, `It is ${mobile}`)
    }
    await call(app, own)
    await call(app, other)
    await settled(app)
    const masked = await app.merchant.export({ phone: own })
    expect(masked).toMatchObject({ phone: '+233...042', registration: 'default', unmasked: null })
    expect(masked.entries).toHaveLength(2)
    expect(masked.sessions.map(({ phone: shown, transcript }) => [shown, transcript.length])).toEqual([
      ['+233...042', 2],
    ])
    expect(JSON.stringify(masked)).not.toMatch(/000000042|000000043|teas for Ama/)

    expect(masked.trail).toEqual([])

    const { entries } = await app.merchant.inbox.list({ kinds: 'checkout' })
    for (const { id } of entries) await app.merchant.inbox.note(id, { by: 'Kofi', note: `told 000 000 0042 of ${id}` })
    for (const { id } of entries) await app.merchant.inbox.note(id, { by: 'Ama', note: 'looked at' })
    const reason = 'asked for on 3 March'
    const whole = await app.merchant.export({ phone: own, unmask: { by: 'Ama', reason } })
    expect(whole).toMatchObject({ phone: own, unmasked: { by: 'Ama', reason } })
    expect(whole.trail).toMatchObject([
      { act: 'note', by: 'Ama' },
      { act: 'note', by: 'Kofi', reason: expect.stringMatching(/^told 000\.\.\.042 of checkout/) },
    ])
    expect((await app.merchant.trail.list({ limit: 1 })).lines).toMatchObject([
      { act: 'export', by: 'Ama', reason, about: { phone: '+233...042', entries: 2 } },
    ])
    expect(JSON.stringify(whole.entries)).toMatch(/Two teas for Ama/)
    expect(JSON.stringify(whole)).not.toMatch(/000000043/)
  })

  it.each([
    ['kofi', "we have *'s order for *-x."],
    ['o’brien', "we have *'s order for *-x."],
    ['müller-lüdenscheidt', "we have *'s order for *-x."],
    ['ŁUKASZ', "we have *'s order for *-x."],
  ])('shows nothing that was typed within a longer word: %s', async (name, shown) => {
    const app = await appWith({
      verify: 'none',
      store: make()(),
      ussd: conversation(async (talk) => {
        const asked = await talk.ask('Your name?', text())
        return talk.end(`we have ${asked}'s order for ${asked}-x.`)
      }),
    })
    await phone(app, { mobile: own }).dial('*713#').reply(name)
    const { sessions } = await app.merchant.export({ phone: own })
    expect(sessions[0]?.transcript[1]?.screen).toBe(shown)
  })

  it('has what names their number anywhere, where every entry is read', async () => {
    const app = await shopOn(make()())
    await report(app, 'm1', other)
    await report(app, 'm2', own)
    await write(app, other, 'call 233 00 000 0042 for me')
    expect((await post(app, paths.checkout, `{"CustomerPhoneNumber": "${own}"`)).statusCode).toBe(400)
    await settled(app)
    const read: string[] = []
    const options = {
      phone: own,
      thorough: true,
      onRead: (done: number, total: number) => read.push(`${done}/${total}`),
    }
    expect((await app.merchant.export({ phone: own })).entries).toMatchObject([{ kind: 'deliveryReport' }])
    const whole = await app.merchant.export(options)
    expect(whole.entries).toMatchObject([{ kind: 'deliveryReport' }, { kind: 'checkout', state: 'rejected' }])
    expect(read).toEqual(['4/4'])
    expect(await app.merchant.erase({ phone: own, thorough: true })).toMatchObject({
      erased: 2,
      masked: 0,
      othersKept: 1,
      keptOthers: [{ kind: 'inboundMessage' }],
    })
    // What somebody else wrote is theirs.
    expect((await app.merchant.inbox.list({ phone: other })).entries).toMatchObject([
      { kind: 'inboundMessage' },
      { kind: 'deliveryReport' },
    ])
  })

  it('leaves the payment of somebody else who named their number, and has one that names them as the payer', async () => {
    const app = await shopOn(make()())
    const pay = (id: string, phone: string, description: string) => {
      const { checkout } = samples
      const Data = { ...checkout.Data, CheckoutId: id, ClientReference: id, CustomerPhoneNumber: phone }
      const PaymentDetails = { ...checkout.Data.PaymentDetails, MobileMoneyNumber: phone }
      return post(app, paths.checkout, { ...checkout, Data: { ...Data, PaymentDetails, Description: description } })
    }
    await pay('gift', other, `Gift for ${own}`)
    await pay('tea', own, `Tea for ${other}`)
    await settled(app)
    const options = { phone: own, thorough: true }
    expect(JSON.stringify(await app.merchant.export({ ...options, unmask: { reason: 'asked for' } }))).not.toContain(
      'gift',
    )
    expect(await app.merchant.erase(options)).toMatchObject({
      masked: 1,
      othersKept: 1,
      keptOthers: [{ kind: 'checkout' }],
    })
    expect((await app.merchant.inbox.list({ phone: other })).entries).toMatchObject([{ reference: 'gift' }])
  })

  it('has what their sessions may go on from, and what was done once', async () => {
    const app = await shopOn(make()(), {
      secret: 'what-seals-the-store-of-this-test-7d1f',
      seal: true,
      inboundMessage: async (_message, attempt) => {
        await attempt
          .once('answer', () => Promise.reject(new Error(`no credit for ${own} on order 1234567`)))
          .catch(() => undefined)
      },
      ussd: conversation(async (talk) => {
        const name = await talk.ask('Your name?', text({ min: 1 }))
        await talk.ask('PIN?', text({ sensitive: true }))
        await talk.load('debts', () => ({ of: own, Amount: 12.5 }))
        await talk.load('credit', () => Promise.reject(new Error(`none for ${own}`))).catch(() => undefined)
        await talk.once('order', () => ({ name, to: own }))
        await talk.confirm('A receipt?')
        return talk.end('Thanks')
      }),
    })
    await write(app, own, 'VOTE')
    await phone(app, { mobile: own }).dial('*713#').reply('Ama Person').reply('4321').timeout()
    await phone(app, { mobile: other }).dial('*713#').reply('Esi Person').reply('4321')
    await settled(app)
    const until = expect.stringMatching(/^20\d\d-.*Z$/)
    const exported = await app.merchant.export({ phone: own, unmask: { reason: 'asked for on 3 March' } })
    const entry = expect.stringMatching(/^inboundMessage:/)
    expect(exported.results.toSorted((one, two) => one.name.localeCompare(two.name))).toEqual([
      {
        name: 'answer',
        entry,
        until,
        value: null,
        error: expect.stringMatching(/^no credit for .* on order 1234567$/),
      },
      { name: 'order', entry: null, until, value: { name: 'Ama Person', to: own }, error: null },
    ])
    expect(exported.states).toEqual([
      {
        kind: 'ussd',
        sessionId: exported.sessions[0]?.sessionId,
        standing: 'left',
        until,
        steps: [
          { step: 'answer', name: 'Yourname', value: 'Ama Person', error: null },
          { step: 'answer', name: '*', value: null, error: null },
          { step: 'load', name: 'debts', value: { of: own, Amount: 12.5 }, error: null },
          { step: 'load', name: 'credit', value: null, error: expect.stringMatching(/^none for /) },
          { step: 'once', name: 'order', value: { name: 'Ama Person', to: own }, error: null },
        ],
        state: null,
      },
    ])
    const masked = await app.merchant.export({ phone: own })
    expect(masked.states).toMatchObject([{ standing: 'left', steps: [{ value: 'Xxx Xxxxxx' }, {}, {}, {}, {}] }])
    expect(masked.results).toHaveLength(2)
    expect(JSON.stringify([masked.states, masked.results])).not.toMatch(/Ama|Person|000000042|1234567/)
  })

  it('has no word that they typed, no name and no PIN in it where it is masked', async () => {
    const app = await shopOn(make()(), {
      secret: 'what-seals-the-store-of-this-test-7d1f',
      ussd: conversation(async (talk) => {
        const name = await talk.ask('Your name?', text({ min: 1 }))
        const pin = await talk.ask('New PIN?', text({ sensitive: true }))
        await talk.confirm(`Set ${pin}?`)
        await talk.once('note', () => ({ for: 'Kwame Boateng', of: name }))
        await talk.show(`${name}, 7391 was sent to AMA OWUSU`)
        await talk.ask('To which town?', text({ min: 1 }))
        return talk.end(`Dear ${name}, your PIN is ${pin}. GHS 1234.50 went to AMA OWUSU`)
      }),
    })
    const caller = phone(app, { mobile: own })
    await caller.dial('*713#').reply('Mensah').reply('7391').choose('Yes').reply('1').reply('Tamale')
    await phone(app, { mobile: own }).dial('*713#').reply('Adjoa').reply('8264').timeout()
    const masked = await app.merchant.export({ phone: own })
    expect(masked.sessions.map(({ transcript }) => transcript.length)).toEqual([4, 6])
    const written = JSON.stringify(masked)
    const theirs = ['Mensah', '7391', 'Tamale', 'Adjoa', '8264', 'OWUSU', 'AMA', 'Boateng', '1234.50', own.slice(1)]
    expect(theirs.filter((word) => written.includes(word))).toEqual([])
    const name = masked.sessions[1]?.sessionId ?? expect.fail()
    expect(masked.sessions[1]).toEqual((await maskedSessions(app.merchant.sessions, name))[0])
  })

  it('has what the handler of an open session keeps', async () => {
    const app = await shopOn(make()(), {
      ussd: ({ serviceCode }, turn) =>
        turn.prompt('Name?', serviceCode === '714' ? {} : { state: { order: 'of Ama' } }),
    })
    await phone(app, { mobile: own }).dial('*714#')
    await phone(app, { mobile: own }).dial('*713#')
    const { states } = await app.merchant.export({ phone: own, unmask: { reason: 'asked for on 3 March' } })
    expect(states).toMatchObject([
      { standing: 'open', steps: null, state: { order: 'of Ama' } },
      { standing: 'open', steps: null, state: null },
    ])
    expect((await app.merchant.export({ phone: own })).states).toMatchObject([{ state: { order: 'xx Xxx' } }, {}])
  })

  it('has the notices of their sessions, which name no phone', async () => {
    const app = await shopOn(make()(), {
      programmable: (_push, turn) =>
        turn.pay('To the checkout', { items: [{ name: 'Tea', quantity: 1, price: 12 }], reference: 'tea-1' }),
    })
    const caller = phone(app, { channel: 'ussd', kind: 'programmable', mobile: own })
    await caller.dial('*713#')
    const { fulfilment } = samples
    const { CustomerMobileNumber: _mobile, ...OrderInfo } = fulfilment.OrderInfo
    await post(app, paths.fulfilment, { ...fulfilment, SessionId: caller.sessionId, OrderInfo })
    const { entries } = await app.merchant.export({ phone: own })
    expect(entries.map((entry) => ('kind' in entry ? entry.kind : ''))).toEqual(['askedPayment', 'fulfilment'])
  })
})

describe('what is asked wrong is refused', () => {
  it.each([
    [{ phone: ' ' }, /phone must be a whole phone number/],
    [{ phone: own, mobile: own }, /takes no 'mobile'/],
    [{ phone: own, keepPaymentsDays: -1 }, /keepPaymentsDays must be a number of days/],
    [{ phone: own, by: '' }, /by must be a name/],
  ])('to erase %o', async (options, problem) => {
    const [, make] = realStores[0] ?? []
    const app = await shopOn((make ?? expect.fail())()())
    await app.ready()
    await expect(app.merchant.erase(options)).rejects.toThrow(problem)
  })

  it.each([
    [{ phone: own, unmask: { reason: 'no' } }, /reason must be a text of 3 to 2,000 characters/],
    [{ phone: own, unmasked: true }, /takes no 'unmasked'/],
  ])('to export %o', async (options, problem) => {
    const app = await appWith({ deliveryReport: () => undefined })
    await expect(app.merchant.export(options)).rejects.toThrow(problem)
  })

  it('of a store in memory: a restart erases it', async () => {
    const app = await appWith({ deliveryReport: () => undefined })
    await expect(app.merchant.erase({ phone: own })).rejects.toThrow(/'memory', which a restart erases/)
  })

  it.each(['erase', 'person'] as const)('of a store that has no %s', async (part) => {
    const [, make] = realStores[0] ?? []
    const store = (make ?? expect.fail())()()
    const app = await shopOn({
      ...store,
      look: async () => ({ ...((await store.look?.()) ?? expect.fail()), [part]: undefined }),
    })
    await app.ready()
    await expect(app.merchant.erase({ phone: own })).rejects.toThrow(/the store has no erase/)
    const exported = app.merchant.export({ phone: own })
    await (part === 'erase' ? exported : expect(exported).rejects.toThrow(/no export of one person/))
  })
})
