import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'
import { readReportOptions } from '../../src/registration/options/read-report-options.ts'
import { asHandled } from '../inbox/reports/as-handled.ts'

const url = 'https://service.example/report?token=the-secret'

/** What comes of these options of a report, as typed code or as untyped code may give them. */
async function boot(untyped: object): Promise<unknown> {
  const app = Fastify()
  try {
    await app.register(merchantWebhooks, {
      verify: 'none',
      store: memoryStore(),
      payment: () => undefined,
      fulfilment: { report: Object.assign({}, { url, describe: asHandled }, untyped) },
    })
    await app.ready()
    return 'it boots'
  } catch (error) {
    return error instanceof Error && 'code' in error ? `${error.code}: ${error.message}` : error
  } finally {
    await app.close()
  }
}

describe('the options of reports', () => {
  it('need no more than an address', () => {
    const { describe, ...others } = readReportOptions({ url })
    expect(others).toEqual({ url, headers: {}, within: 3_600_000, timeout: 10_000, fetch: expect.any(Function) })
    const told = [true, false].map((handled) => Reflect.apply(describe, undefined, [{}, handled]))
    expect(told).toEqual([{ serviceStatus: 'success' }, { serviceStatus: 'failed' }])
  })

  it('may all be given', async () => {
    const fetch: typeof globalThis.fetch = async () => new Response()
    const given = {
      url,
      headers: { Authorization: 'Basic YTpi' },
      within: 60_000,
      timeout: 500,
      fetch,
      describe: asHandled,
    }
    expect(readReportOptions(given)).toEqual({ ...given, headers: { authorization: 'Basic YTpi' } })
    expect(await boot(given)).toBe('it boots')
  })

  it('may be undefined', async () => {
    const nothing = { headers: undefined, within: undefined, timeout: undefined, fetch: undefined, describe: undefined }
    expect(await boot(nothing)).toBe('it boots')
  })
})

const aUrl =
  'FMW_OPTION: The option fulfilment.report.url must be an http or https address without credentials in it; if it comes from the environment, see that the variable is set'
const missing = 'is missing or empty; if it comes from the environment, see that the variable is set'

describe('the options of reports are refused', () => {
  it.each([undefined, null, '', '/report', 'ftp://service.example', 'https://me:the-secret@service.example', 7])(
    'where the address is none: %s',
    async (value) => {
      expect(await boot({ url: value })).toBe(aUrl)
    },
  )

  it.each([
    [
      { urls: url },
      "urls is not one that is known; 'url' may be meant; there are: url, headers, within, timeout, fetch",
    ],
    [{ within: 0 }, 'within must be a whole number from 1 to 2147483647'],
    [{ timeout: '5' }, 'timeout must be a whole number from 1 to 2147483647'],
    [{ fetch: url }, 'fetch must be a function'],
    [{ describe: {} }, 'describe must be a function'],
    [{ headers: 'authorization' }, 'headers must be an object of header names and values'],
    [{ headers: null }, 'headers must be an object of header names and values'],
    [{ headers: [] }, 'headers must be an object of header names and values'],
    [{ headers: new Headers() }, 'headers must be an object of header names and values'],
    [{ headers: { authorization: undefined } }, `headers.authorization ${missing}`],
    [{ headers: { authorization: ' ' } }, `headers.authorization ${missing}`],
    [{ headers: { authorization: 'the-secret\nof two lines' } }, 'headers.authorization cannot be sent as a header'],
    [{ headers: { 'two words': 'a' } }, 'headers.two words cannot be sent as a header'],
    [{ headers: { 'Content-Type': 'a' } }, 'headers.Content-Type is set by the report itself: leave it out'],
  ])('where one cannot be meant: %o', async (untyped, problem) => {
    const refused = await boot(untyped)
    expect(refused).toContain(`FMW_OPTION: The option fulfilment.report.${problem}`)
    expect(refused).not.toContain('the-secret')
  })

  it.each([
    [{ url: 'https://undefined.example/report' }, 'url'],
    [{ url, headers: { Authorization: 'Bearer undefined' } }, 'headers.Authorization'],
  ])('where a template string had a variable that is missing: %j', async (options, name) => {
    expect(await boot(options)).toBe(
      `FMW_OPTION: The option fulfilment.report.${name} has 'undefined' in it; if it comes from the environment, see that the variable is set`,
    )
  })

  it('where they are no object', () => {
    // @ts-expect-error: JavaScript lets it through
    expect(() => readReportOptions(null)).toThrow('The option fulfilment.report must be { url, … }')
    // @ts-expect-error: as a merchant may write it who read too fast
    expect(() => readReportOptions(url)).toThrow('The option fulfilment.report must be { url, … }')
  })

  it('of other kinds, which have nothing to report', async () => {
    const app = Fastify()
    const options = {
      verify: 'none',
      store: memoryStore(),
      checkout: { handler: () => undefined, report: { url } },
    } as const
    await expect(app.register(merchantWebhooks, options)).rejects.toThrow('The option checkout.report is not one')
  })
})
