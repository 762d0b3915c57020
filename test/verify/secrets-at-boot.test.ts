import { describe, expect, it } from 'vitest'
import { basic, type Secrets, secretHeader, secretPath, secretQuery, type Verifier } from '../../src/verify/index.ts'

const makers: [name: string, make: (secrets: Secrets) => Verifier][] = [
  ['secretPath', secretPath],
  ['secretHeader', (secrets) => secretHeader('x-push-token', secrets)],
  ['secretQuery', (secrets) => secretQuery('key', secrets)],
]

describe.each(makers)('%s at boot', (_name, make) => {
  it.each([
    ['undefined', undefined, 'the secret is undefined'],
    ['an empty text', '', 'the secret is empty'],
    ['white space', ' \t\n ', 'the secret is empty'],
    ['an empty list', [], 'the list of secrets is empty'],
    ['a list that begins with undefined', [undefined, 'second-secret'], 'secret 1 of 2 is undefined'],
    ['a list with an empty old secret', ['first-secret', ''], 'secret 2 of 2 is empty'],
  ])('refuses %s, says which and what to do', (_case, secrets, which) => {
    const error = thrownBy(() => make(secrets))
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ code: 'FMW_VERIFIER_SECRET_MISSING', statusCode: 500 })
    expect(error.message).toContain(which)
    expect(error.message).toContain('check that the variable is set')
  })

  it.each(['changeme', 'your-secret', 'PUSH_SECRET', '%PUSH_SECRET%', 'process.env.PUSH_SECRET'])(
    'refuses a placeholder that was never filled in: %s',
    (placeholder) => {
      const error = thrownBy(() => make([placeholder, 'second-secret']))
      expect(error).toMatchObject({ code: 'FMW_VERIFIER_SECRET_MISSING' })
      expect(error.message).toMatch(/: secret 1 of 2 has '\S+' in it/)
    },
  )

  it.each(['undefined', 'sk-undefined', 'undefined-production', 'nullnull', 'sk-null-1', '[object Object]'])(
    'refuses %s, as a template string makes it of a missing variable',
    (secret) => {
      const error = thrownBy(() => make(['a-good-secret', secret]))
      expect(error).toMatchObject({ code: 'FMW_VERIFIER_SECRET_MISSING' })
      expect(error.message).toMatch(/secret 2 of 2 has '(undefined|null|nullnull|\[object)' in it/)
      expect(error.message).toContain('check that the variable is set')
    },
  )

  it('says that a secret is one character again and again, since its variable is set', () => {
    const error = thrownBy(() => make('a'.repeat(24)))
    expect(error).toMatchObject({ code: 'FMW_VERIFIER_SECRET_UNUSABLE' })
    expect(error.message).toMatch(/: the secret is one character again and again\. Make one with/)
  })

  it('refuses what is no string, which plain JavaScript can pass', () => {
    const fromJson: { secret: string } = JSON.parse('{ "secret": 12345678 }')
    expect(() => make(fromJson.secret)).toThrow('the secret is no string: number')
    const fromNull: { secret: string } = JSON.parse('{ "secret": null }')
    expect(() => make(fromNull.secret)).toThrow('the secret is null')
  })

  it('refuses a secret under 8 characters and takes one of 8', () => {
    expect(thrownBy(() => make('seven77'))).toMatchObject({ code: 'FMW_VERIFIER_SECRET_TOO_SHORT' })
    expect(() => make('eight888')).not.toThrow()
  })

  it.each([
    ['a line break at its end', 'a-good-secret\n', 'begins or ends with white space'],
    ['a space at its beginning', ' a-good-secret', 'begins or ends with white space'],
    ['a control character', 'a-good\u0000secret', 'contains a control character'],
    ['a lone surrogate', 'a-good-\ud800-secret', 'is not well-formed Unicode'],
  ])('refuses a secret with %s', (_case, secret, problem) => {
    const error = thrownBy(() => make(secret))
    expect(error).toMatchObject({ code: 'FMW_VERIFIER_SECRET_UNUSABLE' })
    expect(error.message).toContain(`the secret ${problem}`)
  })

  it('refuses two in one text, which nobody would send, and says how to give both', () => {
    for (const secrets of ['a-new-secret,an-old-secret', ['a-new-secret', 'an-old-secret,an-older-one']]) {
      const error = thrownBy(() => make(secrets))
      expect(error).toMatchObject({ code: 'FMW_VERIFIER_SECRET_UNUSABLE' })
      expect(error.message).toContain(
        "contains a comma. To accept several, give a list, as PUSH_SECRET.split(',') makes",
      )
      expect(error.message).not.toMatch(/old-secret|older|no request/)
    }
    expect(() => make('a-new-secret,an-old-secret'.split(','))).not.toThrow()
  })

  it.each(['shorty', 'a-good-\u0000-secret', 'a-good-secret '])('never puts the secret into the error', (secret) => {
    expect(thrownBy(() => make(['another-good-one', secret])).message).not.toContain(secret.trim())
  })
})

