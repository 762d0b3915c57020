import { describe, expect, it, onTestFinished } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import { secretPath, type UssdHandler } from '../../../src/index.ts'
import { createSimulator } from '../../../src/simulator/index.ts'
import { openShop, openStranger, pushed } from './shop.ts'

const ussd: UssdHandler = ({ type, message }, turn) => {
  if (type === 'initiation') return turn.menu('Welcome', ['Tea', 'Leave'], { clientState: 'menu' })
  if (message === '1') return turn.prompt('How many?')
  return turn.end('Goodbye')
}

const number = '+233000000001'

describe('a USSD session in the simulator (reference 2.7, 3.4, 4.12)', () => {
  it('pushes with a Sequence from 1, and with ClientState once', async () => {
    const { sim } = await openShop({ ussd })
    const phone = sim.phone(number)
    const screen = await phone.dial('*713*45#').expectScreen(/Tea/).choose('Tea').expectScreen('How many?').reply('2')

    expect(screen).toMatchObject({ text: 'Goodbye', type: 'release', status: 200 })
    const common = { Mobile: number, SessionId: phone.sessionId, ServiceCode: '713', Operator: 'network' }
    expect(sim.log.rows({ kind: 'ussd' }).map(pushed)).toEqual([
      { ...common, Type: 'Initiation', Message: '*713*45#', Sequence: 1, ClientState: null },
      { ...common, Type: 'Response', Message: '1', Sequence: 2, ClientState: 'menu' },
      { ...common, Type: 'Response', Message: '2', Sequence: 3, ClientState: null },
    ])
    expect(phone.isOpen).toBe(false)
  })

  it('writes each push into the log, with its session, its phone, its ms and the deadline', async () => {
    const { sim } = await openShop({ ussd })
    const phone = sim.phone(number)
    await phone.dial('*713#')
    const row = await sim.log.next({ kind: 'ussd', sessionId: phone.sessionId, mobile: number })
    expect(row).toMatchObject({ deadline: 7_000, problem: null, response: { status: 200 } })
    expect(row.ms).toBeGreaterThan(0)
  })

  it('comes to the registered address with its secret, as application/json by POST', async () => {
    const { sim } = await openShop({ ussd, verify: secretPath('a-good-secret') })
    await sim.phone(number).dial('*713#').expectScreen(/Tea/)
    const [row] = sim.log.rows()
    expect([row?.method, row?.request.headers['content-type']]).toEqual(['POST', 'application/json'])
    // The application answered, so its secret was there: the log alone hides it.
    expect(row?.response?.status).toBe(200)
    expect(new URL(String(row?.url)).pathname).toBe('/ussd/[hidden]')
  })

  it('tells the application when the subscriber hangs up: Release, and the phone is blank', async () => {
    const { sim } = await openShop({ ussd })
    const phone = sim.phone(number)
    const screen = await phone.dial('*713#').hangUp()
    expect(screen.text).toBe('')
    expect(pushed(sim.log.rows()[1] as never)).toMatchObject({ Type: 'Release', Message: '', Sequence: 2 })
    await expect(phone.reply('1').run()).rejects.toMatchObject({ code: 'FMW_PHONE_SESSION' })
    expect(phone.transcript()).toBe('dial *713#\n  Welcome\n  1. Tea\n  2. Leave\nhang up')
  })

  it('tells the application when it times out: Timeout, and the subscriber sees ST', async () => {
    const { sim } = await openShop({ ussd })
    const phone = sim.phone(number)
    await phone.dial('*713#').timeout().expectScreen('ST')
    expect(pushed(sim.log.rows()[1] as never)).toMatchObject({ Type: 'Timeout', Message: '', Sequence: 2 })
    expect(phone.lastScreen?.gatewayError).toBe('ST')
  })

  it('times out when the subscriber does not answer within 60 s, each prompt anew', async () => {
    const { sim } = await openShop({ ussd })
    const phone = sim.phone(number)
    await phone.dial('*713#')
    expect(phone.answerBy).toEqual(expect.any(Number))
    await sim.advance(59_000)
    await phone.reply('1').expectScreen('How many?')
    await sim.advance(59_000)
    expect([phone.isOpen, sim.log.rows().length]).toEqual([true, 2])

    await sim.advance(1_500)

    expect([phone.isOpen, phone.lastScreen?.text, phone.answerBy]).toEqual([false, 'ST', null])
    expect(pushed(sim.log.rows()[2] as never)).toMatchObject({ Type: 'Timeout', Sequence: 3, Message: '' })
    expect(phone.transcript()).toMatch(/time out\n {2}ST/)
    await sim.advance(120_000)
    expect(sim.log.rows()).toHaveLength(3)
  })

  it('times out behind a subscriber who dialled again', async () => {
    const { sim } = await openShop({ ussd })
    const phone = sim.phone(number)
    await phone.dial('*713#')
    const first = phone.sessionId
    await phone.redial().expectScreen(/Tea/).reply('2').expectScreen('Goodbye')
    await sim.advance(60_000)
    expect(sim.log.rows({ sessionId: first }).map((row) => pushed(row).Type)).toEqual(['Initiation', 'Timeout'])
    expect(phone.lastScreen?.text).toBe('Goodbye')
  })

  it('sends the last push again as it was, and any other type', async () => {
    const { sim } = await openShop({ ussd })
    const phone = sim.phone(number)
    await phone.dial('*713#').reply('1').repeatLast().push('Query', 'x')
    const [, second, again, other] = sim.log.rows().map(pushed)
    expect(again).toEqual(second)
    expect(other).toMatchObject({ Type: 'Query', Message: 'x', Sequence: 3 })
  })

  it('shows nothing of an answer that comes after the end', async () => {
    const supplier = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const { sim } = await openShop({
      ussd: async ({ type }, turn) => {
        if (type === 'initiation') return turn.prompt('1. Tea')
        arrived.resolve()
        await supplier.promise
        return turn.pay('Approve the prompt', { amount: 5, description: 'Tea' })
      },
    })
    const phone = sim.phone(number)
    await phone.dial('*713#')
    const buying = phone.reply('1').run()
    await arrived.promise
    await phone.timeout()
    supplier.resolve()
    await buying
    expect(phone.lastScreen?.text).toBe('ST')
    expect(phone.prompts).toEqual([])
  })

  it('goes on after a snapshot was put back, with the same phone', async () => {
    const { sim } = await openShop({ ussd })
    const phone = sim.phone(number)
    await phone.dial('*713#')
    const before = sim.snapshot()
    const id = phone.sessionId
    await phone.reply('2')
    expect(phone.isOpen).toBe(false)
    sim.restore(before)
    expect([phone.isOpen, phone.sessionId, phone.lastScreen?.text]).toEqual([true, id, 'Welcome\n1. Tea\n2. Leave'])
    sim.reset()
    expect([phone.sessionId, phone.lastScreen, phone.isOpen]).toEqual([undefined, undefined, false])
    await phone.dial('*713#').expectScreen(/Tea/)
  })
})

