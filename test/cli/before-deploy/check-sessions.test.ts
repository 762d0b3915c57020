import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CheckFinding } from '../../../src/cli/before-deploy/check-sessions.ts'
import { runAt } from '../run.ts'
import type { Change } from './apps/school.ts'
import { digestsOf, settledDigestsOf } from './digests.ts'
import { answers, type LiveSchool, liveSchool, postgres, school, sqlite, stores } from './live-school.ts'

/** One caller at each depth: nothing answered, one answer, and so on up to the last question. */
async function callers(live: LiveSchool): Promise<void> {
  for (let depth = 0; depth <= answers.length; depth++) await live.call(...answers.slice(0, depth))
}

describe.each(stores)('check-sessions on %s', (_name, place) => {
  it('raises no alarm on an equal build, however far its callers have come, and touches nothing', async () => {
    const live = await liveSchool(await place())
    await callers(live)
    // In French, on a later page of the fees, home from the pupil's number, at an error line, and cut off.
    await live.call('2', '2')
    await live.call('1', '99', '99')
    await live.call('1', '2', '00')
    await live.call('1', '2', '12')
    await live.leave('1', '2', '1234', '2', '2580')
    const { code, out, err } = await live.check('nothing', '--json')
    expect({ code, err, ...JSON.parse(out) }).toEqual({
      code: 0,
      err: '',
      registration: 'default',
      open: 15,
      holds: 15,
      breaks: 0,
      unjudged: 0,
      left: 0,
      findings: [],
      readOtherwise: [],
    })
    expect(live.wasTouched).toBe(false)
  })

  it('looks at no more sessions than it may, and says how many are left', async () => {
    const live = await liveSchool(await place())
    await callers(live)
    const { code, out } = await live.check('nothing', '--limit', '4')
    expect(code).toBe(0)
    expect(out).toBe(['10 sessions are open:', '   4 hold', '   0 break', '   6 not looked at'].join('\n'))
  })
})

it('needs no right to write on PostgreSQL', async () => {
  const live = await liveSchool(await postgres())
  await callers(live)
  vi.stubEnv('PGOPTIONS', '-c default_transaction_read_only=on')
  expect(await live.check('nothing')).toMatchObject({ code: 0, out: '10 sessions are open:\n  10 hold\n   0 break' })
})

it('leaves the files of SQLite as they are', async () => {
  const live = await liveSchool(await sqlite())
  await callers(live)
  const before = await settledDigestsOf(live.place)
  expect((await live.check('word')).code).toBe(1)
  expect(digestsOf(live.place)).toEqual(before)
})

