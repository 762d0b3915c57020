import { execFile } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hold } from './hold.ts'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url)

/** A process that holds a conversation whose script leaves a promise that fails, and then does something else. */
async function ends(then: string, flags: readonly string[] = []): Promise<{ code: number; said: string }> {
  const code = `
    import { setTimeout } from 'node:timers/promises'
    import Fastify from 'fastify'
    import merchantWebhooks from '${new URL('dist/index.js', root)}'
    import { conversation, text } from '${new URL('dist/conversation/index.js', root)}'
    import { phone } from '${new URL('dist/testing/index.js', root)}'
    const app = Fastify({ logger: { stream: { write: (line) => process.stdout.write(JSON.parse(line).msg + '\\n') } } })
    const readRate = async () => {
      await setTimeout(1)
      throw new Error('no rate')
    }
    const ussd = conversation(async (talk) => {
      const rate = readRate()
      await talk.ask('How many?', text())
      return talk.end(String(await rate))
    })
    await app.register(merchantWebhooks, { verify: 'none', ussd })
    await phone(app).dial('*713#')
    await setTimeout(20)
    process.stdout.write((await phone(app).dial('*713#')).text + '\\n')
    ${then}
    await setTimeout(20)
    process.stdout.write('lives\\n')
  `
  try {
    const { stdout, stderr } = await run(
      process.execPath,
      [...flags, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
      { cwd: root },
    )
    return { code: 0, said: stdout + stderr }
  } catch (error) {
    const { code: exit = 0, stdout = '', stderr = '' } = Object(error)
    return { code: exit, said: stdout + stderr }
  }
}

const told = 'a promise of a script failed while nothing awaited it'

describe('A promise that fails while nothing awaits it', () => {
  it('of a script leaves the process alive, and other subscribers with their screens', async () => {
    const { code, said } = await ends('')
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('How many?\n') })
    expect(said).toContain('lives')
    expect(said.split(told)).toHaveLength(3)
  })

  it.each([
    ["Promise.reject(new Error('of another'))", /\nError: of another\n/],
    ['Promise.reject(7)', /ERR_UNHANDLED_REJECTION/],
  ])(
    'of others ends the process as it does without a script: %s',
    async (then, line) => {
      const { code, said } = await ends(then)
      expect({ code, said }).toMatchObject({ code: 1, said: expect.stringMatching(line) })
      expect(said).toContain(told)
      expect(said).not.toContain('lives')
    },
    30_000,
  )

  it('of others is a warning where the process is told to warn', async () => {
    const { code, said } = await ends("Promise.reject(new Error('of another'))", ['--unhandled-rejections=warn'])
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('UnhandledPromiseRejectionWarning') })
    expect(said).toContain('lives')
  })

  it('of others is decided by the listeners of the application', async () => {
    const { code, said } = await ends(
      "process.on('unhandledRejection', (error) => console.log('heard', error.message)); Promise.reject(new Error('of another'))",
    )
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('heard of another') })
    expect(said).toContain('lives')
  })

  it('of others goes to the application that listens to errors nothing catches, each time', async () => {
    const held = await hold((talk) => talk.end('Goodbye'))
    await held.phone().dial('*713#')
    const [own] = process.listeners('unhandledRejection').filter(({ name }) => name === 'hear')
    const heard: unknown[] = []
    const rejections = process.listeners('unhandledRejection')
    const exceptions = process.listeners('uncaughtException')
    const forget = () => {
      process.removeAllListeners('unhandledRejection')
      process.removeAllListeners('uncaughtException')
    }
    onTestFinished(() => {
      forget()
      for (const listener of rejections) process.on('unhandledRejection', listener)
      for (const listener of exceptions) process.on('uncaughtException', listener)
    })
    forget()
    process.on('uncaughtException', (error, origin) => heard.push([error.message, origin]))
    if (own !== undefined) process.on('unhandledRejection', own)
    for (const message of ['first', 'second']) {
      Promise.reject(new Error(message))
      for (let turn = 0; turn < 3; turn++) await setImmediate()
    }
    process.once('unhandledRejection', () => heard.push('left to another listener'))
    Promise.reject(new Error('third'))
    for (let turn = 0; turn < 3; turn++) await setImmediate()
    expect(heard).toEqual([
      ['first', 'unhandledRejection'],
      ['second', 'unhandledRejection'],
      'left to another listener',
    ])
    expect(process.listenerCount('unhandledRejection')).toBe(1)
  })

  it('is told once, also where the script runs a second time', async () => {
    const held = await hold(
      async (talk) => {
        Promise.reject(new Error('PIN 1234'))
        return talk.end('Goodbye')
      },
      { rehearse: true },
    )
    const note = () => undefined
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    await held.phone().dial('*713#')
    for (let turn = 0; turn < 8; turn++) await setImmediate()
    expect(held.lines.saying(told)).toHaveLength(1)
  })
})