it('a snapshot keeps a reply as it came, whatever it looks like', async () => {
  const reply = { Type: 'Response', Message: 'Hi', map: [1, [2, 3]] }
  const { sim } = await openStranger((app) => void app.post('/ussd', () => reply))
  await sim.phone(number).dial('*713#')
  sim.restore(sim.snapshot())
  expect(sim.phone(number).lastScreen?.raw).toEqual(reply)
})

describe('phones', () => {
  it('are one for each number, however that is written', async () => {
    const { sim } = await openShop({ ussd })
    const phone = sim.phone(number, { operator: 'network-b', skin: 'basic' })
    expect(sim.phone('233000000001')).toBe(phone)
    expect([phone.number, phone.channel, phone.operator, phone.skin]).toEqual([number, 'ussd', 'network-b', 'basic'])
    expect(sim.phone(number, { skin: 'smart' }).skin).toBe('smart')
    expect(sim.phones).toEqual([phone])
    expect(() => sim.phone('nobody')).toThrow(/international form/)
    expect(() => sim.phone(number, { channel: 'radio' as 'pos' })).toThrow(/cannot be: there are ussd, webstore/)
  })

  it('share nothing: 100 at once each get their own screens', async () => {
    const { sim } = await openShop({
      ussd: ({ mobile, type }, turn) =>
        type === 'initiation' ? turn.prompt(`For ${mobile}`) : turn.end(`Bye ${mobile}`),
    })
    const numbers = Array.from({ length: 100 }, (_, at) => `+2330000${String(at).padStart(5, '0')}`)
    await Promise.all(
      numbers.map((one) =>
        sim.phone(one).dial('*713#').expectScreen(`For ${one}`).reply('1').expectScreen(`Bye ${one}`),
      ),
    )
    expect(sim.phones).toHaveLength(100)
  })

  it('have the messages that the application sent', async () => {
    const { sim } = await openShop({ ussd })
    const phone = sim.phone(number)
    expect(phone.messages).toEqual([])
    await new MerchantClient(sim.clientOptions).messages.send({ from: 'Shop', to: number, content: 'Ready' })
    await sim.advance(1_000)
    expect(phone.messages).toMatchObject([{ direction: 'in', text: 'Ready' }])
  })

  it('must be awaited before the simulator is closed', async () => {
    const sim = await createSimulator()
    onTestFinished(() => sim.close())
    sim.phone(number).dial('*713#')
    await expect(sim.close()).rejects.toMatchObject({ code: 'FMW_PHONE_NOT_AWAITED' })
  })
})

