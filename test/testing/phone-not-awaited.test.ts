import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import merchantWebhooks from '../../src/index.ts'
import { createSimulator } from '../../src/simulator/index.ts'
import { waitingPhones } from '../../src/simulator/phone/waiting-phones.ts'
import { phone } from '../../src/testing/phone/phone.ts'

async function start() {
  const app = Fastify()
  await app.register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.prompt('Welcome') })
  return app
}

it('steps that nobody awaited fail the close of their application, and show where they were written', async () => {
  const app = await start()
  phone(app).dial('*713#').expectScreen('Something else')
  const failure = await app.close().catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'FMW_PHONE_NOT_AWAITED', message: expect.stringContaining('put await before') })
  expect(failure).toMatchObject({ stack: expect.stringContaining('phone-not-awaited.test.ts:18') })
  await app.close()
})

it('so do steps behind some that were', async () => {
  const app = await start()
  const caller = phone(app)
  await caller.dial('*713#')
  caller.reply('1').expectScreen('Something else')
  await expect(app.close()).rejects.toMatchObject({ code: 'FMW_PHONE_NOT_AWAITED' })
})

it('steps that were awaited, that failed, or of another application, close it as ever', async () => {
  const [app, other] = [await start(), await start()]
  await phone(app).dial('*713#').expectScreen('Welcome')
  await expect(phone(app).dial('*713#').expectScreen('Something else').hangUp()).rejects.toThrow()
  const running = phone(app).dial('*713#').run()
  const elsewhere = phone(other).dial('*713#')
  await running
  await app.close()
  await elsewhere
  await other.close()
})

it('so do steps before one that was refused: nobody gets that chain', async () => {
  const app = await start()
  const caller = phone(app)
  expect(() => Reflect.apply(caller.reply, caller.dial('*713#'), [2])).toThrow('reply')
  await caller.dial('*713#').expectScreen('Welcome')
  await app.close()
})

// Beside others, because a lone test fails by its own steps that wait.
it.concurrent('they hide no error of a block that disposes of its simulator', async ({ expect }) => {
  const target = await createSimulator()
  const block = async (): Promise<void> => {
    await using sim = target
    sim.phone('+233000000041').dial('*713#')
    throw new Error('the one to be told')
  }
  await expect(block()).rejects.toThrow('the one to be told')
  expect(waitingPhones.forgotten({ target })).toMatchObject({ code: 'FMW_PHONE_NOT_AWAITED' })
})

it('the application is closed anyway', async () => {
  const app = await start()
  phone(app).dial('*713#')
  let isClosed = false
  app.addHook('onClose', async () => {
    isClosed = true
  })
  await expect(app.close()).rejects.toMatchObject({ code: 'FMW_PHONE_NOT_AWAITED' })
  expect(isClosed).toBe(true)
})

it('the end of the process tells once, and says nothing where nothing waits', () => {
  const said: unknown[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(text) > 0)
  const { exitCode } = process
  const notClosable = { inject: () => Promise.reject(new Error('not asked')), ready: async () => undefined }
  Reflect.apply(phone, undefined, [notClosable]).dial('*713#')
  waitingPhones.tellAtExit()
  waitingPhones.tellAtExit()
  expect(process.exitCode).toBe(1)
  process.exitCode = exitCode
  vi.restoreAllMocks()
  expect(said).toEqual([expect.stringContaining('put await before phone(…)')])
})

it('what cannot be closed is told of where the process ends', () => {
  const module = fileURLToPath(new URL('../../src/testing/phone/phone.ts', import.meta.url))
  const forget = `import { phone } from ${JSON.stringify(module)}; phone('http://127.0.0.1:1/ussd').dial('*713#')`
  const failed = (() => {
    try {
      return execFileSync(process.execPath, ['--input-type=module', '-e', forget], { stdio: 'pipe' }).toString()
    } catch (error) {
      return error
    }
  })()
  expect(failed).toMatchObject({ status: 1 })
  expect(String(Object(failed).stderr)).toContain('put await before phone(…)')
})

it('a process whose phones were awaited ends as ever', () => {
  const module = fileURLToPath(new URL('../../src/testing/phone/phone.ts', import.meta.url))
  const awaited = `import { phone } from ${JSON.stringify(module)}; await phone('http://127.0.0.1:1/ussd').dial('*713#').run().catch(() => {})`
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', awaited], { stdio: 'pipe' }).toString()).toBe('')
})