describe('check-sessions', () => {
  it('finds a changed question at that question, for whoever has come to it', async () => {
    const live = await liveSchool(await sqlite())
    await callers(live)
    await live.leave('1', '2', '1234')
    const { code, out, err } = await live.check('word', '--json')
    const { open, holds, breaks, findings } = JSON.parse(out)
    expect({ code, open, holds, breaks }).toEqual({ code: 1, open: 11, holds: 2, breaks: 9 })
    expect(err).toMatch(/^9 open sessions of 11 would break with .*school\.ts\.$/)
    expect(findings).toEqual([
      {
        verdict: 'breaks',
        kind: 'ussd',
        becomes: 'restart',
        step: 4,
        recorded: 'ask:text Pupilnumber',
        found: 'ask:text Yourpupilsnumber',
        place: expect.stringMatching(/^test\/cli\/before-deploy\/apps\/school\.ts:\d+:\d+$/),
        sessions: expect.any(Array),
      },
    ])
    expect(findings[0].sessions).toHaveLength(9)
    expect(findings[0].sessions[0]).toEqual({ sessionId: expect.any(String), phone: '+233...011' })
    expect(live.wasTouched).toBe(false)
  })

  it('goes by the answers alone where a caller was cut off: what they left unanswered is asked anew', async () => {
    const live = await liveSchool(await sqlite())
    // The question that changes was on the screen of the first, and is answered by the second.
    await live.leave('1', '2')
    await live.leave('1', '2', '1234')
    const { code, out } = await live.check('word', '--json')
    const { holds, breaks, readOtherwise, findings } = JSON.parse(out)
    expect({ code, holds, breaks, readOtherwise }).toEqual({ code: 1, holds: 1, breaks: 1, readOtherwise: [] })
    expect(findings).toMatchObject([
      { step: 4, found: 'ask:text Yourpupilsnumber', sessions: [{ phone: '+233...002' }] },
    ])
    expect(live.wasTouched).toBe(false)
  })

  it.each<[Change, object]>([
    ['kind', { holds: 3, breaks: 7, step: 5, recorded: 'ask:whole Howmanyterms', found: 'ask:text Howmanyterms' }],
    ['question', { holds: 2, breaks: 8, step: 4, recorded: 'ask:text Pupilnumber', found: 'ask:text Whichschool' }],
    ['load', { holds: 1, breaks: 9, step: 2, recorded: 'load prices', found: 'load amounts' }],
    ['effect', { holds: 5, breaks: 5, step: 7, recorded: 'once order', found: 'once buy' }],
    ['end', { holds: 9, breaks: 1, step: 10, recorded: 'ask:text Nameonthereceipt', found: 'its end' }],
  ])('finds a changed %s where its path leaves the record', async (change, expected) => {
    const live = await liveSchool(await sqlite())
    await callers(live)
    const { code, out } = await live.check(change, '--json')
    const { holds, breaks, findings } = JSON.parse(out)
    const [{ becomes, step, recorded, found, place }, ...others] = findings
    expect({ holds, breaks, step, recorded, found }).toEqual(expected)
    expect({ code, others, becomes }).toEqual({ code: 1, others: [], becomes: 'restart' })
    expect(place).toMatch(/school\.ts:\d+:\d+$/)
    expect(live.wasTouched).toBe(false)
  })

  it('tells of each thing once, of that first which breaks most', async () => {
    const live = await liveSchool(await sqlite())
    await live.order('1', '2')
    await live.call('1', '2')
    await live.call('1', '2', '1234')
    const { findings } = JSON.parse((await live.check('word', '--json')).out)
    const counted = findings.map(({ kind, sessions }: CheckFinding) => [kind, sessions.length])
    expect(counted).toEqual([
      ['ussd', 2],
      ['programmable', 1],
    ])
  })

  it('finds a script that throws, and shows no secret and no number of what it says', async () => {
    const live = await liveSchool(await sqlite())
    await callers(live)
    const { code, out, err } = await live.check('throws')
    expect(code).toBe(1)
    expect(out).toMatch(
      /^10 sessions are open:\n {3}5 hold\n {3}5 break\n\n5 fail at step 7:\n {2}record {2}once order\n {2}build {3}Error: no account of \*\*\*, \+233\.\.\.042\n {2}where {3}test.*school\.ts:\d+:\d+\n/,
    )
    expect(out + err).not.toMatch(/2580|2330000/)
  })

  it('goes by the options that were shown, and notes a screen that reads otherwise', async () => {
    const live = await liveSchool(await sqlite())
    await callers(live)
    const before = await live.check('options')
    expect(before).toEqual({ code: 0, out: '10 sessions are open:\n  10 hold\n   0 break', err: '' })
    const { code, out } = await live.check('number')
    expect(code).toBe(0)
    expect(out.replace(/[\da-f-]{36}/, 'ID')).toBe(
      '10 sessions are open:\n  10 hold\n   0 break\n\nNote: choose Whatdoyoupay reads otherwise than 1 subscriber has it.\n  ID',
    )
  })

  it.each<[Change, string]>([
    ['caller', 'the script takes its path there by talk.caller'],
    ['waits', 'the script waits there for something that is no step of talk'],
    ['calls', 'the script calls the service there outside of a step'],
  ])('says which can’t be judged, and why: %s', async (change, why) => {
    let connections = 0
    const service = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void service.close())
    const address = service.address()
    vi.stubEnv('SCHOOL_SERVICE', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    const live = await liveSchool(await sqlite())
    await live.call()
    await live.call('1')
    const { code, out } = await live.check(change)
    expect(code).toBe(0)
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      `1 hold 0 break 1 can't be judged 1 can't be judged from step 3 on: ${why}`,
    )
    expect({ connections, wasTouched: live.wasTouched }).toEqual({ connections: 0, wasTouched: false })
  })

  it('judges what is behind a PIN only with the secret that sealed it', async () => {
    const live = await liveSchool(await sqlite())
    await callers(live)
    vi.stubEnv('SCHOOL_SECRET', 'the secret of a build that runs elsewhere')
    const { code, out } = await live.check('nothing', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      holds: 5,
      unjudged: 5,
      findings: [{ verdict: 'unjudged', kind: 'ussd', why: 'sealed', step: 6 }],
    })
    // Up to there the path is known.
    expect(JSON.parse((await live.check('kind', '--json')).out)).toMatchObject({ holds: 3, breaks: 7, unjudged: 0 })
  })

  it('finds a conversation that becomes a handler, a handler that becomes one, and a kind that nothing answers', async () => {
    const live = await liveSchool(await sqlite())
    await live.call('1')
    const found = async (change: Change) => JSON.parse((await live.check(change, '--json')).out).findings
    expect(await found('handler')).toMatchObject([{ recorded: 'a conversation', found: 'a handler of its own' }])
    expect(await found('silence')).toMatchObject([{ becomes: 'silence', found: 'no handler of ussd' }])
    expect((await live.check('silence')).out).toContain('1 is not answered at step 1:')
  })

  it('cannot judge a handler of its own, which leaves no record', async () => {
    const live = await liveSchool(await sqlite(), 'handler')
    await live.call('1')
    expect(await live.check('handler')).toMatchObject({ code: 0, out: expect.stringContaining('no conversation') })
    const { code, out } = await live.check('nothing')
    expect(code).toBe(1)
    expect(out).toContain('1 begins again at step 1:\n  record  the state of a handler\n  build   a conversation\n')
  })

  it('draws a bar where it can be drawn over, and takes it away', async () => {
    const live = await liveSchool(await sqlite())
    await live.call('1')
    const drawn: string[] = []
    const args = ['check-sessions', '--store', live.place, '--against', school]
    expect((await runAt({ progress: (line) => drawn.push(line), columns: 80 }, ...args)).code).toBe(0)
    expect(drawn).toEqual(['[########################] 1 of 1 sessions', ''])
  })

  it('says that no session is open', async () => {
    const live = await liveSchool(await sqlite())
    expect(await live.check('nothing')).toEqual({ code: 0, out: "No session of 'default' is open.", err: '' })
  })
})
