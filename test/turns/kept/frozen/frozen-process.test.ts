import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { programOf } from '../../../program.ts'
import { newFile, removeFiles } from '../../../store/sqlite/files.ts'
import { post, replyOf } from '../../sockets/post.ts'

const made = { Type: 'Release', Message: 'Your order o1 was made' }
const asked = expect.objectContaining({ Type: 'Response', Message: expect.stringMatching(/^Meal\?/) })

async function shop() {
  const file = newFile()
  onTestFinished(() => removeFiles(file))
  const child = fork(programOf(new URL('./shop.ts', import.meta.url)), [file], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [{ port }] = await once(child, 'message')
  const push = async (SessionId: string, Sequence: number, Message: string, Mobile = '+233000000000') => {
    const Type = Sequence === 1 ? 'Initiation' : 'Response'
    // A line of its own, behind those that were opened before.
    return replyOf(await post(port, { SessionId, Sequence, Type, Message, Mobile }, new Agent()))
  }
  const dial = (sessionId: string, mobile?: string) => push(sessionId, 1, '*713#', mobile)
  /** Really stops it, for as long as the service counts. */
  const freeze = async (ms: number) => {
    child.kill('SIGSTOP')
    await setTimeout(ms)
    child.kill('SIGCONT')
  }
  /** Requests that are read one after the other. */
  const keepBusy = (times: number) =>
    Promise.all(
      Array.from({ length: times }, async () => {
        const [answer] = await once(get({ port, path: '/busy', agent: false }), 'response')
        answer.resume()
      }),
    )
  return { child, push, dial, freeze, keepBusy }
}

describe('A process that is stopped by its machine', () => {
  it('answers too late what came meanwhile, so the last screen is shown again', async () => {
    const { push, dial, freeze } = await shop()
    expect(await dial('one')).toEqual(asked)
    const frozen = freeze(7_000)
    const answer = push('one', 2, '1')
    await frozen
    expect(await answer).toEqual(made)
    expect(await dial('two')).toEqual(made)
    // So is every answer of the next second: nobody knows when their pushes were sent.
    let dials = 2
    await vi.waitFor(async () => expect(await dial(`${++dials}`)).toEqual(asked))
  })

  it('answers too late what it takes seconds to come to behind the others, though it was not stopped for long', async () => {
    const { push, dial, freeze, keepBusy } = await shop()
    expect(await dial('one')).toEqual(asked)
    const frozen = freeze(3_000)
    const others = keepBusy(110)
    await setTimeout(500)
    const answer = push('one', 2, '1')
    await Promise.all([frozen, others])
    expect(await answer).toEqual(made)
    expect(await dial('two')).toEqual(made)
  })

  it('answers in time what it had taken before, if it was not stopped for long, so the last screen was seen', {
    timeout: 200_000,
  }, async () => {
    const { child, push, dial, freeze } = await shop()
    let tries = 0
    // A busy machine may itself be too late for once.
    await vi.waitFor(
      async () => {
        const [mobile, name] = [`+23300000000${++tries}`, `${tries}`]
        expect(await dial(`${name}a`, mobile)).toEqual(asked)
        const answer = push(`${name}a`, 2, '2', mobile)
        await once(child, 'message')
        // Counted twice it would be more than the service waits.
        await freeze(3_000)
        child.send('go on')
        expect(await answer).toMatchObject({ Type: 'Release', Message: expect.stringContaining('was made') })
        expect(await dial(`${name}b`, mobile)).toEqual(asked)
      },
      // What comes just behind a freeze may have been sent during it.
      { timeout: 120_000, interval: 2_000 },
    )
  })
})