describe('what the subscriber sees when the gateway gives up (reference 7.2)', () => {
  it('URNF where no application is connected, or nothing is at its address', async () => {
    const sim = await createSimulator()
    onTestFinished(() => sim.close())
    const phone = sim.phone(number)
    await phone.dial('*713#').expectScreen('URNF')
    expect(phone.problem).toMatch(/call sim.connect\(app\)/)
    const { sim: other } = await openStranger(() => undefined)
    await other.phone(number).dial('*713#').expectScreen('URNF')
    expect(other.log.rows()[0]?.problem).toMatch(/sees URNF: its status is 404, nothing is at this path/)
  })

  it('NOAPP where the application has no handler for USSD', async () => {
    const { sim } = await openShop({ programmable: (_push, turn) => turn.end('Hello') })
    const phone = sim.phone(number)
    await phone.dial('*713#').expectScreen('NOAPP')
    expect(phone.problem).toMatch(/Give it a handler/)
  })

  it('CSP where nothing listens, or the line is closed', async () => {
    const { sim, app } = await openStranger(
      (app) => void app.post('/ussd', (request) => void request.raw.socket.destroy()),
    )
    await sim.phone(number).dial('*713#').expectScreen('CSP')
    expect(sim.log.rows()[0]?.problem).toMatch(/closed the line/)
    await app.close()
    await sim.phone(number).dial('*713#').expectScreen('CSP')
    expect(sim.log.rows()[1]?.problem).toMatch(/is the application running/)
  })

  it.each([
    ['HTML', 'text/html', '<h1>Welcome</h1>', /it is a web page \(HTML\), its status is 200: something else answers/],
    ['HTML under another name', 'application/json', '<!DOCTYPE html>', /it is a web page/],
    ['words', 'text/plain', 'Welcome', /content type is not application\/json/],
    ['nothing', 'application/json', '', /it is empty: a turn is answered with JSON/],
    ['cut JSON', 'application/json', '{"Type":"Resp', /not valid JSON/],
    ['no object', 'application/json', '[]', /no JSON object/],
    ['no Type', 'application/json', '{"Message":"Hi"}', /its Type is not response or release/],
    ['another Type', 'application/json', '{"Type":"AddToCart","Message":"Hi"}', /its Type is not/],
    ['no Message', 'application/json', '{"Type":"Release"}', /its Message is no text/],
    [
      'a long ClientState',
      'application/json',
      JSON.stringify({ Type: 'Response', Message: 'Hi', ClientState: 'x'.repeat(101) }),
      /longer than 100/,
    ],
    [
      'a long Description',
      'application/json',
      JSON.stringify({ Type: 'Release', Message: 'Hi', Amount: 1, Description: 'x'.repeat(101) }),
      /longer than 100/,
    ],
  ])('UUE for %s', async (_what, type, body, problem) => {
    const { sim } = await openStranger(
      (app) => void app.post('/ussd', (_request, reply) => reply.type(type).send(body)),
    )
    const phone = sim.phone(number)
    await phone.dial('*713#').expectScreen('UUE')
    expect(phone.lastScreen).toMatchObject({ gatewayError: 'UUE', type: 'release' })
    expect(sim.log.rows()[0]?.problem).toMatch(problem)
    await expect(phone.reply('1').run()).rejects.toThrow(/the service refuses this reply, and the subscriber sees UUE/)
    expect(phone.prompts).toEqual([])
  })

  it.each([
    [401, /the application lets nobody in: is its secret in the address, or in a header\?/],
    [302, /it redirects to \/login, and the service follows no redirect: register the last address/],
  ])('UUE for status %d, with what to do', async (status, problem) => {
    const { sim } = await openStranger(
      (app) => void app.post('/ussd', (_request, reply) => reply.code(status).header('location', '/login').send({})),
    )
    await sim.phone(number).dial('*713#').expectScreen('UUE')
    expect(sim.log.rows()[0]?.problem).toMatch(problem)
  })

  it('UUE for a status that is not 2xx', async () => {
    const { sim } = await openStranger((app) => {
      app.post('/ussd', (_request, reply) => reply.code(500).send({ Type: 'Release', Message: 'Hi' }))
    })
    await sim.phone(number).dial('*713#').expectScreen('UUE')
    expect(sim.log.rows()[0]?.problem).toMatch(/its status is 500, the application failed: its log says why/)
  })

  it.each([
    'NOCR',
    'SERVICE UNAVAILABLE',
    'UNABLE TO DISPLAY USSD',
    'ERROR AT WASP E150',
    'REQUEST FAILS',
    'ERROR WAP',
  ])('%s while it is set: nothing is pushed', async (code) => {
    const { sim } = await openShop({ ussd })
    sim.gatewayError = code
    await sim.phone(number).dial('*713#').expectScreen(code)
    expect(sim.phone(number).problem).toContain(`the gateway says ${code}: `)
    expect(sim.log.rows()).toEqual([])
    sim.gatewayError = null
    await sim.phone(number).dial('*713#').expectScreen(/Tea/)
  })

  it('says which codes there are', async () => {
    const { sim } = await openShop({ ussd })
    expect(() => {
      sim.gatewayError = 'OOPS'
    }).toThrow(/there are URNF, UUT, ST/)
    expect(sim.gatewayError).toBeNull()
  })
})

