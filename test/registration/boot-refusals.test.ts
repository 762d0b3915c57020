import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import merchantWebhooks, {
  basic,
  type MerchantWebhooksOptions,
  memoryStore,
  sourceAddresses,
  type UssdHandler,
} from '../../src/index.ts'

const ussd: UssdHandler = (_push, turn) => turn.end('Goodbye')
const deliveryReport = () => undefined
const good = { verify: 'none', store: memoryStore(), ussd } satisfies MerchantWebhooksOptions

/** Registers the options, with others as untyped code may give them over those. */
async function boot(options: MerchantWebhooksOptions, untyped = '{}'): Promise<unknown> {
  const app = Fastify()
  try {
    await app.register(merchantWebhooks, Object.assign({}, options, JSON.parse(untyped)))
    await app.ready()
    return 'it boots'
  } catch (error) {
    return error instanceof Error && 'code' in error ? `${error.code}: ${error.message}` : error
  } finally {
    await app.close()
  }
}

describe('a registration boots', () => {
  it('with a handler and a choice of who may push', async () => {
    expect(await boot({ verify: 'none', ussd })).toBe('it boots')
  })

  it('with a conversation in place of a handler, bare or with settings', async () => {
    const greeting = conversation((talk) => talk.end('Hello'))
    expect(await boot({ verify: 'none', ussd: greeting, programmable: { handler: greeting } })).toBe('it boots')
  })

  it('with a secret, and with several', async () => {
    expect(await boot({ ...good, secret: 'sixteen letters!' })).toBe('it boots')
    expect(await boot({ ...good, secret: ['the new secret, 2', 'the old secret, 1'] })).toBe('it boots')
  })
})

