import { execFile } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Talk } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url)

/** A process that holds a conversation whose script leaves a timer that throws, and then does something else. */
async function ends(then: string, before = ''): Promise<{ code: number; said: string }> {
  const code = `
    import { setTimeout as pass } from 'node:timers/promises'
    import Fastify from 'fastify'
    import merchantWebhooks from '${new URL('dist/index.js', root)}'
    import { conversation, text } from '${new URL('dist/conversation/index.js', root)}'
    import { phone } from '${new URL('dist/testing/index.js', root)}'
    const app = Fastify({ logger: { stream: { write: (line) => process.stdout.write(JSON.parse(line).msg + '\\n') } } })
    const ussd = conversation(async (talk) => {
      setTimeout(() => { throw new Error('of the script') }, 1)
      return talk.end(await talk.ask('How many?', text()))
    })
    await app.register(merchantWebhooks, { verify: 'none', ussd })
    ${before}
    await phone(app).dial('*713#')
    await pass(20)
    process.stdout.write((await phone(app).dial('*713#')).text + '\\n')
    await pass(20)
    ${then}
    await pass(20)
    process.stdout.write('lives\\n')
  `
  try {
    const { stdout, stderr } = await run(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
      { cwd: root },
    )
    return { code: 0, said: stdout + stderr }
  } catch (error) {
    const { code: exit = 0, stdout = '', stderr = '' } = Object(error)
    return { code: exit, said: stdout + stderr }
  }
}

const told = 'a callback of a script threw'

describe('An error that nothing catches', () => {
  it('of a script leaves the process alive, and other subscribers with their screens', async () => {
    const { code, said } = await ends('')
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('How many?\n') })
    expect(said).toContain('lives')
    expect(said.split(told)).toHaveLength(3)
  })

  it('of others ends the process as it does without a script: the same code, line and stack', async () => {
    const then = "setTimeout(() => { throw new Error('of another') })"
    const { code, said } = await ends(then)
    expect(code).toBe(1)
    expect(said).toContain(told)
    expect(said).not.toContain('lives')
    // The line of the application itself, and no frame of ours.
    expect(said).toMatch(
      /\n {4}setTimeout\(\(\) => \{ throw new Error\('of another'\) \}\)\n +\^\n\nError: of another\n {4}at .*eval/,
    )
    expect(said.slice(said.indexOf('Error: of another'))).not.toContain('conversation')
  })

  it('of others is decided by the listeners of the application, which hear of those of a script too', async () => {
    const { code, said } = await ends(
      "setTimeout(() => { throw new Error('of another') })",
      "process.on('uncaughtException', ({ message }, origin) => console.log('heard', message, origin))",
    )
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('lives') })
    expect(said.match(/heard of .*/g)).toEqual([
      'heard of the script uncaughtException',
      'heard of the script uncaughtException',
      'heard of another uncaughtException',
    ])
    expect(said.split(told)).toHaveLength(3)
  })

  it('is left to an application that captures all of them', async () => {
    const { code, said } = await ends(
      "console.log('listeners', process.listenerCount('uncaughtException'))",
      "process.setUncaughtExceptionCaptureCallback(({ message }) => console.log('captured', message))",
    )
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('captured of the script\n') })
    expect(said).toContain('listeners 0\n')
    expect(said).not.toContain(told)
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no release')
      },
    ],
    ['is async, and rejects', () => Promise.reject(new Error('no release'))],
  ])('in a listener of talk.signal that %s is told when the subscriber leaves', async (_how, listener) => {
    const note = () => undefined
    process.on('uncaughtException', note)
    onTestFinished(() => void process.off('uncaughtException', note))
    const begun = Promise.withResolvers<void>()
    const held = await hold(async (talk) => {
      talk.signal.addEventListener('abort', listener)
      await talk.load('stock', () => {
        begun.resolve()
        return new Promise(() => undefined)
      })
      return talk.end('Goodbye')
    })
    const caller = held.phone()
    const dialled = caller.dial('*713#').run()
    await begun.promise
    await caller.timeout()
    await dialled
    for (let turn = 0; turn < 4; turn++) await setImmediate()
    expect(held.lines.saying(told)).toMatchObject([{ err: { message: 'no release' } }])
  })

  it('has nothing to do with the signal itself: it is one, aborts with its turn, and stays aborted', async () => {
    const begun = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const seen: unknown[] = []
    let outside: Talk | undefined
    const held = await hold(async (talk) => {
      outside = talk
      const { signal } = talk
      seen.push(talk.signal === signal, signal.aborted)
      await talk.load('stock', () => {
        begun.resolve()
        return left.promise
      })
      return talk.end('Goodbye')
    })
    const late = await hold(async (talk) => {
      await talk.load('stock', async () => {
        begun.resolve()
        await left.promise
        seen.push(talk.signal.aborted)
      })
      return talk.end('Goodbye')
    })
    for (const { phone } of [held, late]) {
      const caller = phone()
      const dialled = caller.dial('*713#').run()
      await begun.promise
      await caller.timeout()
      await dialled
    }
    seen.push(outside?.signal.aborted)
    left.resolve()
    for (let turn = 0; turn < 4; turn++) await setImmediate()
    expect(seen).toEqual([true, false, true, true])
  })
})