describe('a reply that the service has no use for', () => {
  const paying = { Type: 'Release', Message: 'Pay', Description: 'Tea', CallbackUrl: 'https://shop.example/paid' }

  it.each([
    ['a payment without CallbackUrl', { ...paying, Amount: 5, CallbackUrl: undefined }, /no notice can come .*2\.8/],
    ['a payment with an empty one', { ...paying, Amount: 5, CallbackUrl: '' }, /no notice can come/],
    ['a payment of 0', { ...paying, Amount: 0 }, /its Amount is 0: it asks for no payment/],
    [
      'a payment on a Response',
      { ...paying, Amount: 5, Type: 'Response' },
      /has Amount and Description and CallbackUrl/,
    ],
    [
      'an Amount on a Response',
      { Type: 'Response', Message: 'Pay', amount: 5 },
      /has Amount, but its Type is response/,
    ],
    ['an empty Message', { Type: 'Response', Message: ' \n' }, /its Message is empty/],
  ])('is shown, and its row says what is wrong: %s', async (_what, reply, problem) => {
    const { sim } = await openStranger((app) => void app.post('/ussd', () => reply))
    const phone = sim.phone(number)
    const { text } = await phone.dial('*713#')
    expect(text).toBe(reply.Message)
    expect(sim.log.rows()[0]?.problem).toMatch(problem)
    expect(phone.problem).toMatch(problem)
  })

  it.each([
    { ...paying, Amount: 5 },
    { Type: 'Release', Message: 'Bye', Amount: null, CallbackUrl: null },
    { Type: 'Response', Message: 'Hi', Amount: null, Description: '', CallbackUrl: null },
  ])('is none where nothing is wrong: %j', async (reply) => {
    const { sim } = await openStranger((app) => void app.post('/ussd', () => reply))
    await sim.phone(number).dial('*713#')
    expect(sim.log.rows()[0]?.problem).toBeNull()
  })
})

