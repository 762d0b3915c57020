import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSimulator } from '../../src/simulator/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'

/** An application at an address that answers each turn with this. */
async function answering(body: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/ussd`
}

const hello = { Type: 'Response', Message: 'Hi' }
const pay = { Type: 'Release', Message: 'Pay', Amount: 5, Description: 'Tea', CallbackUrl: 'https://shop.example/note' }

describe('the phone of the test kit', () => {
  it.each([
    ['a byte order mark', `\ufeff${JSON.stringify(hello)}`, /it is not valid JSON/],
    ['more than 1 MiB', JSON.stringify({ ...hello, Padding: 'x'.repeat(1_100_000) }), /longer than 1048576 bytes/],
  ])('fails at %s, which the service refuses', async (_what, body, message) => {
    const url = await answering(body)
    await expect(phone(url).dial('*713#').run()).rejects.toMatchObject({
      code: 'FMW_PHONE_REPLY',
      message: expect.stringMatching(message),
    })
  })

  it.each([
    ['a text that is cut off', { ...hello, Message: 'x'.repeat(400) }, /takes 400 of 182 characters/],
    ['a payment without CallbackUrl', { ...pay, CallbackUrl: undefined }, /without CallbackUrl/],
    ['an Amount below 0', { ...pay, Amount: -5 }, /its Amount is -5/],
    ['nothing', pay, /^$/],
  ])('says of %s what the simulator says, and passes', async (_what, reply, problem) => {
    const url = await answering(JSON.stringify(reply))
    const caller = phone(url)
    await caller.dial('*713#').expectScreen(reply.Message)
    expect(caller.problem ?? '').toMatch(problem)
    const sim = await createSimulator()
    onTestFinished(() => sim.close())
    await sim.connect(url.replace('/ussd', ''))
    const simulated = sim.phone('+233000000000')
    await simulated.dial('*713#')
    expect(simulated.problem).toBe(caller.problem)
  })

  it('says it where a step fails, and has forgotten it at the next screen', async () => {
    const caller = phone(await answering(JSON.stringify({ ...pay, CallbackUrl: undefined })))
    expect(caller.problem).toBeNull()
    await expect(caller.dial('*713#').reply('1').run()).rejects.toThrow(/has ended.*\n.*without CallbackUrl/)
    await caller.moveTo(await answering(JSON.stringify(hello))).dial('*713#')
    expect(caller.problem).toBeNull()
  })
})