describe('a registration is refused', () => {
  it('where what is kept is to be sealed without a secret', async () => {
    expect(await boot({ ...good, seal: true, secret: 'sixteen letters!' })).toBe('it boots')
    expect(await boot({ ...good, seal: false })).toBe('it boots')
    expect(await boot({ ...good, seal: true })).toBe(
      'FMW_OPTION: The option seal needs the option secret: what the store keeps is sealed under it',
    )
    expect(await boot({ ...good, seal: JSON.parse('"yes"') })).toBe('FMW_OPTION: The option seal must be true or false')
  })

  it('where two secrets in one text were not split', async () => {
    expect(await boot({ ...good, secret: 'the new secret, 2,the old secret, 1' })).toBe(
      "FMW_OPTION: The option secret has a comma in it: give several as a list, as MERCHANT_SECRET.split(',') makes one",
    )
  })

  it('where nobody said who may push', async () => {
    expect(await boot({ ussd })).toBe(
      "FMW_VERIFY_REQUIRED: The option verify is required for ussd: give a verifier such as secretPath(process.env.PUSH_SECRET), or write out 'none'",
    )
    expect(await boot({ deliveryReport })).toMatch(/^FMW_VERIFY_REQUIRED: .* for deliveryReport/)
    expect(await boot({ verify: undefined, ussd: { handler: ussd, verify: undefined } })).toMatch(
      /^FMW_VERIFY_REQUIRED/,
    )
    expect(
      await boot({ ussd: { handler: ussd, verify: 'none' }, programmable: (_push, turn) => turn.end('a') }),
    ).toMatch(/^FMW_VERIFY_REQUIRED: .* for programmable/)
  })

  it.each(['null', 'true', '"secret"', '{}', '{"name":"own"}', '{"check":true,"name":"own"}', '[]'])(
    'where what may push is no verifier: %s',
    async (verify) => {
      expect(await boot({ ussd }, `{"verify":${verify}}`)).toBe(
        "FMW_OPTION: The option verify must be a verifier such as secretPath(process.env.PUSH_SECRET), or 'none'",
      )
    },
  )

  it('where a name begins with a space', async () => {
    expect(await boot({ ussd, verify: 'none', name: ' default' })).toMatch(
      /^FMW_OPTION: .*name must not begin or end with a space/,
    )
  })

  it('where the verifier has no name', async () => {
    expect(await boot({ ussd, verify: { name: '', check: () => true } })).toMatch(/^FMW_OPTION: The option verify must/)
  })

  it.each(['"Basic realm=\\u201cshop\\u201d"', '"Basic\\r\\nx: y"', '7', 'null'])(
    'where the challenge of the verifier cannot be sent: %s',
    async (challenge) => {
      const verify = Object.assign({ name: 'own', check: () => true }, JSON.parse(`{"challenge":${challenge}}`))
      expect(await boot({ ussd, verify })).toBe(
        'FMW_OPTION: The option verify must have a challenge that a header can carry: that of own cannot be sent',
      )
      expect(await boot({ ussd, verify: { ...verify, challenge: 'Basic realm="caf\u00e9"' } })).toBe('it boots')
    },
  )

  it('where the verifier could let no such push in', async () => {
    const verify = sourceAddresses({ checkout: ['192.0.2.1'] })
    expect(await boot({ ussd, verify })).toBe(
      'FMW_OPTION: The option verify lets no ussd push in: sourceAddresses has nothing for that kind',
    )
    expect(await boot({ checkout: () => undefined, store: memoryStore(), verify })).toBe('it boots')
  })

  it.each(['checkout', 'fulfilment', 'ussdPayment', 'payment'])(
    'where money is handled and nobody said where it is kept: %s',
    async (kind) => {
      expect(await boot({ verify: 'none', [kind]: () => undefined })).toBe(
        `FMW_STORE_REQUIRED: The option store is required because ${kind} handles money: give a store, or write out memoryStore(), which keeps nothing`,
      )
      expect(await boot({ verify: 'none', store: memoryStore(), [kind]: () => undefined })).toBe('it boots')
    },
  )

  it.each(['null', '"memory"', '{}', '{"durability":1}'])('where the store is none: %s', async (store) => {
    expect(await boot(good, `{"store":${store}}`)).toBe(
      "FMW_OPTION: The option store must be a store: sqliteStore('merchant.db') of …/sqlite, postgresStore(…) of …/postgres, or memoryStore(), which keeps nothing",
    )
  })

  it('where no kind has a handler', async () => {
    expect(await boot({ verify: 'none' })).toBe(
      'FMW_OPTION: The option ussd is missing, like that of every other kind: give one a handler',
    )
    expect(await boot({ verify: 'none', ussd: undefined, checkout: false })).toMatch(/^FMW_OPTION: The option ussd is/)
  })

  it.each([
    ['{"usssd":1}', 'usssd'],
    ['{"timeout":1}', 'timeout'],
    ['{"ussd":{"handlr":1}}', 'ussd.handlr'],
    ['{"payment":{"handlr":1}}', 'payment.handlr'],
    ['{"secrets":"x"}', 'secrets'],
  ])('where an option is not known: %s', async (untyped, name) => {
    expect(await boot(good, untyped)).toMatch(new RegExp(`^FMW_OPTION: The option ${name} `))
  })

  it('where a handler is misspelt, naming the word that is near', async () => {
    for (const kind of ['ussd', 'programmable', 'payment', 'deliveryReport']) {
      const handlr = Object.assign({}, good, { [kind]: { handlr: () => undefined } })
      expect(await boot(handlr)).toMatch(
        new RegExp(`^FMW_OPTION: The option ${kind}\\.handlr is not one that is known; 'handler' may be meant`),
      )
    }
  })

  it('with the names that there are', async () => {
    const problem = await boot(good, '{"usssd":1}')
    for (const name of [
      'ussd',
      'programmable',
      'payment',
      'verify',
      'store',
      'prefix',
      'budget',
      'acknowledge',
      'clock',
    ]) {
      expect(problem).toContain(name)
    }
    expect(await boot({ ...good, ussd: Object.assign({ handler: ussd }, { onLeft: 1 }) })).toMatch(
      /^FMW_OPTION: The option ussd\.onLeft is not one that is known; 'onLeave' may be meant; there are: .*onLeave/,
    )
    expect(await boot({ ...good, deliveryReport: Object.assign({ handler: deliveryReport }, { budget: 1 }) })).toMatch(
      /^FMW_OPTION: The option deliveryReport\.budget is not one that is known; there are: .*retry/,
    )
    expect(await boot({ ...good, payment: Object.assign({ handler: deliveryReport }, { path: '/p' }) })).toMatch(
      /^FMW_OPTION: The option payment\.path is not one that is known/,
    )
    expect(await boot(good, '{"screens":{"wait":"a"}}')).toMatch(
      /^FMW_OPTION: The option screens\.wait is not one that is known; 'waiting' may be meant; there are: waiting/,
    )
    expect(await boot({ ...good, deliveryReport, ...JSON.parse('{"acknowledge":{"code":1}}') })).toMatch(
      /^FMW_OPTION: The option deliveryReport\.acknowledge\.code is not one that is known; there are: status, body/,
    )
  })

  it.each([
    ['{"ussd":null}', 'ussd'],
    ['{"ussd":false}', 'ussd'],
    ['{"ussd":{}}', 'ussd'],
    ['{"ussd":{"handler":{}}}', 'ussd'],
    ['{"programmable":"menu"}', 'programmable'],
  ])('where the handler of a turn kind is none: %s', async (untyped, kind) => {
    expect(await boot(good, untyped)).toBe(
      `FMW_OPTION: The option ${kind} must be a handler, a conversation, or { handler, … }`,
    )
  })

  it('where the secret is empty, as a variable is that was not filled in', async () => {
    expect(await boot({ ...good, secret: '' })).toBe(
      'FMW_OPTION: The option secret is empty; if it comes from the environment, see that the variable is set',
    )
  })

  it.each(['"fifteen letters"', '16', 'null', '{}', '[]', '["sixteen letters!","short"]', '["sixteen letters!",1]'])(
    'where the secret is too short to be one, or none: %s',
    async (secret) => {
      expect(await boot(good, `{"secret":${secret}}`)).toBe(
        'FMW_OPTION: The option secret must be text of at least 16 characters, or a list of such texts',
      )
    },
  )

  it.each([
    ['{"payment":{}}', 'payment'],
    ['{"payment":7}', 'payment'],
    ['{"payment":null}', 'payment'],
    ['{"checkout":true}', 'checkout'],
    ['{"checkout":null}', 'checkout'],
    ['{"deliveryReport":{}}', 'deliveryReport'],
    ['{"inboundMessage":[]}', 'inboundMessage'],
  ])('where a handler is none: %s', async (untyped, kind) => {
    expect(await boot(good, untyped)).toBe(`FMW_OPTION: The option ${kind} must be a handler, or { handler, … }`)
  })

  it.each([
    ['secret', { secret: 'the-secret-of-undefined' }],
    ['secret', { secret: ['sixteen letters!', 'nullnullnullnull'] }],
    ['secret', { secret: '[object Object][object Object]' }],
    ['publicUrl', { publicUrl: 'https://undefined' }],
    ['publicUrl', { publicUrl: 'https://[object Object]' }],
    ['publicUrl', { publicUrl: 'https://shop.example/null' }],
    ['prefix', { prefix: '/push/undefined' }],
    ['name', { name: 'shop-undefined' }],
    ['ussd.path', { ussd: { handler: ussd, path: '/ussd/undefined' } }],
  ])('where a template string had a variable that is missing: %s', async (name, options) => {
    expect(await boot({ ...good, ...options })).toMatch(
      new RegExp(`^FMW_OPTION: The option ${name} has '(undefined|(null)+|\\[object)' in it; if it comes from`),
    )
  })

  it('where the secret is a placeholder', async () => {
    expect(await boot({ ...good, secret: 'change-me-please' })).toContain(
      "FMW_OPTION: The option secret has 'change-me' in it; if it comes from the environment",
    )
  })

  it('where the secret is one character again and again, and says that', async () => {
    expect(await boot({ ...good, secret: 'a'.repeat(24) })).toBe(
      'FMW_OPTION: The option secret is one character again and again: anybody can guess it',
    )
  })

  it('where a money kind has settings and nobody to handle it', async () => {
    expect(await boot({ ...good, checkout: { path: '/paid' } })).toBe(
      'FMW_OPTION: The option checkout.handler is missing, and there is no payment handler to serve the kind',
    )
  })

  it.each([
    ['{"checkout":{"handler":7}}', 'checkout.handler'],
    ['{"deliveryReport":{"handler":"x"}}', 'deliveryReport.handler'],
    ['{"checkout":{"identity":"id"}}', 'checkout.identity'],
  ])('where a function is none: %s', async (untyped, option) => {
    expect(await boot(good, untyped)).toBe(`FMW_OPTION: The option ${option} must be a function`)
  })

  it.each([
    ['{"onLeave":1}', 'ussd.onLeave must be a function'],
    ['{"onUnknownType":"x"}', 'ussd.onUnknownType must be a function'],
    ['{"onDeadline":"later"}', "ussd.onDeadline must be 'wait', 'release' or a function of the push"],
    ['{"onDeadline":null}', "ussd.onDeadline must be 'wait', 'release' or a function of the push"],
  ])('where what happens around turns is not to be had: %s', async (untyped, problem) => {
    expect(await boot({ ...good, ussd: Object.assign({ handler: ussd }, JSON.parse(untyped)) })).toBe(
      `FMW_OPTION: The option ${problem}`,
    )
  })

  it.each(['ussd', '/ussd/', '/', '', '/:id', '/a b', '/a*', '/a?b=1', '/a#b', '//a', '/a//b'])(
    "where a path is none: '%s'",
    async (path) => {
      const problem = "must be a path such as '/ussd', without parameters and without a slash at its end"
      expect(await boot({ ...good, ussd: { handler: ussd, path } })).toBe(`FMW_OPTION: The option ussd.path ${problem}`)
      expect(await boot({ ...good, deliveryReport: { handler: deliveryReport, path } })).toBe(
        `FMW_OPTION: The option deliveryReport.path ${problem}`,
      )
    },
  )

  it.each(['"push"', '"/push//"', '"/:tenant"', '7', 'null', '{}'])('where the prefix is none: %s', async (prefix) => {
    expect(await boot(good, `{"prefix":${prefix}}`)).toMatch(/^FMW_OPTION: The option prefix must be a path/)
  })

  it.each([
    '"shop.example"',
    '"ftp://shop.example"',
    '"https://shop.example?a=1"',
    '"https://shop.example#a"',
    '"https://me@shop.example"',
    '"https://:pw@shop.example"',
    '"/push"',
    '7',
    'null',
  ])('where the public address is none: %s', async (publicUrl) => {
    expect(await boot(good, `{"publicUrl":${publicUrl}}`)).toBe(
      "FMW_OPTION: The option publicUrl must be an address such as 'https://shop.example', without a query",
    )
  })

  it.each(['""', '7', 'null'])('where the name is none: %s', async (name) => {
    expect(await boot(good, `{"name":${name}}`)).toBe('FMW_OPTION: The option name must be text')
  })

  it('where classify is no function', async () => {
    expect(await boot(good, '{"classify":"ussd"}')).toBe(
      'FMW_OPTION: The option classify must be a function of the body that returns a kind',
    )
  })

  it.each<[object | null, string]>([
    [{ now: Date.now, monotonic: () => performance.now() }, 'after'],
    [{}, 'now, monotonic, after'],
    [null, 'now, monotonic, after'],
  ])('where a clock lacks what is asked of it: %o', async (clock, lacks) => {
    const untyped: object = { clock }
    expect(await boot({ ...good, ...untyped })).toContain(
      `FMW_OPTION: The option clock lacks ${lacks}: give an object with the functions now, monotonic and after`,
    )
  })

  const isBytes = (option: string) => /bytes$|bodyLimit/i.test(option)
  const wholes = ['budget', 'sessions.expiry', 'sessions.max', 'sessions.maxBytes', 'blockedAfter', 'bodyLimit']
  it.each(
    wholes.flatMap((option) =>
      ['0', '-1', '1.5', '"6000"', 'null', isBytes(option) ? '9007199254740992' : '2147483648', '1e400'].map(
        (value) => [option, value],
      ),
    ),
  )('where a number is none that can hold: %s of %s', async (option, value) => {
    // Null is like not given, as ever with settings that come from elsewhere.
    const expected =
      value === 'null'
        ? /^it boots$/
        : new RegExp(
            `^FMW_OPTION: The option ${option} must be a whole number from 1 to ${isBytes(option) ? '9007199254740991, in bytes' : '2147483647(?:, in ms)?'}, but it is (?:a string of 4 characters|the number .+)$`,
          )
    const [name, inner] = String(option).split('.')
    expect(await boot(good, `{"${name}":${inner === undefined ? value : `{"${inner}":${value}}`}}`)).toMatch(expected)
  })

  it.each(['0', '-1', '1.5', '"30000"', '9007199254740991'])(
    'where an attempt could not be timed: %s',
    async (value) => {
      expect(await boot({ ...good, deliveryReport }, `{"retry":{"timeout":${value}}}`)).toMatch(
        /^FMW_OPTION: The option retry.timeout must be a whole number from 1 to 2147483647, in ms, but it is /,
      )
      expect(await boot({ ...good, deliveryReport }, '{"bodyLimit":0}')).toMatch(/^FMW_OPTION: The option bodyLimit/)
    },
  )

  it('where a number of days is a text', async () => {
    expect(await boot(good, '{"retention":{"entriesDays":"9"}}')).toBe(
      'FMW_OPTION: The option retention.entriesDays must be a whole number from 0 to 2147483647, in days, but it is a string of 1 character',
    )
  })

  it.each(['entriesBytes', 'identitiesBytes', 'sessionsBytes', 'rejectedBytes', 'trailBytes'])(
    'with a room that is too small for the largest push: %s',
    async (name) => {
      expect(await boot(good, JSON.stringify({ retention: { [name]: 1_048_575 } }))).toMatch(
        `FMW_OPTION: The option retention.${name} must be a whole number from 1048576 to 9007199254740991, in bytes, but it is `,
      )
      for (const bytes of [1_048_576, 20 * 2 ** 30, Number.MAX_SAFE_INTEGER]) {
        expect(await boot(good, JSON.stringify({ retention: { [name]: bytes } }))).toBe('it boots')
      }
    },
  )

  it('where a group of settings is none, or has a name that nobody reads, wherever it stands', async () => {
    expect(await boot(good, '{"retry":3}')).toBe(
      'FMW_OPTION: The option retry must be { attempts, timeout, minDelay, maxDelay }, each of them optional',
    )
    expect(await boot({ ...good, deliveryReport }, '{"retry":{"attempt":3}}')).toMatch(
      /^FMW_OPTION: The option retry\.attempt is not one that is known; 'attempts' may be meant/,
    )
    const untyped: object = { sessions: { size: 3 } }
    expect(await boot({ ...good, ussd: { handler: ussd, ...untyped } })).toMatch(
      /^FMW_OPTION: The option ussd\.sessions\.size is not one that is known/,
    )
    expect(await boot({ ...good, ussd: { handler: ussd, sessions: { max: 0 } } })).toBe(
      'FMW_OPTION: The option ussd.sessions.max must be a whole number from 1 to 2147483647, but it is the number 0',
    )
    expect(await boot(good, '{"retention":{"days":3}}')).toMatch(
      /^FMW_OPTION: The option retention\.days is not one that is known; 'trailDays' may be meant; there are: entriesDays, /,
    )
  })

  it('where the work of a turn may take less than its budget', async () => {
    expect(await boot({ ...good, budget: 6_000, maxWork: 5_999 })).toBe(
      'FMW_OPTION: The option ussd.maxWork must be a whole number from 6000 to 2147483647, in ms, but it is the number 5999',
    )
    expect(await boot({ ...good, budget: 60_000 })).toBe('it boots')
  })

  it.each(['199', '300', '200.5', '"200"', 'null'])('where the status acknowledges nothing: %s', async (status) => {
    expect(await boot({ ...good, deliveryReport }, `{"acknowledge":{"status":${status}}}`)).toBe(
      'FMW_OPTION: The option deliveryReport.acknowledge.status must be a 2xx status',
    )
  })

  it('where the body of an acknowledgement is no JSON, or cannot be sent', async () => {
    const endless: { self?: unknown } = {}
    endless.self = endless
    for (const body of [() => 1, Symbol('s'), 10n, endless]) {
      expect(await boot({ ...good, deliveryReport, acknowledge: { body } })).toBe(
        'FMW_OPTION: The option deliveryReport.acknowledge.body must be a JSON value',
      )
    }
    for (const status of [204, 205]) {
      expect(await boot({ ...good, deliveryReport, acknowledge: { status, body: 'ok' } })).toBe(
        `FMW_OPTION: The option deliveryReport.acknowledge.body cannot be sent with status ${status}`,
      )
    }
  })

  it('where a screen is none, a setting of replies or a country is not known', async () => {
    expect(await boot(good, '{"screens":{"waiting":" "}}')).toMatch(/^FMW_REPLY_TEXT/)
    expect(await boot(good, '{"screens":{"failed":7}}')).toMatch(/^FMW_REPLY_TEXT/)
    expect(await boot(good, '{"reply":{"names":"snake"}}')).toMatch(/^FMW_REPLY_OPTION_VALUE/)
    expect(await boot(good, '{"reply":{"callbackUrl":"/here"}}')).toMatch(/^FMW_REPLY_CALLBACK_URL/)
    expect(await boot(good, '{"country":"XX"}')).toMatch(/FMW_/)
    expect(await boot({ ...good, deliveryReport: { handler: deliveryReport, country: JSON.parse('"XX"') } })).toMatch(
      /FMW_/,
    )
  })

  it('where its own name is taken', async () => {
    const app = Fastify()
    await app.register(merchantWebhooks, good)
    await expect(app.register(merchantWebhooks, { ...good, prefix: '/b' })).rejects.toMatchObject({
      code: 'FMW_NAME_TAKEN',
      message: "A registration named 'default' is there already: give this one another name, as in { name: 'tickets' }",
    })
    await app.close()
  })

  it('where kinds share a path and cannot be told apart', async () => {
    const path = '/push'
    const programmable: MerchantWebhooksOptions['programmable'] = { handler: (_push, turn) => turn.end('a'), path }
    const problem = (kinds: string) =>
      `FMW_SHARED_PATH: The kinds ${kinds} cannot share the path /push: their shapes cannot be told apart: give classify(body) or paths of their own`
    const turns = { ...good, ussd: { handler: ussd, path }, programmable }
    expect(await boot(turns)).toBe(problem('ussd, programmable'))
    expect(await boot({ ...turns, classify: () => 'ussd' })).toBe('it boots')
    const payments = {
      ...good,
      checkout: { handler: deliveryReport, path },
      ussdPayment: { handler: deliveryReport, path },
    }
    expect(await boot(payments)).toBe(problem('checkout, ussdPayment'))
    expect(await boot({ ...payments, classify: () => 'checkout' })).toBe('it boots')
    const reports = {
      ...good,
      ussdPayment: { handler: deliveryReport, path },
      deliveryReport: { handler: deliveryReport, path },
    }
    expect(await boot(reports)).toBe(problem('ussdPayment, deliveryReport'))
  })

  it('where kinds share a path and are verified differently', async () => {
    const path = '/push'
    const verify = basic({ username: 'service', password: 'the-right-secret' })
    expect(
      await boot({
        verify,
        deliveryReport: { handler: deliveryReport, path },
        inboundMessage: { handler: deliveryReport, path, verify: 'none' },
      }),
    ).toBe(
      'FMW_SHARED_PATH: The kinds deliveryReport, inboundMessage cannot share the path /push: they have different verifiers, and the kind is not known before the body',
    )
  })

  it('where an address is taken by another registration', async () => {
    const app = Fastify()
    await app.register(merchantWebhooks, good)
    await expect(app.register(merchantWebhooks, { ...good, name: 'again' })).rejects.toMatchObject({
      code: 'FST_ERR_DUPLICATED_ROUTE',
    })
    await app.close()
  })
})