describe('what a phone can show', () => {
  const says = (text: string, options = {}) =>
    openStranger((app) => void app.post('/ussd', () => ({ Type: 'Response', Message: text })), options)

  it('is 182 septets, 70 characters where one is outside GSM 7-bit, and what an operator allows', async () => {
    const { sim } = await says(`${'x'.repeat(181)}€yz`)
    const screen = await sim.phone(number).dial('*713#')
    expect([screen.text, screen.cutOff]).toEqual(['x'.repeat(181), '€yz'])
    expect(sim.log.rows()[0]?.problem).toMatch(/takes 185 of 182 characters: the phone shows the beginning/)

    const { sim: other } = await says(`ɔ${'x'.repeat(70)}`, { ussd: { screenLengths: { small: 10 } } })
    expect((await other.phone(number).dial('*713#')).cutOff).toBe('x')

    const { sim: small } = await says('x'.repeat(11), { ussd: { screenLengths: { small: 10 } } })
    expect((await small.phone(number, { operator: 'small' }).dial('*713#')).text).toBe('x'.repeat(10))
    expect((await small.phone(number, { operator: 'big' }).dial('*713#')).cutOff).toBeUndefined()
  })

  it('fails with UUE where the rules say so', async () => {
    const { sim } = await says('Tɔn', { ussd: { characters: 'gsm7' } })
    await sim.phone(number).dial('*713#').expectScreen('UUE')
    const { sim: ascii } = await says('café', { ussd: { characters: 'ascii' } })
    await ascii.phone(number).dial('*713#').expectScreen('UUE')
    const { sim: long } = await says('x'.repeat(200), { ussd: { longScreens: 'refused' } })
    await long.phone(number).dial('*713#').expectScreen('UUE')
    const { sim: plain } = await says('plain', { ussd: { characters: 'ascii' } })
    await plain.phone(number).dial('*713#').expectScreen('plain')
  })

  it.each([
    [{ screenLength: 0 }, /ussd.screenLength must be/],
    [{ screenLengths: { small: 1.5 } }, /ussd.screenLengths has a wrong part: 'small' must be/],
    [{ characters: 'utf8' }, /ussd.characters is 'utf8'/],
    [{ longScreens: 'cute' }, /ussd.longScreens is 'cute'/],
    [{ length: 5 }, /ussd.length is no option/],
    [5, /ussd must be an object/],
  ])('refuses the rules %j', async (ussd, problem) => {
    await expect(createSimulator({ ussd } as object)).rejects.toThrow(problem)
  })
})
