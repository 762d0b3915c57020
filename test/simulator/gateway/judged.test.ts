import { describe, expect, it } from 'vitest'
import { openShop, openStranger } from './shop.ts'

const json = 'application/json'
const long = 'x'.repeat(400)

/** What an application may answer to any turn, and what a phone's row says of it. */
const answers = {
  'a text': { type: 'text/plain', body: 'OK', problem: /sees UUE: its content type is not application\/json/ },
  'half of JSON': { type: json, body: '{"Type":', problem: /sees UUE: it is not valid JSON/ },
  'a reply without Type': { type: json, body: '{"Message":"Hi"}', problem: /sees UUE: its Type is not response/ },
  'a long ClientState': {
    type: json,
    body: JSON.stringify({ Type: 'Response', Message: 'Hi', ClientState: long }),
    problem: /sees UUE: its ClientState is longer/,
  },
  'a long screen': {
    type: json,
    body: JSON.stringify({ Type: 'Response', Message: long }),
    problem: /its Message takes 400 of 182 characters/,
  },
}

describe('the answer to a turn that no phone sent', () => {
  it.each(Object.entries(answers))('%s is judged as where a phone gets it', async (_of, { type, body, problem }) => {
    const { sim } = await openStranger((app) => app.post('/ussd', (_request, reply) => reply.type(type).send(body)))
    await sim.phone('+233000000000').dial('*713#').run()
    const [phone] = sim.log.rows()
    const triggered = await sim.trigger('ussd')
    const { id = 0 } = phone ?? {}
    const again = await sim.resend(id)
    const replayed = await sim.replay({
      kind: 'ussd',
      request: { method: 'POST', body: JSON.parse(String(phone?.request.body)) },
    })
    expect(phone?.problem).toMatch(problem)
    for (const row of [triggered, again, replayed]) expect(row.problem).toBe(phone?.problem)
  })

  it('is refused without the SessionId of a programmable push, or with another', async () => {
    const { sim } = await openStranger((app) =>
      app.post<{ Body: { SessionId: string; Message: string } }>(
        '/programmable',
        ({ body: { SessionId, Message } }) => ({
          SessionId: { right: SessionId, other: 'other' }[Message],
          Type: 'response',
          Message: 'Hi',
        }),
      ),
    )
    const problem = async (Message: string) => (await sim.trigger('programmable', { Message })).problem
    expect(await problem('right')).toBe(null)
    expect(await problem('other')).toContain('its SessionId is not that of the push')
    expect(await problem('none')).toContain('its SessionId is not that of the push')
  })

  it('on a rich channel may be longer than a screen of a phone', async () => {
    const { sim } = await openShop({ programmable: (_push, turn) => turn.end(long) })
    const rich = { Operator: 'webstore', ServiceCode: 'service' }
    expect((await sim.trigger('programmable', rich)).problem).toBe(null)
    expect((await sim.trigger('programmable', { Message: '*713#' })).problem).toMatch(/of 182 characters/)
  })

  it('is nothing to judge where nobody waits for it: at the end of a session, or at a forged push', async () => {
    const { sim } = await openStranger((app) => app.post('/ussd', (_request, reply) => reply.type(json).send('{}')))
    for (const Type of ['Release', 'Timeout']) expect((await sim.trigger('ussd', { Type })).problem).toBe(null)
    const { id } = await sim.trigger('ussd')
    expect((await sim.resend(id, { as: 'forged' })).problem).toBe(null)
    expect((await sim.resend(id)).problem).not.toBe(null)
  })
})
