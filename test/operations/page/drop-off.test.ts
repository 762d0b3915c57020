import { describe, expect, it } from 'vitest'
import { dropOff } from '../../../src/admin/sessions/drop-off.ts'
import { shapeOfScreen } from '../../../src/admin/sessions/screen-shape.ts'
import type { SessionEntry, SessionTranscript, SessionTurn } from '../../../src/admin/sessions-look.ts'
import { conversation, text } from '../../../src/conversation/index.ts'
import { phone } from '../../../src/testing/index.ts'
import { FMW_SESSION_UNKNOWN } from '../../../src/turns/errors.ts'
import { officeOf } from './office.ts'

const noon = Date.UTC(2026, 2, 1, 12)

describe('where sessions are left', () => {
  it('is the last screen before a release, with how many of all', async () => {
    const { app, ask } = await officeOf(undefined, {
      ussd: ({ type, message }, turn) => {
        if (type === 'initiation') return turn.prompt('Your name?')
        return message === 'no' ? turn.end('Bye') : turn.prompt(`Pay GHS ${message.length}.50 as ${message}?`)
      },
    })
    for (const [mobile, name] of [
      ['+233000000041', 'Ama'],
      ['+233000000042', 'Kofi Mensah'],
    ] as const) {
      await phone(app, { mobile }).dial('*713#').reply(name).hangUp()
    }
    await phone(app, { mobile: '+233000000043' }).dial('*713#').reply('no')
    await phone(app, { mobile: '+233000000044' }).dial('*713#')
    const { body } = await ask('drop-off')
    expect(body).toMatchObject({
      looked: 4,
      open: 1,
      left: 2,
      isMore: false,
      screens: [{ kind: 'ussd', screen: 'Pay GHS # as *?', count: 2, share: 2 / 3 }],
    })
    expect(body.screens[0].sessions).toHaveLength(2)
    expect((await ask('drop-off', { kind: 'programmable' })).body).toMatchObject({ looked: 0, screens: [] })
    expect((await ask('drop-off', { since: Date.now() + 60_000 })).body).toMatchObject({ looked: 0 })
  })

  it('shows behind a secret answer what two phones saw alike, and of other screens no word', async () => {
    const { app, ask } = await officeOf(undefined, {
      ussd: conversation(async (talk) => {
        await talk.ask('PIN?', text({ pattern: /^\d{4}$/, sensitive: true }))
        const name = await talk.ask('Their name?', text())
        await talk.ask(`Send to ${name}x. How much?`, text())
        return talk.end('Sent')
      }),
    })
    for (const [end, name] of [
      ['1', 'Kwame'],
      ['2', 'Akosua'],
      ['3', 'kofi'],
      ['4', 'esi'],
    ] as const) {
      await phone(app, { mobile: `+23300000004${end}` })
        .dial('*713#')
        .reply('4821')
        .reply(name)
        .hangUp()
    }
    const { body } = await ask('drop-off')
    expect(body.screens).toMatchObject([
      { screen: '(behind a secret answer)', count: 2, ways: { release: 2 } },
      { screen: expect.stringMatching(/^Send to \*\. How much\?/), count: 2 },
    ])
    expect(body.screens[0].sessions).toHaveLength(2)
    expect(JSON.stringify(body)).not.toMatch(/Kwame|Akosua|kofi|esix/)
  })

  it('shows a word with a capital where two phones saw the screen alike, and no name that one phone alone saw', async () => {
    const left = (id: string, phone: string, screen: string) =>
      sessionOf(id, [screen], { lastAt: new Date(0), phone: `+233...${phone}` })
    const found = await dropOff(
      lookOf([
        left('m1', '041', 'Welcome to Example Tickets'),
        left('m2', '042', 'Welcome to Example Tickets'),
        left('a1', '041', 'Pay by CARD'),
        left('a2', '042', 'Pay by CARD'),
        left('b1', '043', 'Pay by MOMO'),
        left('b2', '044', 'Pay by MOMO'),
        left('n1', '041', 'Send to AMA OWUSU?'),
        left('n2', '041', 'Send to AMA OWUSU?'),
        left('o1', '041', 'Paid to Kofi'),
        left('o2', '042', 'Paid to Kofi'),
        left('o3', '043', 'Paid to Esi'),
      ]),
      {},
      noon,
    )
    expect(found.screens.map(({ screen, count, sessions }) => [screen, count, sessions])).toEqual([
      ['Paid to *', 3, ['o1', 'o2', 'o3']],
      ['Welcome to Example Tickets', 2, ['m1', 'm2']],
      ['Pay by CARD', 2, ['a1', 'a2']],
      ['Pay by MOMO', 2, ['b1', 'b2']],
      ['Send to *?', 2, ['n1', 'n2']],
    ])
    expect(new Set(found.screens.map(({ name }) => name)).size).toBe(5)
  })

  it('counts silence from three minutes on, says its cap, and takes no other session of the same id', async () => {
    const sessions = lookOf([
      sessionOf('s1', ['Welcome'], { lastAt: new Date(noon - 180_000) }),
      sessionOf('s2', ['Welcome'], { lastAt: new Date(noon - 179_999) }),
      sessionOf('s3', ['Welcome', ''], { isOver: true }, 'timeout'),
      sessionOf('s4', [''], { isOver: true }, 'release'),
      sessionOf('s5', ['Welcome to 5 shops'], { lastAt: new Date(noon - 1e9) }),
    ])
    const found = await dropOff(sessions, { most: 4 }, noon)
    expect(found).toMatchObject({
      looked: 4,
      open: 1,
      left: 2,
      isMore: true,
      screens: [{ screen: 'Welcome', count: 2, share: 2 / 3, ways: { timeout: 1, release: 0, silence: 1 } }],
    })
    const names = ['Ama Mensah', 'Kofi', 'Esi'].map((name, index) =>
      sessionOf(`n${index}`, [`Welcome back, ${name}. Your bill`], { lastAt: new Date(0) }),
    )
    const rare = sessionOf('r1', ['Welcome to 5 shops'], { lastAt: new Date(0) })
    expect((await dropOff(lookOf([rare, ...names]), {}, noon)).screens).toMatchObject([
      { screen: 'Welcome back, *. Your bill', count: 3 },
      { screen: 'Welcome to # shops', count: 1 },
    ])
    const gone = { list: sessions.list, get: async () => [sessionOf('s1', ['Other'], { phone: '+233...999' })] }
    expect(await dropOff(gone, {}, noon)).toMatchObject({ looked: 5, open: 0, left: 0, screens: [] })
    const erased = { list: sessions.list, get: (id: string) => (id === 's1' ? unknown(id) : sessions.get(id)) }
    expect(await dropOff(erased, {}, noon)).toMatchObject({ looked: 5, left: 2 })
    const away = { list: sessions.list, get: () => Promise.reject(new Error('The store is away')) }
    await expect(dropOff(away, {}, noon)).rejects.toThrow('away')
  })
})