describe('basic at boot', () => {
  it.each([
    ['an unset password', { username: 'service', password: undefined }, 'FMW_VERIFIER_SECRET_MISSING'],
    ['an empty password', { username: 'service', password: '' }, 'FMW_VERIFIER_SECRET_MISSING'],
    ['a short password', { username: 'service', password: 'seven77' }, 'FMW_VERIFIER_SECRET_TOO_SHORT'],
    [
      'two passwords in one text',
      { username: 'service', password: 'password-1,password-2' },
      'FMW_VERIFIER_SECRET_UNUSABLE',
    ],
    ['a password with a line break', { username: 'service', password: 'pass\nword' }, 'FMW_VERIFIER_SECRET_UNUSABLE'],
    [
      'a password of a missing variable',
      { username: 'service', password: 'sk-undefined' },
      'FMW_VERIFIER_SECRET_MISSING',
    ],
    ['a user name of one', { username: 'shop-undefined', password: 'password-1' }, 'FMW_VERIFIER_SECRET_MISSING'],
    ['an unset user name', { username: undefined, password: 'password-1' }, 'FMW_VERIFIER_NAME_INVALID'],
    ['an empty user name', { username: '', password: 'password-1' }, 'FMW_VERIFIER_NAME_INVALID'],
    ['a user name with a colon', { username: 'a:b', password: 'password-1' }, 'FMW_VERIFIER_NAME_INVALID'],
    ['a user name with a line break', { username: 'a\nb', password: 'password-1' }, 'FMW_VERIFIER_NAME_INVALID'],
    ['a malformed user name', { username: 'a\udc00', password: 'password-1' }, 'FMW_VERIFIER_NAME_INVALID'],
    ['an empty list', [], 'FMW_VERIFIER_SECRET_MISSING'],
  ])('refuses %s', (_case, credentials, code) => {
    expect(thrownBy(() => basic(credentials))).toMatchObject({ code })
  })

  it('says which of several pairs is wrong, and shows no password', () => {
    const good = { username: 'service', password: 'password-1' }
    const error = thrownBy(() => basic([good, { username: 'service', password: 'abc' }]))
    expect(error.message).toContain('password 2 of 2')
    expect(error.message).not.toContain('abc')
    expect(() => basic([{ username: '', password: 'password-2' }, good])).toThrow('user name 1 of 2')
  })
})

describe('secretPath at boot', () => {
  it('refuses a slash, which would be two path segments', () => {
    expect(thrownBy(() => secretPath('half/of-it'))).toMatchObject({ code: 'FMW_VERIFIER_SECRET_UNUSABLE' })
  })

  it('refuses more than the 100 characters of a path parameter, and takes 100', () => {
    expect(() => secretPath(`${'xy'.repeat(50)}x`)).toThrow('has more than 100 characters')
    expect(() => secretPath('xy'.repeat(50))).not.toThrow()
  })
})

describe('secretHeader at boot', () => {
  it('refuses characters that a header cannot carry the same way everywhere', () => {
    expect(thrownBy(() => secretHeader('x-push-token', 'pässword-1'))).toMatchObject({
      code: 'FMW_VERIFIER_SECRET_UNUSABLE',
    })
  })

  it.each(['', 'two words', 'colon:', 'ümlaut'])('refuses the header name "%s"', (name) => {
    expect(thrownBy(() => secretHeader(name, 'a-good-secret'))).toMatchObject({ code: 'FMW_VERIFIER_NAME_INVALID' })
  })
})

describe('secretQuery at boot', () => {
  it.each(['', 'two words', 'a&b', 'a=b', 'k%65y'])('refuses the parameter name "%s"', (name) => {
    expect(thrownBy(() => secretQuery(name, 'a-good-secret'))).toMatchObject({ code: 'FMW_VERIFIER_NAME_INVALID' })
  })
})

function thrownBy(run: () => unknown): Error {
  try {
    run()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was thrown')
}
