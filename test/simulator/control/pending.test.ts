import { createServer, type ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSimulator } from '../../../src/simulator/index.ts'
import { get, post } from './call.ts'

describe('pushes that wait for their answer', () => {
  it('are told by code and by the API, until the row of each comes with the same number', async () => {
    const { sim, answers, comes } = await held()
    const sent = sim.trigger('ussd', { Message: '*713#' })
    await comes()
    expect(sim.log.pending()).toMatchObject([{ id: 0, pendingAs: 1, kind: 'ussd', response: null, deadline: 7_000 }])
    expect(sim.log.pending({ kind: 'checkout' })).toEqual([])
    expect(sim.log.rows()).toEqual([])
    const shown = { pendingAs: 1, verdict: 'pending', words: '*713#' }
    expect((await get(sim, '/log/pending')).body).toMatchObject({ found: 1, rows: [shown] })
    expect((await get(sim, '/log/pending?kind=checkout')).body).toEqual({ found: 0, rows: [] })
    const whole = (await get(sim, '/log/pending/1')).body
    expect(whole).toMatchObject({ ...shown, request: { text: expect.stringContaining('*713#') }, response: null })
    answers[0]?.end('{"Type":"Release","Message":"Bye"}')
    expect(await sent).toMatchObject({ id: 1, pendingAs: 1 })
    expect(sim.log.pending()).toEqual([])
    expect((await get(sim, '/log/pending/1')).status).toBe(400)
  })

  it('a step at a phone is answered before they end, where nobody waits', async () => {
    const { sim, answers, comes } = await held()
    const given = { number: '+233000000001', text: '*713#' }
    const early = await post(sim, '/phones/dial', { ...given, waits: false })
    await comes()
    expect(early.body).toMatchObject({ number: given.number, screen: null })
    answers[0]?.end('{"Type":"Response","Message":"Tea?"}')
    await expect
      .poll(() => sim.log.rows().map(({ response }) => String(response?.body)))
      .toEqual([expect.stringMatching(/Tea/)])
    const closed = await post(sim, '/phones/reply', { number: '+233000000002', text: '1', waits: false })
    expect([closed.status, closed.body]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringMatching(/open session/) }),
    ])
  })

  it('end with a reset, which leaves no row of them', async () => {
    const { sim, answers, comes } = await held()
    const sent = sim.trigger('ussd')
    await comes()
    sim.reset()
    expect(sim.log.pending()).toEqual([])
    answers[0]?.end('{}')
    expect((await sent).pendingAs).toBeUndefined()
    expect(sim.log.rows()).toEqual([])
  })

  it('wait to be sent while the application starts, and are seen to', async () => {
    const { sim, comes, answers } = await held()
    sim.appProcess = { ...app, state: 'starting' }
    const sent = sim.trigger('ussd')
    await expect.poll(() => sim.log.pending()).toMatchObject([{ kind: 'ussd', deadline: null }])
    sim.appProcess = app
    await comes()
    expect(sim.log.pending()).toMatchObject([{ deadline: 7_000 }])
    answers[0]?.end('{}')
    await sent
  })

  it('say that the application was started again, or is down, where that cut them off', async () => {
    const { sim, answers, comes } = await held()
    const ends = [
      { ...app, state: 'starting' },
      { ...app, starts: 2 },
      { ...app, state: 'down', problem: 'Error: no' },
      app,
    ] as const
    const problems: (string | null)[] = []
    for (const end of ends) {
      sim.appProcess = app
      const sent = sim.trigger('ussd')
      await comes()
      sim.appProcess = end
      answers.shift()?.destroy()
      problems.push((await sent).problem)
    }
    const closed = 'the application closed the line before it answered: its log may say why'
    const again = 'app.ts was restarted before it answered'
    expect(problems).toEqual([again, again, 'app.ts is down: Error: no', closed])
  })
})

const app = { name: 'app.ts', state: 'up', since: 0, starts: 1, problem: null } as const

/** An application that answers when it is told to. */
async function held() {
  const answers: ServerResponse[] = []
  const server = createServer((_, response) => void answers.push(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  onTestFinished(() => server.closeAllConnections())
  const address = server.address()
  await sim.connect(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  const comes = () => expect.poll(() => answers.length).toBe(1)
  return { sim, answers, comes }
}