function unknown(id: string): Promise<never> {
  return Promise.reject(new FMW_SESSION_UNKNOWN(id, 'default'))
}

describe('the shape of a screen', () => {
  it.each([
    ['amounts', 'Pay GHS 1,250.00 now', [], 'Pay GHS # now'],
    ['times and references', 'Order #1041-7 at 10:30', [], 'Order # at #'],
    ['the number of an option, which stays', 'Menu\n1. Tea 5.00\n2) Rice', [], 'Menu\n1. Tea #\n2) Rice'],
    ['an amount that begins a line', '5.00 to pay', [], '# to pay'],
    ['a name', 'Welcome back, Ama Mensah. Your bill', [], 'Welcome back, *. Your bill'],
    ['what was entered', 'Sent to akosua (3)', ['Akosua', '3'], 'Sent to * (#)'],
    ['part of what was entered', 'For Ama Mensah, of Ama', ['Ama', 'Ama Mensah'], 'For *, of *'],
    ['signs in what was entered', 'You said a+b (c)?', ['a+b (c)', 'abc'], 'You said a+b (c)?'],
    ['the first word', 'Ama, your bill', [], 'Ama, your bill'],
    ['a name in capitals', 'Send GHS 5.00 to AMA OWUSU?', [], 'Send GHS # to *?'],
    ['a name after a colon', 'Name: Kofi\nTo:ESI\nAnd:\nYaw', [], 'Name: *\nTo:*\nAnd:\n*'],
    ['a name in brackets', 'Sent (Ama Owusu)', [], 'Sent (*)'],
    ["a name of another's form", 'To O’Neil, Mr. Mensah and J. Osei. Thanks', [], 'To *, *. * and J. *. Thanks'],
    ['abbreviations and codes', 'Your SMS has the PIN, ID and code AB1C', [], 'Your SMS has the PIN, ID and code AB#C'],
    [
      'abbreviations of its options',
      'Pay by MTN or AMA\n1. MTN\n2. AMA OWUSU',
      [],
      'Pay by MTN or *\n1. MTN\n2. AMA OWUSU',
    ],
  ])('has no %s', (_what, screen, entered, shape) => {
    expect(shapeOfScreen(screen, entered)).toBe(shape)
  })
})

function lookOf(all: readonly SessionTranscript[]) {
  return {
    list: async ({ limit = 50 }: { readonly limit?: number | undefined } = {}) => ({
      sessions: all.slice(0, limit).map(({ transcript: _turns, ...entry }): SessionEntry => entry),
      next: limit < all.length ? 'more' : undefined,
    }),
    get: async (id: string) => all.filter(({ sessionId }) => sessionId === id),
  }
}

function sessionOf(
  sessionId: string,
  screens: readonly (string | null)[],
  more: Partial<SessionTranscript> = {},
  lastType = 'response',
): SessionTranscript {
  const at = new Date(noon - 200_000)
  const transcript = screens.map((screen, index): SessionTurn => {
    const type = index === screens.length - 1 ? lastType : 'response'
    return { at, sequence: index + 1, type, entered: '1', screen, source: 'handler', ms: 1, isFallback: false }
  })
  const session = { kind: 'ussd', phone: '+233...000', startedAt: at, lastAt: at, turns: 1, isOver: false } as const
  return { ...session, sessionId, fallbacks: 0, transcript, ...more }
}
